import { listMember, member } from "../../../src/model/json.ts";
import { onParams } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, MODERN, type MutantClient, STDIO } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "null-cursor",
    fails: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/list", (params) => ({ ...params, cursor: null })),
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

  {
    name: "until-nothing-comes",
    fails: ["C-PAGE-003"],
    contexts: [...STDIO, ...MODERN],
    scenario: "pages",
    vice: { wantsPage: (sizes) => sizes.length < 3 },
  },
  {
    name: "ends-at-an-empty-cursor",
    fails: ["C-PAGE-004"],
    contexts: MODERN,
    scenario: "empty-cursor",
    vice: { wantsPage: (_, cursor) => Boolean(cursor) },
  },
  {
    name: "ends-at-an-empty-page",
    fails: ["C-PAGE-005"],
    contexts: EVERYWHERE,
    scenario: "uneven-pages",
    vice: { wantsPage: (sizes, cursor) => cursor !== undefined && sizes.at(-1) !== 0 },
  },
  {
    name: "ends-at-the-first-page",
    fails: ["C-PAGE-006"],
    contexts: EVERYWHERE,
    scenario: "uneven-pages",
    vice: { wantsPage: () => false },
  },
  {
    name: "few-tools-alone",
    fails: ["C-PAGE-007"],
    contexts: EVERYWHERE,
    scenario: "long-list",
    vice: { stopsOn: (message) => listMember(member(message, "result"), "tools").length > 400 },
  },
  {
    name: "keeps-cursors",
    fails: ["C-PAGE-008"],
    contexts: BOTH,
    scenario: "two-sessions",
    vice: onParams("tools/list", (params) =>
      member(params, "cursor") === "session-2" ? { ...params, cursor: "session-1" } : params,
    ),
  },
  {
    name: "pages-without-end",
    fails: ["C-PAGE-009"],
    contexts: STDIO,
    scenario: "endless-pages",
    vice: { wantsPage: () => true },
  },
];
