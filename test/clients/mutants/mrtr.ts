import { stringMember } from "../../../src/model/json.ts";
import { onParams, without } from "../edits.ts";
import { MODERN, type MutantClient } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "inputs-always",
    fails: ["C-MRTR-009"],
    contexts: MODERN,
    vice: onParams("tools/call", (params) => ({ ...params, inputResponses: {} })),
  },
  {
    name: "tidies-the-state",
    fails: ["C-MRTR-005"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) =>
      stringMember(params, "requestState") === undefined ? params : { ...params, requestState: "{}" },
    ),
  },
  {
    name: "drops-the-state",
    fails: ["C-MRTR-005"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) => without(params, "requestState")),
  },
  {
    name: "same-id-again",
    fails: ["C-MRTR-007"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: { fixedIds: { "tools/call": 44 } },
  },
];
