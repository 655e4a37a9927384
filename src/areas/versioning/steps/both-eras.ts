import { POST_HEADERS } from "../../../probe/dialect/dialect.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";

const LEGACY_INITIALIZE = {
  jsonrpc: "2.0",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "mcptest", version: "0" } },
} as const;

/** A stateless request and a stateful one through the same door. */
const alternate: Step = {
  question: "alternate-eras",
  // No client mixes the eras like this, and this one leaves its handshake unfinished.
  deliberate: true,
  run: async (io) => {
    await io.control("before");
    await io.send({
      as: "initialize",
      message: { ...LEGACY_INITIALIZE, id: io.nextId() },
      expect: "response",
      http: { headers: POST_HEADERS },
    }).done;
    await io.control("after");
  },
};

/** Without the header a dual server takes a request for one of an old client; any other refuses it. */
const legacyList: Step = {
  question: "legacy-list",
  deliberate: true,
  skip: (known) => skipUnless(known.transport !== "stdio", "headers are HTTP"),
  run: (io) =>
    io.send({
      message: { jsonrpc: "2.0", id: io.nextId(), method: "tools/list" },
      expect: "response",
      http: { headers: POST_HEADERS },
    }).done,
};

export const bothErasConversation: ConversationPlan<StatelessTalk> = {
  name: "both-eras",
  purpose: "requests of both eras in one place",
  transport: "any",
  process: "second",
  groups: [[alternate], [legacyList]],
};
