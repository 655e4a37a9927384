import type { Limits } from "../../wire/limits.ts";
import { type ListKind, unlessAbsent, unlessOffered } from "./known.ts";
import { LISTS, ListedItems, readAllPages } from "./lists.ts";
import type { Step } from "./step.ts";

const kinds = Object.keys(LISTS) as ListKind[];

/** Ten thousand characters that no server ever issued as a cursor. */
const LONG_CURSOR = "mcptest-".repeat(1250);

/** Cursors the server never issued, for every list it has. */
export const badCursors: readonly Step[] = kinds.map((kind) => ({
  question: `${LISTS[kind].method}-bad-cursor`,
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
  question: `${LISTS[kind].method}-empty-params`,
  skip: unlessOffered(LISTS[kind].capability),
  run: (io) => io.ask(LISTS[kind].method, {}),
}));

/** A list whose capability is absent should not work. */
export const absentLists: readonly Step[] = kinds.map((kind) => ({
  question: `${LISTS[kind].method}-absent`,
  deliberate: true,
  skip: unlessAbsent(LISTS[kind].capability),
  run: (io) => io.ask(LISTS[kind].method),
}));

/**
 * All pages again after everything else was asked: order and content should not have changed. What differs is read a third
 * time at once: a list that changed with time stays as it is then, and one that is back as it was depends on something else.
 */
export const listsAgain = (limits: Limits, listed: ListedItems, again = new ListedItems()): Step[] =>
  kinds.map((kind) => ({
    question: `${LISTS[kind].method}-again`,
    continues: true,
    skip: unlessOffered(LISTS[kind].capability),
    run: async (io) => {
      again.clear(kind);
      await readAllPages(io, kind, limits, (items) => again.add(kind, items));
      if (listed.differs(kind, again)) await readAllPages(io, kind, limits, () => {}, "third");
    },
  }));
