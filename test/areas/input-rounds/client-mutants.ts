import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/model/json.ts";
import { onParams, without } from "../../clients/edits.ts";
import { MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient } from "../../clients/mutant-client.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const ON = { scenario: "input-rounds", contexts: MODERN_STDIO } as const;
const ODD = { scenario: "odd-inputs", contexts: MODERN_STDIO } as const;
const ENDLESS = { scenario: "endless-rounds", contexts: MODERN_STDIO } as const;

type Repeats = NonNullable<Vice["repeats"]>;

/** Changes repetitions; what a correct client does not repeat stays that way. */
const repeating = (
  change: (
    ...given: [JsonObject, ...(Parameters<Repeats> extends [unknown, ...infer Rest] ? Rest : never)]
  ) => JsonObject,
): Vice => ({
  repeats: (again, ...rest) => again && change(again, ...rest),
});

const objectIn = (value: Json | undefined, key: string): JsonObject => {
  const found = member(value, key);
  return isJsonObject(found) ? found : {};
};

/** Changes the answers, where there are some. */
const responding = (change: (responses: JsonObject, result: JsonObject) => JsonObject): Vice =>
  repeating((again, result) =>
    "inputResponses" in again ? { ...again, inputResponses: change(objectIn(again, "inputResponses"), result) } : again,
  );

/** Changes the answers to requests of one method. */
const answering = (method: string, change: (given: Json, key: string) => Json): Vice =>
  responding((responses, result) =>
    Object.fromEntries(
      Object.entries(responses).map(([key, given]) => [
        key,
        stringMember(member(result["inputRequests"], key), "method") === method ? change(given, key) : given,
      ]),
    ),
  );

const ANSWER: JsonObject = { action: "accept", content: { name: "Ada" } };

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "inputs-always",
    fails: ["C-MRTR-009"],
    contexts: MODERN,
    vice: onParams("tools/call", (params) => ({ ...params, inputResponses: {} })),
  },
  {
    name: "tidies-the-state",
    fails: ["C-MRTR-005", "C-MRTR-011"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) =>
      stringMember(params, "requestState") === undefined ? params : { ...params, requestState: "{}" },
    ),
  },
  {
    name: "drops-the-state",
    fails: ["C-MRTR-005", "C-MRTR-011"],
    contexts: MODERN_HTTP,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) => without(params, "requestState")),
  },
  {
    name: "same-id-again",
    fails: ["C-MRTR-007"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: { fixedIds: { "prompts/get": 44 } },
  },
  {
    ...ON,
    name: "answers-the-first",
    fails: ["C-MRTR-001"],
    vice: responding((responses) => Object.fromEntries(Object.entries(responses).slice(0, 1))),
  },
  {
    ...ON,
    name: "keys-are-methods",
    fails: ["C-MRTR-001", "C-MRTR-002", "C-MRTR-011"],
    vice: responding((responses, result) =>
      Object.fromEntries(
        Object.entries(responses).map(([key, given]) => [
          stringMember(member(result["inputRequests"], key), "method") ?? key,
          given,
        ]),
      ),
    ),
  },
  {
    ...ON,
    name: "an-answer-more",
    fails: ["C-MRTR-002"],
    vice: responding((responses) => ({ ...responses, extra: ANSWER })),
  },
  {
    ...ON,
    name: "elicitation-in-an-envelope",
    fails: ["C-ELICIT-002", "C-ELICIT-022", "C-MRTR-003"],
    vice: answering("elicitation/create", (result, id) => ({ jsonrpc: "2.0", id, result })),
  },
  {
    ...ON,
    name: "roots-in-an-envelope",
    fails: ["C-MRTR-003", "C-ROOTS-008"],
    vice: answering("roots/list", (result) => ({ result })),
  },
  {
    ...ON,
    name: "model-in-an-envelope",
    fails: ["C-MRTR-003", "C-SAMPLE-002", "C-SAMPLE-003", "C-SAMPLE-013"],
    vice: answering("sampling/createMessage", (result, key) => ({ key, result })),
  },
  {
    ...ON,
    name: "error-for-a-message",
    fails: ["C-MRTR-003", "C-SAMPLE-002", "C-SAMPLE-003", "C-SAMPLE-013", "C-SAMPLE-014"],
    vice: answering("sampling/createMessage", () => ({ error: { code: -1, message: "User rejected" } })),
  },
  {
    ...ON,
    name: "inputs-alone",
    fails: ["C-MRTR-004"],
    vice: repeating((again, _, __, method) => (method === "prompts/get" ? without(again, "arguments") : again)),
  },
  {
    ...ON,
    name: "null-for-no-state",
    fails: ["C-MRTR-006"],
    vice: repeating((again, result, first) =>
      first["name"] === "test_mrtr_no_state" && !("requestState" in result) ? { ...again, requestState: null } : again,
    ),
  },
  {
    ...ON,
    name: "keeps-the-state-of-the-round-before",
    fails: ["C-MRTR-006", "C-MRTR-011"],
    vice: repeating((again, result, first) =>
      first["name"] === "wizard" && !("requestState" in result) ? { ...again, requestState: "wizard-1" } : again,
    ),
  },
  {
    ...ON,
    name: "state-for-everybody",
    fails: ["C-MRTR-008"],
    vice: onParams("tools/call", (params) => (params["name"] === "echo" ? { ...params, requestState: "two" } : params)),
  },
  {
    ...ON,
    name: "answers-what-nobody-asked",
    fails: ["C-MRTR-002", "C-MRTR-010"],
    vice: repeating((again, result) =>
      "inputRequests" in result ? again : { ...again, inputResponses: { confirm: ANSWER } },
    ),
  },
  {
    ...ON,
    name: "first-answers-again",
    fails: ["C-MRTR-001", "C-MRTR-011"],
    vice: repeating((again, _, first) =>
      first["name"] === "wizard" ? { ...again, inputResponses: { first: ANSWER } } : again,
    ),
  },
  {
    ...ON,
    name: "rounds-for-tools-alone",
    fails: ["C-MRTR-013"],
    vice: { repeats: (again, _, __, method) => (method === "tools/call" ? again : undefined) },
  },
  {
    ...ENDLESS,
    name: "never-stops-asking",
    fails: ["C-MRTR-012"],
    vice: { rounds: 60, capabilities: { elicitation: {} } },
  },
  {
    ...ODD,
    name: "rounds-for-lists",
    fails: ["C-MRTR-014"],
    vice: {
      repeats: (again, result, first, method) =>
        method === "tools/list"
          ? { ...first, inputResponses: { user: ANSWER }, requestState: result["requestState"] ?? null }
          : again,
    },
  },
  {
    ...ODD,
    name: "answers-every-kind",
    fails: ["C-MRTR-001", "C-MRTR-015"],
    vice: {
      repeats: (again, _, first) =>
        first["name"] === "ask_all" ? { ...first, inputResponses: { user: ANSWER, other: {} } } : again,
      rounds: 1,
    },
  },
  {
    ...ODD,
    name: "asks-what-is-wanted",
    fails: ["C-MRTR-016"],
    vice: { repeats: (again, _, first) => (first["name"] === "ask_nothing" ? first : again), rounds: 20 },
  },
];
