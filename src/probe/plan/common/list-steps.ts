import type { Limits } from "../../../model/limits.ts";
import { unlessAbsent, unlessOffered } from "../known.ts";
import { LISTS, type ListKind, readAllPages } from "../lists.ts";
import type { Step } from "../step.ts";

const kinds = Object.keys(LISTS) as ListKind[];

const LIST_RULES = { tools: "TOOL-001", resources: "RES-001", templates: "RESTPL-002", prompts: "PROMPT-001" } as const;

const ABSENT_RULES = {
  tools: ["PROTO-035", "TOOL-003"],
  resources: ["PROTO-035", "RES-002"],
  templates: ["RES-002", "RESTPL-009"],
  prompts: ["PROTO-035", "PROMPT-002"],
} as const;

const AGAIN_RULES = {
  tools: ["TOOL-033", "TOOL-035"],
  resources: ["RES-032"],
  templates: ["RES-032"],
  prompts: ["PROMPT-021"],
} as const;

/** Ten thousand characters that no server ever issued as a cursor. */
const LONG_CURSOR = "mcptest-".repeat(1250);

/** Cursors the server never issued, for every list it has. */
export const badCursors: readonly Step[] = kinds.map((kind) => ({
  name: `${LISTS[kind].method}-bad-cursor`,
  asks: `${LISTS[kind].method} with cursors that were never issued: text, empty, very long, a number`,
  serves: ["PAGE-003", "PAGE-004", "PROTO-014", ...(kind === "templates" ? ["RESTPL-008"] : [])],
  deliberate: true,
  skip: unlessOffered(LISTS[kind].capability),
  run: (io) => {
    const { method } = LISTS[kind];
    return Promise.all([
      io.ask(method, { cursor: "mcptest-invalid-cursor" }),
      io.ask(method, { cursor: "" }, { as: "empty" }),
      io.ask(method, { cursor: LONG_CURSOR }, { as: "long" }),
      io.ask(method, { cursor: 1 }, { as: "number" }),
    ]);
  },
}));

/** The first page once more, with an empty params object. */
export const emptyParams: readonly Step[] = kinds.map((kind) => ({
  name: `${LISTS[kind].method}-empty-params`,
  asks: `${LISTS[kind].method} with an empty params object`,
  serves: [LIST_RULES[kind]],
  skip: unlessOffered(LISTS[kind].capability),
  run: (io) => io.ask(LISTS[kind].method, {}),
}));

/** A list whose capability is absent should not work. */
export const absentLists: readonly Step[] = kinds.map((kind) => ({
  name: `${LISTS[kind].method}-absent`,
  asks: `${LISTS[kind].method} although ${LISTS[kind].capability} is not advertised`,
  serves: ABSENT_RULES[kind],
  deliberate: true,
  skip: unlessAbsent(LISTS[kind].capability),
  run: (io) => io.ask(LISTS[kind].method),
}));

/** All pages again after everything else was asked: order and content should not have changed. */
export const listsAgain = (limits: Limits): Step[] =>
  kinds.map((kind) => ({
    name: `${LISTS[kind].method}-again`,
    asks: `${LISTS[kind].method} once more, after everything else`,
    serves: AGAIN_RULES[kind],
    skip: unlessOffered(LISTS[kind].capability),
    run: (io) => readAllPages(io, kind, limits, () => {}),
  }));

/** What every page of every list shows by itself. */
export const LIST_SERVES = {
  tools: [
    ...["TOOL-001", "TOOL-004", "TOOL-006", "TOOL-007", "TOOL-008", "TOOL-009", "TOOL-010", "TOOL-011", "TOOL-013"],
    ...[
      "TOOL-014",
      "TOOL-015",
      "TOOL-016",
      "TOOL-020",
      "CACHE-002",
      "CACHE-007",
      "CACHE-008",
      "CACHE-009",
      "CACHE-010",
    ],
    ...["HEADER-030", "HEADER-031", "HEADER-032", "HEADER-033", "HEADER-034", "HEADER-035", "HEADER-036", "HEADER-037"],
    ...["SCHEMA-002", "SCHEMA-003", "SCHEMA-004", "SCHEMA-005", "SCHEMA-007", "SCHEMA-008", "SCHEMA-009", "SCHEMA-011"],
    ...["PAGE-001", "PAGE-002", "PAGE-005", "PAGE-007", "PAGE-009", "PROTO-049"],
  ],
  resources: [
    ...["RES-001", "RES-004", "RES-005", "RES-006", "RES-026", "RES-027", "CACHE-004", "PAGE-001", "PAGE-009"],
    ...["SCHEMA-020", "SCHEMA-021", "SCHEMA-022"],
  ],
  templates: [
    "RESTPL-001",
    "RESTPL-002",
    "RESTPL-003",
    "RESTPL-004",
    "CACHE-005",
    "PAGE-001",
    "PAGE-009",
    "RESTPL-008",
  ],
  prompts: [
    ...["PROMPT-001", "PROMPT-003", "PROMPT-004", "PROMPT-005", "PROMPT-006", "CACHE-003", "PAGE-001", "PAGE-009"],
  ],
} as const satisfies Record<ListKind, readonly string[]>;
