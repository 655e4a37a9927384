import { without } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN, MODERN_HTTP, type MutantClient, mutant } from "../../clients/mutant-client.ts";

const OUTPUT = { contexts: EVERYWHERE, scenario: "output-schemas" } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("validates-by-draft-07", ["C-SCHEMA-001"], OUTPUT).does({ checks: "draft-07" }),
  mutant("refuses-unknown-dialects", ["C-SCHEMA-002"], EVERYWHERE, "schema-dialects").does({
    refusesLists: (result) => JSON.stringify(result).includes("example.com/dialect"),
  }),
  mutant("fetches-references", ["C-SCHEMA-003"], MODERN_HTTP, "remote-references").does({ fetchesReferences: true }),
  mutant("anything-goes", ["C-SCHEMA-004"], MODERN_HTTP, ["output-schemas", "remote-references"]).does({
    checks: "not-references",
  }),
  mutant("hangs-in-a-schema", ["C-SCHEMA-005"], MODERN, ["neutral", "hostile-schemas"]).does({
    hangsOn: (message) => JSON.stringify(message).includes("#/$defs/d30"),
  }),
  mutant("closed-type-for-schemas", ["C-SCHEMA-006"], EVERYWHERE, "schema-keywords").does({
    keepsSchema: (schema) => without(without(schema, "$defs"), "additionalProperties"),
  }),
];
