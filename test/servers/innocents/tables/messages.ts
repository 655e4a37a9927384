// Messages as such: batches, notifications of a vendor, input that is no message, codes that remind of others.

import type { RawExchange } from "../../hooks.ts";
import { isObject, type JsonObject, notificationMessage, RpcError } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import { PROGRESS, replaceNotice } from "../../mutants/tables/notices.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";

const BATCHES: readonly Context[] = ["http/2025-03-26", "stdio/2025-03-26"];

const firstIs = (id: string) => ({ prefixItems: [{ properties: { id: { const: id } } }] });

const refusePlainly = ({ response }: RawExchange, status: number): true => {
  response.writeHead(status, { "Content-Type": "text/plain" });
  response.end("This cannot be accepted.\n");
  return true;
};

/** An array of notifications only, or of nothing at all. */
const asksNothing = ({ body }: RawExchange): boolean => {
  const text = body.toString("utf8").trim();
  return text.startsWith("[") && !/"id"|"foo"/.test(text);
};

const noExit = recordedAs("a process survives whatever is written to it", {
  not: { required: ["trouble"], properties: { trouble: { properties: { kind: { const: "unexpected-exit" } } } } },
});

const TICK = "com.example/tick";

const onlyKnownNames = meets(
  "a notification has a name that begins with notifications/",
  "notifications.method",
  { pattern: "^notifications/" },
  { when: [], each: true },
);

export const MESSAGE_INNOCENTS: readonly Innocent[] = [
  {
    id: "batch-in-reverse",
    choice: "Answers the requests of a batch in reverse order.",
    permittedBy: "JSON-RPC 2.0 #batch: the responses may be returned in any order within the array.",
    hooks: { batch: (responses) => [...responses].reverse() },
    in: BATCHES,
    closestTo: {
      "PROTO-026": meets("answers stand in the order of their requests", "batch_of_requests.answered", firstIs("b1")),
      "PROTO-032": meets(
        "the last answer is that to the last member",
        "mixed_batch.answered",
        { prefixItems: [true, true, { properties: { id: { const: "u" } } }] },
        { when: [] },
      ),
    },
  },
  {
    id: "odd-batches-refused",
    choice: "Refuses a batch that asks nothing with 422 and a sentence, whether it is empty or holds notifications.",
    permittedBy:
      "2025-03-26 basic/transports#sending-messages-to-the-server: input of notifications that cannot be accepted gets an HTTP error status, with or without a body.",
    hooks: { httpRequest: (exchange) => asksNothing(exchange) && refusePlainly(exchange, 422) },
    in: ["http/2025-03-26"],
    closestTo: {
      "PROTO-030": isOneOf("an empty batch is refused with 400", "empty_batch.status", [400], { when: [] }),
      "PROTO-031": isOneOf("a batch of notifications is accepted", "batch_of_notifications.status", [202], {
        when: [],
      }),
    },
  },
  {
    id: "batches-of-its-own",
    choice: "Sends each notification of progress in an array with another one.",
    permittedBy: "2025-03-26 basic#batching: implementations may support sending JSON-RPC batches.",
    hooks: replaceNotice(PROGRESS, (message) => [[message, notificationMessage(TICK)]]),
    in: BATCHES,
    closestTo: {
      "PROTO-003": isOneOf("no array is sent unasked", "message_arrays.answers", ["array"]),
    },
  },
  {
    id: "vendor-notifications",
    choice: "Sends notifications of its own beside progress, under a name that does not begin with notifications/.",
    permittedBy:
      "No sentence forbids it; a message with a method and without an id is a notification, whatever its name.",
    hooks: replaceNotice(PROGRESS, (message) => [notificationMessage(TICK), message]),
    in: ["http/2026-07-28", "stdio/2026-07-28"],
    closestTo: {
      "PROTO-057": onlyKnownNames,
      "PROTO-018": onlyKnownNames,
      "STDIO-010": { ...onlyKnownNames, in: "stdio/2026-07-28" },
    },
  },
  {
    id: "leaves-on-junk",
    choice: "Exits when it reads a line that is no message.",
    permittedBy:
      "2025-11-25 basic/transports#stdio: the client must not write anything that is no valid message; the server may exit.",
    hooks: {
      stdinLine: (line) => {
        const text = line.toString("utf8").trim();
        if (text !== "" && !isMessage(text)) process.exit(1);
        return undefined;
      },
    },
    in: ["stdio/2025-11-25"],
    closestTo: { "PROTO-023": noExit, "PROTO-024": noExit },
  },
  {
    id: "refused-in-plain-words",
    choice: "Refuses a body that is no JSON, or no message, with 422 and a sentence in place of a JSON-RPC error.",
    permittedBy: "No sentence forbids it; no status and no body is named for a POST that holds no message.",
    hooks: {
      httpRequest: (exchange) => {
        const text = exchange.body.toString("utf8").trim();
        return exchange.request.method === "POST" && !isMessage(text) && refusePlainly(exchange, 422);
      },
    },
    closestTo: {
      "PROTO-023": isOneOf("a body that is no JSON gets a JSON-RPC error", "parse_error.outcome", ["error"]),
      "PROTO-024": isOneOf("a body that is no message gets a JSON-RPC error", "not_json_rpc.outcome", ["error"]),
    },
  },
  {
    id: "lenient-params",
    choice: "Gives its first prompt to a client that names none.",
    permittedBy: "No sentence makes a server refuse params that it can make sense of.",
    hooks: {
      incoming: (message) =>
        isObject(message) &&
        message.method === "prompts/get" &&
        isObject(message.params) &&
        typeof message.params.name !== "string"
          ? { replaceWith: { ...message, params: { ...message.params, name: "good_morning" } } }
          : undefined,
    },
    in: ["http/2025-11-25"],
    closestTo: {
      "PROTO-022": isOneOf("params that lack something are refused", "malformed_params.outcome", ["error"]),
    },
  },
  {
    id: "twins-of-reserved-codes",
    choice: "Refuses a foreign origin with the positive twin of a code that this revision no longer has.",
    permittedBy: "2026-07-28 basic#error-codes: applications use codes outside the range that JSON-RPC reserves.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 403
          ? { ...answer, body: '{"jsonrpc":"2.0","error":{"code":32042,"message":"Forbidden origin"}}' }
          : undefined,
    },
    in: ["http/2026-07-28"],
    closestTo: Object.fromEntries(
      ["PROTO-051", "PROTO-052", "PROTO-054", "PROTO-055"].map((rule) => [
        rule,
        isNoneOf("no code reminds of a reserved one", "errors.code", [32_042], { each: true }),
      ]),
    ),
  },
  {
    id: "failures-with-500",
    choice: "Reports a failure of its own as -32603 with HTTP status 500.",
    permittedBy:
      "2026-07-28 schema#internalerror: -32603 tells of an unexpected condition; no sentence names the status it comes with.",
    hooks: {
      result: (_, { request }) => {
        if (request?.method === "resources/read" && request.params.uri === "memo://logo")
          throw new RpcError(-32603, "The logo is being repainted", undefined, 500);
        return undefined;
      },
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "PROTO-047": recordedAs("no request is answered with 500", {
        properties: { http: { properties: { status: { not: { const: 500 } } } } },
      }),
    },
  },
];

/** A request, a notification, a response, or an array of any. */
function isMessage(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || (isObject(value) && value.jsonrpc === "2.0" && isNamed(value));
  } catch {
    return false;
  }
}

function isNamed({ method, result, error }: JsonObject): boolean {
  return typeof method === "string" || result !== undefined || error !== undefined;
}
