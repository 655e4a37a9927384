import type { JsonObject } from "../../../model/json.ts";
import { badUris, nulUri } from "../common/resource-steps.ts";
import { twinIds } from "./base-requests.ts";
import { batchGroups } from "./batches.ts";
import { postHeaders } from "./http-shape.ts";
import { settle } from "./silence.ts";
import type { PlanSetting, StatefulConversation, StatefulStep } from "./stateful-step.ts";

const BROKEN = '{"jsonrpc":"2.0","id":1,';

const parseError: StatefulStep = {
  name: "parse-error",
  asks: "half a JSON object, then ping",
  serves: ["PROTO-020", "PROTO-023", "PROTO-014"],
  deliberate: true,
  run: (io) => {
    const text = io.known.transport === "stdio" ? `${BROKEN}\n` : BROKEN;
    return io.askOrSilence({
      bytes: new TextEncoder().encode(text),
      expect: "response",
      http: { headers: postHeaders(io.talk) },
    });
  },
};

const NOT_REQUESTS: readonly { readonly as: string; readonly message: JsonObject }[] = [
  { as: "no-jsonrpc", message: { method: "ping" } },
  { as: "jsonrpc-1", message: { jsonrpc: "1.0", method: "ping" } },
  { as: "method-number", message: { jsonrpc: "2.0", method: 42 } },
];

/** Side by side, each under its own id: most servers say nothing to them, and the waits overlap. */
const notJsonRpc: StatefulStep = {
  name: "not-json-rpc",
  asks: 'requests without jsonrpc, with jsonrpc "1.0", and with a number as method; ping behind each',
  serves: ["PROTO-020", "PROTO-024", "PROTO-014"],
  deliberate: true,
  run: (io) =>
    Promise.all(
      NOT_REQUESTS.map(({ as, message }) =>
        io.askOrSilence({
          as,
          message: { ...message, id: io.nextId() },
          expect: "response",
          http: { headers: postHeaders(io.talk) },
        }),
      ),
    ),
};

/** Alone, because an error without an id would be taken for its answer. */
const nullId: StatefulStep = {
  name: "null-id",
  asks: "ping under the id null, then an ordinary ping",
  serves: ["PROTO-025", "PROTO-020"],
  deliberate: true,
  run: (io) =>
    io.askOrSilence({
      message: { jsonrpc: "2.0", id: null, method: "ping" },
      expect: "response",
      http: { headers: postHeaders(io.talk) },
    }),
};

/** The second answer, if one comes, is filed as a late message of the first. */
const duplicateId: StatefulStep = {
  name: "duplicate-id",
  asks: "two pings at once under the same id, then another ping",
  serves: ["PROTO-012", "PROTO-020"],
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

/** In turn, so that what the server says can be told apart, and what it dies of. */
export const malformedConversation = (setting: PlanSetting): StatefulConversation => ({
  name: "malformed",
  purpose: "input that is no message of the protocol, and whether the server survives it",
  transport: "any",
  restarts: true,
  groups: [
    ...batchGroups(setting),
    [parseError],
    [notJsonRpc],
    [nullId],
    [twinIds],
    [duplicateId],
    [badUris],
    [nulUri],
  ],
});
