import { isJsonObject } from "../../../src/base/json.ts";
import { MODERN, MODERN_HTTP, MODERN_STDIO, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

const ON = { scenario: "input-rounds", contexts: MODERN_STDIO } as const;

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss(
    "declines-every-form",
    ["C-MRTR-001", "C-MRTR-002", "C-MRTR-003", "C-ELICIT-022", "C-MRTR-011", "C-MRTR-013"],
    ON,
  ).does({ answers: { "elicitation/create": () => ({ action: "decline" }) } }),
  nearMiss("empty-answers-to-a-state", ["C-MRTR-010", "C-MRTR-005"], ON).does({
    repeats: (again, result) => again && ("inputRequests" in result ? again : { ...again, inputResponses: {} }),
  }),
  nearMiss("old-answers-beside-new-ones", ["C-MRTR-002", "C-MRTR-011"], ON).does({
    repeats: (again, result, first) =>
      again &&
      first["name"] === "wizard" &&
      isJsonObject(result["inputRequests"]) &&
      "second" in result["inputRequests"]
        ? { ...again, inputResponses: { first: { action: "accept" }, second: { action: "decline" } } }
        : again,
  }),
  nearMiss("arguments-left-out-where-empty", ["C-MRTR-004", "C-MRTR-006", "C-MRTR-008"], ON).does({
    repeats: (again, _, first) => {
      if (again === undefined || first["name"] !== "two_inputs") return again;
      const { arguments: __, ...rest } = again;
      return rest;
    },
  }),
  nearMiss("results-that-name-their-type", ["C-MRTR-003", "C-ROOTS-008", "C-SAMPLE-013", "C-SAMPLE-014"], ON).does({
    answers: { "roots/list": () => ({ resultType: "complete", roots: [] }) },
  }),
  nearMiss("a-few-rounds-more", ["C-MRTR-012"], MODERN_HTTP, "endless-rounds").does({ rounds: 30 }),
  nearMiss("tries-nothing-once-more", ["C-MRTR-016", "C-MRTR-014", "C-MRTR-015"], MODERN_HTTP, "odd-inputs").does({
    repeats: (again, _, first) => (first["name"] === "ask_nothing" ? first : again),
    rounds: 1,
  }),
  nearMiss("rounds-with-other-ids", ["C-MRTR-007"], MODERN, "input-rounds").does({
    edit: (message) => ("id" in message && "method" in message ? { ...message, id: `r${message["id"]}` } : message),
  }),
];
