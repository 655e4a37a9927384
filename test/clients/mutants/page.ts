import { member } from "../../../src/model/json.ts";
import { onParams } from "../edits.ts";
import { EVERYWHERE, MODERN, type MutantClient, STDIO } from "../mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "null-cursor",
    fails: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/list", (params) => ({ ...params, cursor: null })),
  },
  {
    name: "empty-cursor",
    fails: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/list", (params) => ({ ...params, cursor: "" })),
  },
  {
    name: "cursor-becomes-a-number",
    fails: ["C-PAGE-001"],
    contexts: [...STDIO, ...MODERN],
    scenario: "pages",
    vice: onParams("tools/list", (params) =>
      member(params, "cursor") === undefined ? params : { ...params, cursor: "2" },
    ),
  },
];
