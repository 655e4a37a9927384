import { listMember, member } from "../../../src/base/json.ts";
import { onParams } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, MODERN, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("null-cursor", ["C-PAGE-002"], EVERYWHERE).does(
    onParams("tools/list", (params) => ({ ...params, cursor: null })),
  ),
  mutant("cursor-becomes-a-number", ["C-PAGE-001"], [...STDIO, ...MODERN], "pages").does(
    onParams("tools/list", (params) => (member(params, "cursor") === undefined ? params : { ...params, cursor: "2" })),
  ),
  mutant("until-nothing-comes", ["C-PAGE-003"], [...STDIO, ...MODERN], "pages").does({
    wantsPage: (sizes) => sizes.length < 3,
  }),
  mutant("ends-at-an-empty-cursor", ["C-PAGE-004"], MODERN, "empty-cursor").does({
    wantsPage: (_, cursor) => Boolean(cursor),
  }),
  mutant("ends-at-an-empty-page", ["C-PAGE-005"], EVERYWHERE, "uneven-pages").does({
    wantsPage: (sizes, cursor) => cursor !== undefined && sizes.at(-1) !== 0,
  }),
  mutant("ends-at-the-first-page", ["C-PAGE-006"], EVERYWHERE, "uneven-pages").does({ wantsPage: () => false }),
  mutant("few-tools-alone", ["C-PAGE-007"], EVERYWHERE, "long-list").does({
    stopsOn: (message) => listMember(member(message, "result"), "tools").length > 400,
  }),
  mutant("keeps-cursors", ["C-PAGE-008"], BOTH, "two-sessions").does(
    onParams("tools/list", (params) =>
      member(params, "cursor") === "session-2" ? { ...params, cursor: "session-1" } : params,
    ),
  ),
  mutant("pages-without-end", ["C-PAGE-009"], STDIO, "endless-pages").does({ wantsPage: () => true }),
];
