import type { PlanSetting } from "../plan-setting.ts";
import { shakeHands } from "./handshake.ts";
import { closeInFlight, halfLine } from "./shutdown.ts";
import { unlessInitialized } from "./skips.ts";
import type { StatefulConversation, StatefulStep } from "./stateful-step.ts";

const oddVersion = (version: string): StatefulStep => ({
  question: "odd-version",
  deliberate: true,
  run: async (io) => {
    const agreed = await shakeHands(io, io.talk.initializeParams({ protocolVersion: version }));
    if (!agreed) await shakeHands(io, undefined, { as: "again", deliberate: false });
  },
});

const pingAfter: StatefulStep = {
  question: "ping-after",
  skipIn: unlessInitialized,
  run: (io) => io.ask("ping"),
};

const odd = (
  name: string,
  version: string,
  purpose: string,
  ending: readonly StatefulStep[],
): StatefulConversation => ({
  name,
  purpose,
  transport: "any",
  bare: true,
  groups: [[oddVersion(version)], [pingAfter], ending],
});

/** On stdio these processes have nothing else to do, so their end is looked at too. */
export const oddVersionConversations = ({ transport }: PlanSetting): readonly StatefulConversation[] => {
  const [first, second] = transport === "stdio" ? [[closeInFlight], [halfLine]] : [[], []];
  return [
    odd("old-version", "1999-01-01", "what is offered to a client older than the protocol?", first),
    odd("future-version", "2999-12-31", "what is offered to a client from the future?", second),
  ];
};
