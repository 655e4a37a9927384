import { answering, onMethod, stray } from "../../clients/edits.ts";
import { BOTH, MODERN_STDIO, type MutantClient, STDIO } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "announces-roots",
    fails: ["C-ROOTS-007"],
    contexts: STDIO,
    vice: { capabilities: { roots: {} }, before: { "tools/list": [stray("notifications/roots/list_changed")] } },
  },
  {
    ...FEATURES,
    name: "roots-undeclared",
    fails: ["C-ROOTS-001", "C-ROOTS-005"],
    vice: answering("roots/list", () => ({ roots: [{ uri: "file:///home/ada" }] }), { sampling: {}, elicitation: {} }),
  },
  {
    ...FEATURES,
    name: "bare-roots",
    fails: ["C-ROOTS-002"],
    vice: answering("roots/list", () => ({ roots: ["file:///home/ada"] })),
  },
  {
    ...FEATURES,
    name: "windows-path",
    fails: ["C-ROOTS-003"],
    vice: answering("roots/list", () => ({ roots: [{ uri: "C:\\projects" }] })),
  },
  {
    ...FEATURES,
    name: "path-that-climbs",
    fails: ["C-ROOTS-004"],
    vice: answering("roots/list", () => ({ roots: [{ uri: "file:///home/ada/../root" }] })),
  },
  {
    name: "keeps-changes-to-itself",
    fails: ["C-ROOTS-006"],
    contexts: BOTH,
    scenario: "roots-changes",
    vice: onMethod("notifications/roots/list_changed", () => undefined),
  },
  {
    name: "announces-roots-as-before",
    fails: ["C-LIFE-037", "C-ROOTS-009"],
    contexts: MODERN_STDIO,
    scenario: "roots-changes",
    vice: { after: { "tools/list": [{ jsonrpc: "2.0", method: "notifications/roots/list_changed" }] } },
  },
];
