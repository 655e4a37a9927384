import type { Hooks } from "../../servers/hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, objectOf } from "../edits.ts";
import { all, each, eachAlways, is, isAbsent, isOneOf, never, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const keyOf = (params: JsonObject): string => JSON.stringify([params.name, params.uri]);

/** Puts its question once more where the answer is malformed. */
const asksAgain = (): Hooks => {
  const asked = new Map<string, JsonObject>();
  return {
    outgoing: (message, { request }) => {
      const params = request?.params;
      if (params === undefined) return undefined;
      if (isObject(message.result) && message.result.resultType === "input_required")
        asked.set(keyOf(params), message.result);
      const before = asked.get(keyOf(params));
      if (before === undefined || params.inputResponses === undefined) return undefined;
      if (!isObject(message.error) || message.error.code !== INVALID_PARAMS) return undefined;
      const { error: _, ...others } = message;
      return [{ ...others, result: before }];
    },
  };
};

/** Longer than what follows it. */
const LABEL = `${"visit-".repeat(400)}.`;

/** Ends a call with a JSON-RPC error where the client sent a sampled message of no known role. */
const refuseOddSamples = (): Hooks => {
  let isOdd = false;
  return {
    incoming: (message) => {
      if (isObject(message) && message.method === undefined && isObject(message.result))
        isOdd ||= message.result.role === "nobody";
      return undefined;
    },
    result: (_result, { request }) => {
      const isOddRetry = JSON.stringify(request?.params.inputResponses ?? {}).includes('"nobody"');
      if (request?.method !== "tools/call" || !(isOdd || isOddRetry)) return undefined;
      isOdd = false;
      throw new RpcError(-32603, "The client answered with something that is no sampled message");
    },
  };
};

export const NEAR_MISSES: NearMissTable = {
  "asks-again": nearMiss(STATELESS, {
    choice: "Puts its question once more where the answer to it is malformed.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#server-requirements: a server validates what comes back; no sentence forbids it to ask again.",
    hooks: asksAgain,
    "MRTR-020": isOneOf("a malformed answer is an error", "number_input_response.outcome", ["error"]),
    "MRTR-021": isOneOf("malformed answers are an error", "text_input_responses.outcome", ["error"]),
  }),
  "events-for-everything": sameAs("http", {
    "MRTR-025": strictly({ when: [], in: STATELESS }).meets(
      "a list is answered with JSON",
      'tools_list.headers["content-type"]',
      { const: "application/json" },
    ),
  }),
  "mode-left-out": sameAs("elicitation", {
    "MRTR-006": strictly({ in: STATELESS }).meets("a form names its mode", "input_results.inputRequests.*", {
      if: { properties: { method: { const: "elicitation/create" } } },
      // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
      then: { properties: { params: { required: ["mode"] } } },
    }),
  }),
  "odd-input-results": nearMiss(STATELESS, {
    choice: "Uses long keys, states of a thousand characters and further members in input_required results.",
    permittedBy: "2026-07-28 basic/utilities/mrtr: keys are chosen by the server, and requestState is opaque.",
    outgoing: (message) =>
      isObject(message.result) && message.result.resultType === "input_required"
        ? [{ ...message, result: { ...message.result, vendorNote: "please answer soon" } }]
        : undefined,
    ...all(["MRTR-001", "MRTR-004"], each.isAbsent("the result has no further members", "input_results.vendorNote")),
    ...all(
      ["MRTR-005", "MRTR-007", "MRTR-008", "MRTR-009", "MRTR-024", "MRTR-018"],
      eachAlways.isAbsent("the result has no further members", "input_results.vendorNote"),
    ),
  }),
  "labelled-states": nearMiss(STATELESS, {
    choice:
      "Puts a label for its own log before the signed part of a requestState, and does not look at it when it returns.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow: integrity protection may be omitted where tampering can cause nothing worse than request failure.",
    result: (result) =>
      typeof result.requestState === "string"
        ? { ...result, requestState: `${LABEL}${result.requestState}` }
        : undefined,
    incoming: (message) => {
      if (!isObject(message) || !isObject(message.params)) return undefined;
      const { requestState, ...params } = message.params;
      if (typeof requestState !== "string" || requestState.length <= LABEL.length) return undefined;
      return { replaceWith: { ...message, params: { ...params, requestState: requestState.slice(LABEL.length) } } };
    },
    "MRTR-012": {
      name: "every changed state is refused",
      when: [],
      expect: [
        {
          target: "changed_request_state.result",
          matcher: { not: { schema: { type: "object", properties: { resultType: { const: "complete" } } } } },
        },
      ],
    },
  }),
  "odd-sample-ends-the-request": nearMiss({
    choice: "Answers a call with a JSON-RPC error where the sampled message is malformed.",
    permittedBy:
      "2025-11-25 client/sampling#security-considerations: both parties validate message content; how a server answers then is its own choice.",
    hooks: refuseOddSamples,
    "SAMPLE-013": strictly({ in: STATEFUL }).isOneOf(
      "a malformed message is the trouble of the tool",
      "careless_answers.outcome",
      ["result"],
    ),
  }),
  "strangers-noted": nearMiss(STATELESS, {
    choice: "Names the keys of inputResponses that it ignored in the metadata of the result.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#error-handling: what a server does not recognise is ignored; no sentence forbids telling of it.",
    result: (result, { request }) => {
      const keys = Object.keys(objectOf(request?.params.inputResponses));
      if (!keys.includes("mcptest-extra")) return undefined;
      return { ...result, _meta: { ...objectOf(result._meta), "com.example/ignored": ["mcptest-extra"] } };
    },
    "MRTR-022": isAbsent("nothing is said of an unknown key", 'extra_input_key.result._meta["com.example/ignored"]'),
  }),
  "answers-not-needed": nearMiss(STATELESS, {
    choice: "Takes an answer that is missing for a refusal, and goes on without it.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#error-handling: missing information is asked for again only where it is necessary.",
    incoming: (message) => {
      if (!isObject(message) || !isObject(message.params) || !isObject(message.params.inputResponses)) return undefined;
      if (message.method !== "tools/call") return undefined;
      const keys = Object.keys(message.params.inputResponses);
      if (keys.length === 0 || !keys.every((key) => key.startsWith("mcptest-"))) return undefined;
      const inputResponses = { name: { action: "decline" } };
      return { replaceWith: { ...message, params: { ...message.params, inputResponses } } };
    },
    "MRTR-023": isOneOf("a missing answer is asked for again", "wrong_input_key.result.resultType", ["input_required"]),
  }),
  "prompts-ask": nearMiss(STATELESS, {
    choice: "Puts a client off with a requestState when it gets a prompt, and serves it when the state comes back.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#supported-requests: prompts/get and resources/read may be answered with input_required, which may hold a requestState alone.",
    result: (result, { request }) => {
      if (request?.method !== "prompts/get" || request.params.requestState !== undefined) return undefined;
      return { resultType: "input_required", requestState: "later", _meta: result._meta };
    },
    "MRTR-003": never("only tools/call asks for input", {
      request: { method: is({ not: { const: "tools/call" } }) },
      response: { result: { resultType: "input_required" } },
    }),
  }),
  "asks-for-nothing": nearMiss(STATELESS, {
    choice: "Writes an empty inputRequests into every result that is complete.",
    permittedBy:
      "2026-07-28 schema#result: a result may have further members; complete says that nothing is asked for.",
    hooks: editResult("tools/call", (result) =>
      result.resultType === "input_required" || result.resultType === "task"
        ? result
        : { ...result, inputRequests: {} },
    ),
    "MRTR-004": each.isAbsent("a complete result has no inputRequests", "tool_results.inputRequests"),
  }),
};
