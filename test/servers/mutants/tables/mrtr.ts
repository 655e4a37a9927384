import type { Socket } from "node:net";
import type { Hooks, IncomingVerdict, MessageContext, Wire } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown, mapObjects } from "./edits.ts";
import { messageOf } from "./header-edits.ts";
import { MRTR_USER_MUTANTS } from "./other-users.ts";

const STATELESS = ["http/2026-07-28"] as const;
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Changes results that ask for input. */
const editQuestion = (edit: (result: JsonObject, context: MessageContext) => JsonObject): Hooks => ({
  result: (result, context) => (result.resultType === "input_required" ? edit(result, context) : undefined),
});

/** Changes each question in them. */
const editRequests = (edit: (request: JsonObject) => JsonObject): Hooks =>
  editQuestion((result) => {
    if (!isObject(result.inputRequests)) return result;
    const edited = Object.entries(result.inputRequests).map(([key, value]) => [
      key,
      isObject(value) ? edit(value) : value,
    ]);
    return { ...result, inputRequests: Object.fromEntries(edited) };
  });

/** Sends something else in place of a message that asks for input. */
const replaceQuestion = (replace: (message: JsonObject, result: JsonObject) => Wire[]): Hooks => ({
  outgoing: (message) =>
    isObject(message.result) && message.result.resultType === "input_required"
      ? replace(message, message.result)
      : undefined,
});

/** Sees every retry: may change its params or answer it. */
const onRetry = (act: (params: JsonObject, id: JsonValue) => JsonObject | undefined): Hooks => ({
  incoming: (message): IncomingVerdict | undefined => {
    if (!isObject(message) || !isObject(message.params) || message.id === undefined) return undefined;
    const { params, id } = message;
    if (params.inputResponses === undefined && params.requestState === undefined) return undefined;
    const acted = act(params, id);
    if (acted === undefined) return undefined;
    return isObject(acted.error)
      ? { answerWith: [{ jsonrpc: "2.0", id, ...acted }] }
      : { replaceWith: { ...message, params: acted } };
  },
});

const refusal = (message: string): JsonObject => ({ error: { code: -32602, message } });
const keysOf = (value: JsonValue | undefined): string[] => (isObject(value) ? Object.keys(value) : []);
/** Keys of the probe's own invention. */
const isOdd = (key: string): boolean => key.startsWith("mcptest-");

/** Keeps its place in a conversation with the connection. */
const boundToConnection = (): Hooks => {
  const asked = new WeakSet<Socket>();
  return {
    httpRequest: ({ request, response, body }) => {
      const { method, params } = messageOf(body);
      if (method !== "tools/call") return false;
      if (params.requestState === undefined) {
        asked.add(request.socket);
        return false;
      }
      if (asked.has(request.socket)) return false;
      const { id } = JSON.parse(body.toString("utf8")) as { id: number };
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...refusal("Unknown continuation") }));
      return true;
    },
  };
};

/** Waits for the answer before it serves the tool again. */
const waiting = (): Hooks => {
  const pending = new Set<JsonValue | undefined>();
  return {
    result: (result, { request }) => {
      if (result.resultType === "input_required") pending.add(request?.params.name);
      else pending.delete(request?.params.name);
      return undefined;
    },
    incoming: (message) => {
      if (!isObject(message) || message.method !== "tools/call" || !isObject(message.params)) return undefined;
      const { name, requestState } = message.params;
      if (requestState !== undefined || !pending.has(name) || message.id === undefined) return undefined;
      const error = { code: -32603, message: "This tool is still waiting for an answer" };
      return { answerWith: [{ jsonrpc: "2.0", id: message.id, error }] };
    },
  };
};

