import { askTool } from "../common/tool-call.ts";
import { unlessCallable } from "../common/tool-steps.ts";
import type { PlanSetting } from "../plan-setting.ts";
import { Askers, callAsker } from "./askers.ts";
import { CLIENT_FEATURES } from "./client-features.ts";
import { type Elicitors, elicitedModes, needsUrlElicitation } from "./elicitors.ts";
import { openStream } from "./open-stream.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "./stateful-step.ts";

/** A page that is to be opened is declined, and asked for once more: the second time it is dismissed. */
const callElicitors = (elicitors: Elicitors, askers: Askers): StatefulStep => ({
  question: "url-elicitation",
  skip: (known) => unlessCallable(known) ?? elicitors.skip,
  run: async (io) => {
    for (const [index, choice] of elicitors.all.entries()) {
      const as = String(index + 1);
      const draft = await askTool(io, choice, { as });
      const asker = askers.note(choice, draft);
      // As in the other conversation: a call whose questions were answered has to end, and may only be slow.
      if (asker && asker.tookMs === undefined && (await callAsker(io, asker, `${as}-longer`)) === "hung") return;
      if (needsUrlElicitation(draft)) await askTool(io, choice, { as: `${as}-again` });
      else if (asker && elicitedModes(draft).includes("url") && (await callDismissing(io, asker, as)) === "hung")
        return;
    }
  },
});

const callDismissing = async (
  io: StatefulIO,
  asker: Parameters<typeof callAsker>[1],
  as: string,
): ReturnType<typeof callAsker> => {
  io.talk.manner = "cancelling";
  const end = await callAsker(io, asker, `${as}-again`);
  io.talk.manner = "willing";
  return end;
};

/** A client that opens pages. It is a conversation of its own because modes are declared at the handshake. */
export const urlElicitationConversation = (setting: PlanSetting, elicitors: Elicitors): StatefulConversation => ({
  name: "url-elicitation",
  purpose: "does it ask a client that opens pages to open one, and how?",
  transport: "any",
  needsLists: true,
  afterOthers: true,
  skip: (known) => unlessCallable(known) ?? elicitors.skip,
  capabilities: { ...CLIENT_FEATURES, elicitation: { form: {}, url: {} } },
  groups: [
    ...(setting.transport === "streamable-http" ? [[openStream]] : []),
    [callElicitors(elicitors, new Askers(setting.limits))],
  ],
});
