import { isJsonObject } from "../../../src/model/json.ts";
import { type InnocentClient, MODERN_HTTP, MODERN_STDIO } from "../../clients/mutant-client.ts";

const ON = { scenario: "input-rounds", contexts: MODERN_STDIO } as const;

export const INNOCENTS: readonly InnocentClient[] = [
  {
    ...ON,
    name: "declines-every-form",
    near: ["C-MRTR-001", "C-MRTR-002", "C-MRTR-003", "C-ELICIT-022", "C-MRTR-011", "C-MRTR-013"],
    vice: { answers: { "elicitation/create": () => ({ action: "decline" }) } },
  },
  {
    ...ON,
    name: "empty-answers-to-a-state",
    near: ["C-MRTR-010", "C-MRTR-005"],
    vice: {
      repeats: (again, result) => again && ("inputRequests" in result ? again : { ...again, inputResponses: {} }),
    },
  },
  {
    ...ON,
    name: "old-answers-beside-new-ones",
    near: ["C-MRTR-002", "C-MRTR-011"],
    vice: {
      repeats: (again, result, first) =>
        again &&
        first["name"] === "wizard" &&
        isJsonObject(result["inputRequests"]) &&
        "second" in result["inputRequests"]
          ? { ...again, inputResponses: { first: { action: "accept" }, second: { action: "decline" } } }
          : again,
    },
  },
  {
    ...ON,
    name: "arguments-left-out-where-empty",
    near: ["C-MRTR-004", "C-MRTR-006", "C-MRTR-008"],
    vice: {
      repeats: (again, _, first) => {
        if (again === undefined || first["name"] !== "two_inputs") return again;
        const { arguments: __, ...rest } = again;
        return rest;
      },
    },
  },
  {
    ...ON,
    name: "results-that-name-their-type",
    near: ["C-MRTR-003", "C-ROOTS-008", "C-SAMPLE-013", "C-SAMPLE-014"],
    vice: { answers: { "roots/list": () => ({ resultType: "complete", roots: [] }) } },
  },
  {
    name: "a-few-rounds-more",
    near: ["C-MRTR-012"],
    scenario: "endless-rounds",
    contexts: MODERN_HTTP,
    vice: { rounds: 30 },
  },
  {
    name: "tries-nothing-once-more",
    near: ["C-MRTR-016", "C-MRTR-014", "C-MRTR-015"],
    scenario: "odd-inputs",
    contexts: MODERN_HTTP,
    vice: { repeats: (again, _, first) => (first["name"] === "ask_nothing" ? first : again), rounds: 1 },
  },
];
