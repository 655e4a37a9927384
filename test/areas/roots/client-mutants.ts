import { answering, onMethod, stray } from "../../clients/edits.ts";
import { BOTH, MODERN_STDIO, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("announces-roots", ["C-ROOTS-007"], STDIO).does({
    capabilities: { roots: {} },
    before: { "tools/list": [stray("notifications/roots/list_changed")] },
  }),
  mutant("roots-undeclared", ["C-ROOTS-001", "C-ROOTS-005"], FEATURES).does(
    answering("roots/list", () => ({ roots: [{ uri: "file:///home/ada" }] }), { sampling: {}, elicitation: {} }),
  ),
  mutant("bare-roots", ["C-ROOTS-002"], FEATURES).does(
    answering("roots/list", () => ({ roots: ["file:///home/ada"] })),
  ),
  mutant("windows-path", ["C-ROOTS-003"], FEATURES).does(
    answering("roots/list", () => ({ roots: [{ uri: "C:\\projects" }] })),
  ),
  mutant("path-that-climbs", ["C-ROOTS-004"], FEATURES).does(
    answering("roots/list", () => ({ roots: [{ uri: "file:///home/ada/../root" }] })),
  ),
  mutant("keeps-changes-to-itself", ["C-ROOTS-006"], BOTH, "roots-changes").does(
    onMethod("notifications/roots/list_changed", () => undefined),
  ),
  mutant("announces-roots-as-before", ["C-LIFE-037", "C-ROOTS-009"], MODERN_STDIO, "roots-changes").does({
    after: { "tools/list": [{ jsonrpc: "2.0", method: "notifications/roots/list_changed" }] },
  }),
];
