import { member } from "../../../src/base/json.ts";
import { MODERN_STDIO, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("talks-to-stdin", ["C-STDIO-001"], [...STDIO, ...MODERN_STDIO]).does({
    text: (text, message) => (member(message, "method") === "tools/list" ? `[debug] listing\n${text}` : text),
  }),
  mutant("indents-its-messages", ["C-STDIO-001", "C-STDIO-002"], [...STDIO, ...MODERN_STDIO]).does({
    text: (text, message) =>
      member(message, "method") === "prompts/list" ? JSON.stringify(JSON.parse(text), null, 2) : text,
  }),
  mutant("takes-pieces-for-messages", ["C-STDIO-003"], [...STDIO, ...MODERN_STDIO], "pieces").does({
    takesPiecesForLines: true,
  }),
  mutant("overlooks-the-end-of-the-process", ["C-STDIO-008"], [...STDIO, ...MODERN_STDIO], "process-ends").does({
    overlooksEnd: true,
  }),
  mutant("starts-again-for-ever", ["C-STDIO-009"], MODERN_STDIO, "process-ends-at-rest").does({ restarts: 9 }),
];
