import { without } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_HTTP, type MutantClient } from "../../clients/mutant-client.ts";

const OUTPUT = { contexts: EVERYWHERE, scenario: "output-schemas" } as const;

export const MUTANTS: readonly MutantClient[] = [
  { name: "validates-by-draft-07", fails: ["C-SCHEMA-001"], ...OUTPUT, vice: { checks: "draft-07" } },
  { name: "validates-nothing", fails: ["C-TOOL-008"], ...OUTPUT, vice: { checks: "nothing" } },
  {
    name: "objects-alone",
    fails: ["C-TOOL-009"],
    contexts: MODERN,
    scenario: "typed-results",
    vice: { checks: "objects-only" },
  },
  {
    name: "refuses-unknown-dialects",
    fails: ["C-SCHEMA-002"],
    contexts: EVERYWHERE,
    scenario: "schema-dialects",
    vice: { refusesLists: (result) => JSON.stringify(result).includes("example.com/dialect") },
  },
  {
    name: "fetches-references",
    fails: ["C-SCHEMA-003"],
    contexts: MODERN_HTTP,
    scenario: "remote-references",
    vice: { fetchesReferences: true },
  },
  {
    name: "anything-goes",
    fails: ["C-SCHEMA-004"],
    contexts: MODERN_HTTP,
    scenario: ["output-schemas", "remote-references"],
    vice: { checks: "not-references" },
  },
  {
    name: "hangs-in-a-schema",
    fails: ["C-SCHEMA-005"],
    contexts: MODERN,
    scenario: ["neutral", "hostile-schemas"],
    vice: { hangsOn: (message) => JSON.stringify(message).includes("#/$defs/d30") },
  },
  {
    name: "closed-type-for-schemas",
    fails: ["C-SCHEMA-006"],
    contexts: EVERYWHERE,
    scenario: "schema-keywords",
    vice: { keepsSchema: (schema) => without(without(schema, "$defs"), "additionalProperties") },
  },
];
