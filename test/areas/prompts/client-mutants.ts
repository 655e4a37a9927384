import { listMember } from "../../../src/base/json.ts";
import { onParams, without } from "../../clients/edits.ts";
import { EVERYWHERE, MODERN_HTTP, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

const RICH = { contexts: EVERYWHERE, scenario: "rich-content" } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("text-prompts-alone", ["C-PROMPT-005"], RICH).does({
    understands: (result) => ("messages" in result ? { messages: listMember(result, "messages").slice(0, 1) } : result),
  }),
  mutant("numbers-for-prompts", ["C-PROMPT-001"], EVERYWHERE).does(
    onParams("prompts/get", (params) => ({ ...params, arguments: { name: 10 } })),
  ),
  mutant("prompt-without-arguments", ["C-PROMPT-002"], EVERYWHERE).does(
    onParams("prompts/get", (params) => without(params, "arguments")),
  ),
  mutant("ignores-notices", ["C-PROMPT-004", "C-RES-007", "C-TOOL-004"], STDIO, "changing-lists").does({
    ignoresNotices: true,
  }),
  mutant(
    "ignores-notices-of-a-subscription",
    ["C-PROMPT-004", "C-RES-007", "C-SUBS-006", "C-TOOL-004"],
    MODERN_HTTP,
    "changing-lists",
  ).does({ ignoresNotices: true }),
  mutant("first-page-of-prompts", ["C-PROMPT-003"], EVERYWHERE, "three-pages").does({ wantsPage: () => false }),
];