const ASKING: readonly Mutant[] = [
  {
    id: "input-by-request",
    vice: "Sends elicitation/create as a request of its own before it asks in the result.",
    hooks: replaceQuestion((message) => [
      { jsonrpc: "2.0", id: "ask-1", method: "elicitation/create", params: { message: "Name?", requestedSchema: {} } },
      message,
    ]),
    options: { sse: true },
    fails: ["MRTR-001"],
    in: STATELESS,
  },
  {
    id: "input-by-error",
    vice: "Asks for input with the error -32042.",
    hooks: editQuestion(() => {
      throw new RpcError(-32042, "Elicitation required");
    }),
    fails: ["MRTR-001"],
    in: STATELESS,
  },
  {
    id: "input-for-list",
    vice: "Asks for the roots before it lists tools.",
    hooks: {
      result: (result, { request }) => {
        const meta = request?.params._meta;
        const declared = isObject(meta) ? meta[CAPABILITIES] : undefined;
        if (request?.method !== "tools/list" || !isObject(declared) || declared.roots === undefined) return undefined;
        const { tools: _, ...others } = result;
        return { ...others, resultType: "input_required", inputRequests: { roots: { method: "roots/list" } } };
      },
    },
    fails: ["MRTR-003"],
    in: STATELESS,
  },
  {
    id: "input-result-incomplete",
    vice: "Calls a result that asks for input incomplete.",
    hooks: editQuestion((result) => ({ ...result, resultType: "incomplete" })),
    fails: ["MRTR-004"],
    in: STATELESS,
  },
  {
    id: "input-result-untyped",
    vice: "Asks for input in a result that calls itself complete.",
    hooks: editQuestion((result) => ({ ...result, resultType: "complete", content: [] })),
    fails: ["MRTR-004"],
    in: STATELESS,
  },
  {
    id: "input-result-empty",
    vice: "Requires input and does not say which.",
    hooks: editQuestion(({ inputRequests: _, requestState: __, ...others }) => others),
    fails: ["MRTR-005"],
    in: STATELESS,
  },
  {
    id: "input-unknown-method",
    vice: "Asks with a method of its own.",
    hooks: editRequests((request) => ({ ...request, method: "user/ask" })),
    fails: ["MRTR-006"],
    in: STATELESS,
  },
  {
    id: "input-without-params",
    vice: "Asks without params.",
    hooks: editRequests(({ method }) => ({ method })),
    fails: ["MRTR-006"],
    in: STATELESS,
  },
  {
    id: "input-key-twice",
    vice: "Writes the key of a question twice.",
    hooks: replaceQuestion((message, result) => {
      const [key, request] = Object.entries(isObject(result.inputRequests) ? result.inputRequests : {})[0] ?? [];
      if (key === undefined) return [message];
      const entry = `${JSON.stringify(key)}:${JSON.stringify(request)}`;
      return [JSON.stringify(message).replace(`{${entry}}`, `{${entry},${entry}}`)];
    }),
    fails: ["MRTR-007"],
    in: STATELESS,
  },
  {
    id: "input-state-object",
    vice: "Gives an object for a requestState.",
    hooks: editQuestion((result) => ({ ...result, requestState: { step: 1, state: result.requestState } })),
    fails: ["MRTR-008"],
    in: STATELESS,
  },
  {
    id: "input-undeclared",
    vice: "Asks whatever the client can do.",
    hooks: { skip: ["client-capability"] },
    fails: ["MRTR-009"],
    in: STATELESS,
  },
  {
    id: "input-request-in-envelope",
    vice: "Wraps every question in a request member.",
    hooks: editRequests((request) => ({ type: "request", request })),
    fails: ["MRTR-024"],
    in: STATELESS,
  },
  {
    id: "input-requests-array",
    vice: "Gives the params of questions as an array.",
    hooks: editRequests((request) => ({ ...request, params: mapObjects([request.params ?? {}], (one) => one) })),
    fails: ["MRTR-024"],
    in: STATELESS,
  },
  {
    id: "input-then-more",
    vice: "Goes on talking after a result that asks for input.",
    hooks: replaceQuestion((message) => [
      message,
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "waiting" } },
    ]),
    options: { sse: true },
    fails: ["MRTR-025"],
    in: STATELESS,
  },
];

