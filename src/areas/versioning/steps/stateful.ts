import { member, stringMember } from "../../../base/json.ts";
import { shakeHands } from "../../../probe/plan/handshake.ts";
import { unlessInitialized } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { isRevision } from "../../../protocol/revision.ts";

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

const odd = (name: string, version: string, purpose: string): StatefulConversation => ({
  name,
  purpose,
  transport: "any",
  process: "third",
  bare: true,
  isAsFresh: (said) =>
    said.every(
      ({ request, response }) => member(request, "id") === undefined || member(response, "result") !== undefined,
    ) && said.some(({ response }) => isRevision(stringMember(member(response, "result"), "protocolVersion"))),
  groups: [[oddVersion(version)], [pingAfter]],
});

export const oddVersionConversations: readonly StatefulConversation[] = [
  odd("old-version", "1999-01-01", "what is offered to a client older than the protocol?"),
  odd("future-version", "2999-12-31", "what is offered to a client from the future?"),
];
