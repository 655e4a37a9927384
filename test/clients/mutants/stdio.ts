import { member } from "../../../src/model/json.ts";
import { MODERN_STDIO, type MutantClient, STDIO } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "talks-to-stdin",
    fails: ["C-STDIO-001"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: { text: (text, message) => (member(message, "method") === "tools/list" ? `[debug] listing\n${text}` : text) },
  },
];
