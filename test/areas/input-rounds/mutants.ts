import type { Socket } from "node:net";
import type { Hooks, IncomingVerdict, MessageContext, Wire } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { CAPABILITIES_KEY } from "../../servers/stateless/request-meta.ts";
import { EVENT_STREAM, STATEFUL, STATELESS } from "../contexts.ts";
import { breakDown, mapObjects, objectOf, set, when, without } from "../edits.ts";
import { messageOf } from "../header-edits.ts";
import { deafTo } from "../question-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

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
const isOddKey = (key: string): boolean => key.startsWith("mcptest-");

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

export const MUTANTS: MutantTable = {
  "input-by-request": mutant("MRTR-001", STATELESS, EVENT_STREAM, {
    vice: "Sends elicitation/create as a request of its own before it asks in the result.",
    hooks: replaceQuestion((message) => [
      { jsonrpc: "2.0", id: "ask-1", method: "elicitation/create", params: { message: "Name?", requestedSchema: {} } },
      message,
    ]),
  }),
  "input-by-error": mutant("MRTR-001", STATELESS, {
    vice: "Asks for input with the error -32042.",
    hooks: editQuestion(() => {
      throw new RpcError(-32042, "Elicitation required");
    }),
  }),
  "input-for-list": mutant("MRTR-003", STATELESS, {
    vice: "Asks for the roots before it lists tools.",
    result: (result, { request }) => {
      const meta = request?.params._meta;
      const declared = isObject(meta) ? meta[CAPABILITIES_KEY] : undefined;
      if (request?.method !== "tools/list" || !isObject(declared) || declared.roots === undefined) return undefined;
      const { tools: _, ...others } = result;
      return { ...others, resultType: "input_required", inputRequests: { roots: { method: "roots/list" } } };
    },
  }),
  "input-result-incomplete": mutant("MRTR-004", STATELESS, {
    vice: "Calls a result that asks for input incomplete.",
    hooks: editQuestion(set({ resultType: "incomplete" })),
  }),
  "input-result-untyped": mutant("MRTR-004", STATELESS, {
    vice: "Asks for input in a result that calls itself complete.",
    hooks: editQuestion(set({ resultType: "complete", content: [] })),
  }),
  "input-result-empty": mutant("MRTR-005", STATELESS, {
    vice: "Requires input and does not say which.",
    hooks: editQuestion(without("inputRequests", "requestState")),
  }),
  "input-unknown-method": mutant("MRTR-006", STATELESS, {
    vice: "Asks with a method of its own.",
    hooks: editRequests(set({ method: "user/ask" })),
  }),
  "input-without-params": mutant("MRTR-006", STATELESS, {
    vice: "Asks without params.",
    hooks: editRequests(({ method }) => ({ method })),
  }),
  "input-key-twice": mutant("MRTR-007", STATELESS, {
    vice: "Writes the key of a question twice.",
    hooks: replaceQuestion((message, result) => {
      const [key, request] = Object.entries(objectOf(result.inputRequests))[0] ?? [];
      if (key === undefined) return [message];
      const entry = `${JSON.stringify(key)}:${JSON.stringify(request)}`;
      return [JSON.stringify(message).replace(`{${entry}}`, `{${entry},${entry}}`)];
    }),
  }),
  "input-state-object": mutant("MRTR-008", STATELESS, {
    vice: "Gives an object for a requestState.",
    hooks: editQuestion((result) => ({ ...result, requestState: { step: 1, state: result.requestState } })),
  }),
  "input-undeclared": mutant("MRTR-009", STATELESS, {
    vice: "Asks whatever the client can do.",
    skip: ["client-capability"],
  }),
  "input-request-in-envelope": mutant("MRTR-024", STATELESS, {
    vice: "Wraps every question in a request member.",
    hooks: editRequests((request) => ({ type: "request", request })),
  }),
  "input-requests-array": mutant("MRTR-024", STATELESS, {
    vice: "Gives the params of questions as an array.",
    hooks: editRequests((request) => ({ ...request, params: mapObjects([request.params ?? {}], (one) => one) })),
  }),
  "input-then-more": mutant("MRTR-025", STATELESS, EVENT_STREAM, {
    vice: "Goes on talking after a result that asks for input.",
    hooks: replaceQuestion((message) => [
      message,
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "waiting" } },
    ]),
  }),
  "input-asked-again": mutant(["MRTR-010", "MRTR-011"], STATELESS, {
    vice: "Forgets the answers and asks again.",
    hooks: onRetry(without("inputResponses")),
  }),
  "input-bound-to-connection": mutant("MRTR-011", STATELESS, {
    vice: "Knows a question only on the connection it was put on.",
    hooks: boundToConnection,
  }),
  "input-state-unsigned": mutant(["MRTR-012", "MRTR-014"], STATELESS, {
    vice: "Believes every requestState that can be read.",
    skip: ["request-state"],
  }),
  "input-state-breaks": mutant("MRTR-013", STATELESS, {
    vice: "Breaks down at a requestState it did not give.",
    hooks: breakDown((_message, { requestState }) => requestState === "mcptest-garbage"),
  }),
  "input-state-trace": mutant("MRTR-013", STATELESS, {
    vice: "Shows a stack trace for a requestState it did not give.",
    error: when(
      (error) => String(error.message).includes("not issued"),
      set({ message: `Error: bad state\n    at readState (/srv/state.js:12:9)` }),
    ),
  }),
  "input-state-unbound": mutant("MRTR-014", STATELESS, {
    vice: "Takes the requestState of one request on another.",
    skip: ["request-state-binding"],
  }),
  "input-waits": mutant("MRTR-018", STATELESS, {
    vice: "Does not serve a tool while one of its questions is open.",
    hooks: waiting,
  }),
  "input-number-accepted": mutant("MRTR-020", STATELESS, {
    vice: "Takes anything for the answer to a form.",
    hooks: onRetry((params) => {
      const responses = objectOf(params.inputResponses);
      if (!Object.values(responses).includes(12345)) return undefined;
      const accepted = { action: "accept", content: { name: "12345" } };
      return { ...params, inputResponses: Object.fromEntries(Object.keys(responses).map((key) => [key, accepted])) };
    }),
  }),
  "input-text-accepted": mutant("MRTR-021", STATELESS, {
    vice: "Takes inputResponses that are no object for a refusal of the user.",
    hooks: onRetry(
      when(
        (params) => typeof params.inputResponses === "string",
        set({ inputResponses: { name: { action: "decline" } } }),
      ),
    ),
  }),
  "input-extra-key-refused": mutant("MRTR-022", STATELESS, {
    vice: "Refuses answers to questions it did not put.",
    hooks: onRetry(({ inputResponses }) => {
      const keys = keysOf(inputResponses);
      const odd = keys.some(isOddKey) && !keys.every(isOddKey);
      return odd ? refusal("Unknown key in inputResponses") : undefined;
    }),
  }),
  "input-missing-answer-refused": mutant("MRTR-023", STATELESS, {
    vice: "Refuses a retry in which an answer is missing.",
    hooks: onRetry(({ inputResponses }) => {
      const keys = keysOf(inputResponses);
      return keys.length > 0 && keys.every(isOddKey) ? refusal("An answer is missing") : undefined;
    }),
  }),
  "input-state-alone-refused": mutant("MRTR-026", STATELESS, {
    vice: "Refuses a retry without inputResponses although nothing was asked.",
    hooks: onRetry(({ inputResponses }) =>
      inputResponses === undefined ? refusal("The inputResponses are missing") : undefined,
    ),
  }),
  "cache-hints-on-questions": mutant("CACHE-012", STATELESS, {
    vice: "Lets clients keep results that ask for input.",
    result: when("resultType", "input_required", set({ ttlMs: 60_000, cacheScope: "public" })),
  }),
  "odd-sample-hangs": mutant("SAMPLE-013", "stdio/2025-11-25", {
    vice: "Waits for ever where the sampled message is malformed.",
    hooks: deafTo(({ result }) => isObject(result) && result.role === "nobody"),
  }),
  "odd-sample-breaks": mutant("SAMPLE-013", STATELESS, {
    vice: "Breaks down at a sampled message that is malformed.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"nobody"')),
  }),
  "refused-sampling-hangs": mutant("SAMPLE-015", "stdio/2025-11-25", {
    vice: "Waits for ever where the user refuses to sample.",
    hooks: deafTo(({ error }) => isObject(error) && error.code === -1),
  }),
  "refused-roots-hang": mutant("ROOTS-008", STATEFUL, {
    vice: "Waits for ever where the client has no roots/list after all.",
    hooks: deafTo(({ error }) => isObject(error) && error.code === -32601),
  }),
  "form-unchecked": mutant("ELICIT-020", STATELESS, "stdio/2025-11-25", {
    vice: "Uses what comes back from a form, whatever it is.",
    skip: ["elicited-content"],
  }),
};
