import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { onParams, without } from "../../clients/edits.ts";
import { MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient, mutant } from "../../clients/mutant-client.ts";
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
): Vice => ({ repeats: (again, ...rest) => again && change(again, ...rest) });

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
  mutant("inputs-always", ["C-MRTR-009"], MODERN).does(
    onParams("tools/call", (params) => ({ ...params, inputResponses: {} })),
  ),
  mutant("tidies-the-state", ["C-MRTR-005", "C-MRTR-011"], MODERN, "input-rounds").does(
    onParams("tools/call", (params) =>
      stringMember(params, "requestState") === undefined ? params : { ...params, requestState: "{}" },
    ),
  ),
  mutant("drops-the-state", ["C-MRTR-005", "C-MRTR-011"], MODERN_HTTP, "input-rounds").does(
    onParams("tools/call", (params) => without(params, "requestState")),
  ),
  mutant("same-id-again", ["C-MRTR-007"], MODERN, "input-rounds").does({ fixedIds: { "prompts/get": 44 } }),
  mutant("answers-the-first", ["C-MRTR-001"], ON).does(
    responding((responses) => Object.fromEntries(Object.entries(responses).slice(0, 1))),
  ),
  mutant("keys-are-methods", ["C-MRTR-001", "C-MRTR-002", "C-MRTR-011"], ON).does(
    responding((responses, result) =>
      Object.fromEntries(
        Object.entries(responses).map(([key, given]) => [
          stringMember(member(result["inputRequests"], key), "method") ?? key,
          given,
        ]),
      ),
    ),
  ),
  mutant("an-answer-more", ["C-MRTR-002"], ON).does(responding((responses) => ({ ...responses, extra: ANSWER }))),
  mutant("elicitation-in-an-envelope", ["C-ELICIT-002", "C-ELICIT-022", "C-MRTR-003"], ON).does(
    answering("elicitation/create", (result, id) => ({ jsonrpc: "2.0", id, result })),
  ),
  mutant("roots-in-an-envelope", ["C-MRTR-003", "C-ROOTS-008"], ON).does(
    answering("roots/list", (result) => ({ result })),
  ),
  mutant("model-in-an-envelope", ["C-MRTR-003", "C-SAMPLE-002", "C-SAMPLE-003", "C-SAMPLE-013"], ON).does(
    answering("sampling/createMessage", (result, key) => ({ key, result })),
  ),
  mutant(
    "error-for-a-message",
    ["C-MRTR-003", "C-SAMPLE-002", "C-SAMPLE-003", "C-SAMPLE-013", "C-SAMPLE-014"],
    ON,
  ).does(answering("sampling/createMessage", () => ({ error: { code: -1, message: "User rejected" } }))),
  mutant("inputs-alone", ["C-MRTR-004"], ON).does(
    repeating((again, _, __, method) => (method === "prompts/get" ? without(again, "arguments") : again)),
  ),
  mutant("null-for-no-state", ["C-MRTR-006"], ON).does(
    repeating((again, result, first) =>
      first["name"] === "test_mrtr_no_state" && !("requestState" in result) ? { ...again, requestState: null } : again,
    ),
  ),
  mutant("keeps-the-state-of-the-round-before", ["C-MRTR-006", "C-MRTR-011"], ON).does(
    repeating((again, result, first) =>
      first["name"] === "wizard" && !("requestState" in result) ? { ...again, requestState: "wizard-1" } : again,
    ),
  ),
  mutant("state-for-everybody", ["C-MRTR-008"], ON).does(
    onParams("tools/call", (params) => (params["name"] === "echo" ? { ...params, requestState: "two" } : params)),
  ),
  mutant("answers-what-nobody-asked", ["C-MRTR-002", "C-MRTR-010"], ON).does(
    repeating((again, result) =>
      "inputRequests" in result ? again : { ...again, inputResponses: { confirm: ANSWER } },
    ),
  ),
  mutant("first-answers-again", ["C-MRTR-001", "C-MRTR-011"], ON).does(
    repeating((again, _, first) =>
      first["name"] === "wizard" ? { ...again, inputResponses: { first: ANSWER } } : again,
    ),
  ),
  mutant("rounds-for-tools-alone", ["C-MRTR-013"], ON).does({
    repeats: (again, _, __, method) => (method === "tools/call" ? again : undefined),
  }),
  mutant("never-stops-asking", ["C-MRTR-012"], ENDLESS).does({ rounds: 60, capabilities: { elicitation: {} } }),
  mutant("rounds-for-lists", ["C-MRTR-014"], ODD).does({
    repeats: (again, result, first, method) =>
      method === "tools/list"
        ? { ...first, inputResponses: { user: ANSWER }, requestState: result["requestState"] ?? null }
        : again,
  }),
  mutant("answers-every-kind", ["C-MRTR-001", "C-MRTR-015"], ODD).does({
    repeats: (again, _, first) =>
      first["name"] === "ask_all" ? { ...first, inputResponses: { user: ANSWER, other: {} } } : again,
    rounds: 1,
  }),
  mutant("asks-what-is-wanted", ["C-MRTR-016"], ODD).does({
    repeats: (again, _, first) => (first["name"] === "ask_nothing" ? first : again),
    rounds: 20,
  }),
];
