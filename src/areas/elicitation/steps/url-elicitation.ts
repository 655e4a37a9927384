import { type Asker, Askers, callAsker } from "../../../probe/plan/askers.ts";
import { CLIENT_FEATURES } from "../../../probe/plan/declared-capabilities.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import { openStream } from "../../../probe/plan/open-stream.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { askTool, cancelCall, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { deferred } from "../../../wire/deferred.ts";
import { type Elicitors, elicitedModes, needsUrlElicitation } from "./elicitors.ts";

const CLIENT_TASKS = {
  cancel: {},
  requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
} as const;

/** A page that is to be opened is declined, and asked for once more: the second time it is dismissed. */
const callElicitors = (elicitors: Elicitors, askers: Askers, augmenters: Asker[]): StatefulStep => ({
  question: "url-elicitation",
  skip: (known) => unlessCallable(known) ?? elicitors.skip,
  run: async (io) => {
    for (const [index, choice] of elicitors.all.entries()) {
      const as = String(index + 1);
      const { tasks } = io.talk;
      const before = tasks.count;
      const draft = await askTool(io, choice, { as });
      const asker = askers.note(choice, draft);
      if (asker && tasks.count > before) augmenters.push(asker);
      // As in the other conversation: a call whose questions were answered has to end, and may only be slow.
      if (asker && asker.tookMs === undefined && (await callAsker(io, asker, `${as}-longer`)) === "hung") return;
      if (needsUrlElicitation(draft)) await askTool(io, choice, { as: `${as}-again` });
      else if (asker && elicitedModes(draft).includes("url") && (await callDismissing(io, asker, as)) === "hung")
        return;
    }
  },
});

const callDismissing = async (io: StatefulIO, asker: Asker, as: string): ReturnType<typeof callAsker> => {
  io.talk.manner = "cancelling";
  const end = await callAsker(io, asker, `${as}-again`);
  io.talk.manner = "willing";
  return end;
};

/** A call is withdrawn while the client works for it as a task: the server may withdraw the task, in the way tasks are. */
const cancelDuringTask = (augmenters: readonly Asker[]): StatefulStep => ({
  question: "client-task",
  continues: true,
  skip: () => skipUnless(augmenters.length > 0, "no question of a tool ran as a task of the client"),
  run: async (io) => {
    const [asker] = augmenters;
    if (!asker) return;
    const { tasks } = io.talk;
    const { promise: created, resolve } = deferred();
    tasks.isHeld = true;
    tasks.onCreated = resolve;
    const call = io.start(...toolCall(asker.choice, { deadline: "exchangeMs" }));
    await io.within(Promise.race([created, call.done]), asker.windows);
    // So long that the task is surely known to the server.
    await io.quiet(KNOWN_AFTER);
    await cancelCall(io, call.draft, "cancel");
    await io.control();
    await io.quiet(KNOWN_AFTER);
    call.close();
    await call.done;
    tasks.isHeld = false;
    tasks.onCreated = undefined;
  },
});

/** Quiet windows after which what was sent has been read. */
const KNOWN_AFTER = 4;

/** A client that opens pages and runs what it is asked as tasks. It is a conversation of its own because both are declared at the handshake. */
export const urlElicitationConversation = (setting: PlanSetting, elicitors: Elicitors): StatefulConversation => {
  const augmenters: Asker[] = [];
  return {
    name: "url-elicitation",
    purpose: "does it ask a client to open pages and to run tasks, and how?",
    transport: "any",
    needsLists: true,
    process: "second",
    afterOthers: true,
    skip: (known) => unlessCallable(known) ?? elicitors.skip,
    capabilities: { ...CLIENT_FEATURES, elicitation: { form: {}, url: {} }, tasks: CLIENT_TASKS },
    groups: [
      ...(setting.transport === "streamable-http" ? [[openStream]] : []),
      [callElicitors(elicitors, new Askers(setting.limits), augmenters)],
      [cancelDuringTask(augmenters)],
    ],
  };
};