const GOING_ON: readonly Mutant[] = [
  {
    id: "input-asked-again",
    vice: "Forgets the answers and asks again.",
    hooks: onRetry(({ inputResponses: _, ...params }) => params),
    fails: ["MRTR-010", "MRTR-011"],
    in: STATELESS,
  },
  {
    id: "input-bound-to-connection",
    vice: "Knows a question only on the connection it was put on.",
    hooks: boundToConnection,
    fails: ["MRTR-011"],
    in: STATELESS,
  },
  {
    id: "input-state-unsigned",
    vice: "Believes every requestState that can be read.",
    hooks: { skip: ["request-state"] },
    fails: ["MRTR-012", "MRTR-014"],
    in: STATELESS,
  },
  {
    id: "input-state-breaks",
    vice: "Breaks down at a requestState it did not give.",
    hooks: breakDown((_message, { requestState }) => requestState === "mcptest-garbage"),
    fails: ["MRTR-013"],
    in: STATELESS,
  },
  {
    id: "input-state-trace",
    vice: "Shows a stack trace for a requestState it did not give.",
    hooks: {
      error: (error) =>
        String(error.message).includes("not issued")
          ? { ...error, message: `Error: bad state\n    at readState (/srv/state.js:12:9)` }
          : undefined,
    },
    fails: ["MRTR-013"],
    in: STATELESS,
  },
  {
    id: "input-state-unbound",
    vice: "Takes the requestState of one request on another.",
    hooks: { skip: ["request-state-binding"] },
    fails: ["MRTR-014"],
    in: STATELESS,
  },
  {
    id: "input-waits",
    vice: "Does not serve a tool while one of its questions is open.",
    hooks: waiting,
    fails: ["MRTR-018"],
    in: STATELESS,
  },
  {
    id: "input-number-accepted",
    vice: "Takes anything for the answer to a form.",
    hooks: onRetry((params) => {
      const responses = isObject(params.inputResponses) ? params.inputResponses : {};
      if (!Object.values(responses).includes(12345)) return undefined;
      const accepted = { action: "accept", content: { name: "12345" } };
      return { ...params, inputResponses: Object.fromEntries(Object.keys(responses).map((key) => [key, accepted])) };
    }),
    fails: ["MRTR-020"],
    in: STATELESS,
  },
  {
    id: "input-text-accepted",
    vice: "Takes inputResponses that are no object for a refusal of the user.",
    hooks: onRetry((params) =>
      typeof params.inputResponses === "string"
        ? { ...params, inputResponses: { name: { action: "decline" } } }
        : undefined,
    ),
    fails: ["MRTR-021"],
    in: STATELESS,
  },
  {
    id: "input-extra-key-refused",
    vice: "Refuses answers to questions it did not put.",
    hooks: onRetry(({ inputResponses }) => {
      const keys = keysOf(inputResponses);
      const odd = keys.some(isOdd) && !keys.every(isOdd);
      return odd ? refusal("Unknown key in inputResponses") : undefined;
    }),
    fails: ["MRTR-022"],
    in: STATELESS,
  },
  {
    id: "input-missing-answer-refused",
    vice: "Refuses a retry in which an answer is missing.",
    hooks: onRetry(({ inputResponses }) => {
      const keys = keysOf(inputResponses);
      return keys.length > 0 && keys.every(isOdd) ? refusal("An answer is missing") : undefined;
    }),
    fails: ["MRTR-023"],
    in: STATELESS,
  },
  {
    id: "input-state-alone-refused",
    vice: "Refuses a retry without inputResponses although nothing was asked.",
    hooks: onRetry(({ inputResponses }) =>
      inputResponses === undefined ? refusal("The inputResponses are missing") : undefined,
    ),
    fails: ["MRTR-026"],
    in: STATELESS,
  },
];

export const MRTR_MUTANTS: readonly Mutant[] = [...MRTR_USER_MUTANTS, ...ASKING, ...GOING_ON];
