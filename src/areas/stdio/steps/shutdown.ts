import { ordinaryMethod } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";

/** Last in its conversation: the process is gone afterwards. Closing its input is how a client ends a stdio server. */
export const closeInFlight: StatefulStep = {
  question: "close-in-flight",
  run: async (io) => {
    io.start(ordinaryMethod(io.known));
    await io.talk.close();
  },
};

const halfLine: StatefulStep = {
  question: "half-line",
  deliberate: true,
  run: async (io) => {
    await io.send({ bytes: new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"met'), expect: "nothing" }).done;
    await io.talk.close();
  },
};

export const halfLineConversation: StatefulConversation = {
  name: "half-line",
  purpose: "does it end with its input, also in the middle of a line?",
  transport: "stdio",
  process: "third",
  last: true,
  groups: [[halfLine]],
};
