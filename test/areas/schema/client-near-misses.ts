import { EVERYWHERE, MODERN_HTTP, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("refuses-what-it-cannot-resolve", ["C-SCHEMA-003", "C-SCHEMA-004", "C-SCHEMA-005"], MODERN_HTTP, [
    "neutral-stateless",
    "output-schemas",
    "remote-references",
    "hostile-schemas",
  ]).does({ capabilities: {} }),
  nearMiss("adds-to-a-schema", ["C-SCHEMA-006"], EVERYWHERE, "schema-keywords").does({
    keepsSchema: (schema) => ({ ...schema, title: "added" }),
  }),
];
