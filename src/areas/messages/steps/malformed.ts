import type { JsonObject } from "../../../base/json.ts";
import { postHeaders, postOrSilence } from "../../../probe/plan/http-shape.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import { settle } from "../../../probe/plan/silence.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { twinIds } from "./base.ts";
import { batchGroups } from "./batches.ts";

const BROKEN = '{"jsonrpc":"2.0","id":1,';

const parseError: StatefulStep = {
  question: "parse-error",
  deliberate: true,
  run: (io) => {
    const text = io.known.transport === "stdio" ? `${BROKEN}\n` : BROKEN;
    return postOrSilence(io, { bytes: new TextEncoder().encode(text) });
  },
};

const NOT_REQUESTS: readonly { readonly as: string; readonly message: JsonObject }[] = [
  { as: "no-jsonrpc", message: { method: "ping" } },
  { as: "jsonrpc-1", message: { jsonrpc: "1.0", method: "ping" } },
  { as: "method-number", message: { jsonrpc: "2.0", method: 42 } },
];

/** In turn: the first that a server does not survive is the cause of its end. */
const notJsonRpc: StatefulStep = {
  question: "not-json-rpc",
  deliberate: true,
  run: async (io) => {
    for (const { as, message } of NOT_REQUESTS)
      if (!io.talk.conversation.dead) await postOrSilence(io, { as, message: { ...message, id: io.nextId() } });
  },
};

/** Alone, because an error without an id would be taken for its answer. */
const nullId: StatefulStep = {
  question: "null-id",
  deliberate: true,
  run: (io) => postOrSilence(io, { message: { jsonrpc: "2.0", id: null, method: "ping" } }),
};

/** The second answer, if one comes, is filed as a late message of the first. */
const duplicateId: StatefulStep = {
  question: "duplicate-id",
  deliberate: true,
  run: (io) => {
    const message: JsonObject = { jsonrpc: "2.0", id: "mcptest-twice", method: "ping" };
    const http = { headers: postHeaders(io.talk) };
    return settle(io, [
      io.send({ as: "first", message, expect: "response", http }),
      io.send({ as: "second", message, expect: "nothing", http }),
    ]);
  },
};

/** In turn, so that what the server says can be told apart, and what it dies of. `others` are malformed requests of other pages. */
export const malformedConversation = (setting: PlanSetting, others: readonly StatefulStep[]): StatefulConversation => ({
  name: "malformed",
  purpose: "input that is no message of the protocol, and whether the server survives it",
  transport: "any",
  process: "third",
  restarts: true,
  groups: [
    ...batchGroups(setting),
    [parseError],
    [notJsonRpc],
    [nullId],
    [twinIds],
    [duplicateId],
    ...others.map((step) => [step]),
  ],
});
