import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import { type Asker, Askers, callAsker } from "../../../probe/plan/askers.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { CLIENT_FEATURES } from "../../../probe/plan/declared-capabilities.ts";
import { openStream } from "../../../probe/plan/open-stream.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import {
  type StatefulConversation,
  type StatefulIO,
  type StatefulStep,
  since,
} from "../../../probe/plan/stateful-step.ts";
import { askTool, calledTools, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

/** The tasks of the next revision: in this one a client that knows them declares them in vain. */
const NEXT_TASKS = { extensions: { [TASKS_EXTENSION]: {} } } as const;

/** Whoever asked for roots may ask again now. */
const rootsChanged: StatefulStep = {
  question: "roots-changed",
  run: async (io) => {
    await io.tell("notifications/roots/list_changed");
    await io.control();
    await io.quiet();
  },
};

/** Integer tokens here, string tokens in the main conversation: both must come back as they were. */
const FIRST_TOKEN = 4711;

/** In turn, as in the main conversation; what the server asks meanwhile is answered by the talk. */
const callWithFeatures = (askers: Askers, onAnswer: FeatureParts["onAnswer"]): StatefulStep => ({
  question: "call",
  skip: unlessCallable,
  run: async (io) => {
    const callOne = async (choice: ToolChoice, index: number): Promise<void> => {
      const as = String(index + 1);
      const progressToken = FIRST_TOKEN + index;
      const draft = await askTool(io, choice, { as, meta: { progressToken } });
      onAnswer(choice, draft);
      const asked = askers.note(choice, draft);
      if (!asked || !needsSecondLook(io, asked)) return;
      const methods = new Set<string>();
      await callAsker(io, asked, `${as}-longer`, methods);
      askers.confirm(asked, methods);
    };
    await io.inTurn(calledTools(io.known).map((choice, index) => () => callOne(choice, index)));
  },
});

/**
 * Its questions were answered, so the call has to end: whether it is only slow shows in a longer look. And on one channel what came
 * during a call may be of somebody else, such as a server that asks for the roots on its own account, which shows when it asks for
 * something else the next time.
 */
const needsSecondLook = (io: StatefulIO, { tookMs }: Asker): boolean =>
  tookMs === undefined || io.known.transport !== "streamable-http";

const CONTRARY = ["declining", "cancelling", "careless", "refusing"] as const;

/** A user may say no, a client may fail, and what comes back may be wrong: the call ends all the same. */
const contrary = (askers: Askers): StatefulStep => ({
  question: "contrary",
  deliberate: true,
  continues: true,
  skip: (known) => unlessCallable(known) ?? askers.skip,
  run: async (io) => {
    await askContrarily(io, askers);
    io.talk.manner = "willing";
  },
});

const askContrarily = async (io: StatefulIO, askers: Askers): Promise<void> => {
  for (const [index, asker] of askers.quick.entries()) {
    for (const manner of CONTRARY) {
      io.talk.manner = manner;
      // A server that keeps the roots would not ask for them a second time.
      if (manner === "refusing" && askers.first("roots/list") === asker)
        await io.tell("notifications/roots/list_changed", undefined, { as: `${index + 1}-changed` });
      const end = await callAsker(io, asker, `${index + 1}-${manner}`);
      // On stdio nobody can tell which call a question belongs to: this tool was not the one that asked.
      if (end === "unasked") break;
      // One call that never ends is enough to know of, and each of them costs time.
      if (end === "hung") return;
    }
  }
};

/** What other pages of the specification ask in this conversation, because their steps need a client with features too. */
interface FeatureParts {
  /** Is told of the answer to every call. */
  readonly onAnswer: (choice: ToolChoice, draft: ExchangeDraft) => void;
  readonly before: readonly StatefulStep[];
  readonly afterCalls: readonly (readonly StatefulStep[])[];
  readonly last: readonly StatefulStep[];
}

export const clientFeaturesConversation = (setting: PlanSetting, parts: FeatureParts): StatefulConversation => {
  const askers = new Askers(setting.limits);
  return {
    name: "client-features",
    purpose: "does it ask a client that offers roots, sampling and elicitation, and how?",
    transport: "any",
    process: "second",
    needsLists: true,
    callsTools: true,
    capabilities: {
      ...CLIENT_FEATURES,
      ...(since(setting, "2025-06-18") ? { elicitation: {} } : {}),
      ...(since(setting, "2025-11-25") ? NEXT_TASKS : {}),
    },
    groups: [
      // On stdio only what arrives during one call and nothing else is known to belong to it.
      [...(setting.transport === "streamable-http" ? [openStream] : []), ...parts.before, rootsChanged],
      [callWithFeatures(askers, parts.onAnswer)],
      ...parts.afterCalls,
      [contrary(askers)],
      parts.last,
    ],
  };
};
