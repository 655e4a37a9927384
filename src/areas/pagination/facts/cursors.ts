import { isJsonObject, member, stringMember } from "../../../base/json.ts";
import { answerItem } from "../../../judge/core/answer.ts";
import { answersTo, isAsked } from "../../../judge/core/answers.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Fact, type Item, seen, type View } from "../../../judge/core/fact.ts";
import {
  CHANGED_WITH_TIME,
  cursorOf,
  type DatedList,
  isBackAgain,
  isListRequest,
  listingsIn,
  namesOn,
  nextCursorOf,
  setOf,
  settled,
} from "../../../judge/core/listings.ts";
import { answeredPages } from "../../../judge/core/lists.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { LISTS, repeatsPage, unlessPaged } from "./pages.ts";

const CURSOR_TYPE = "answer (same: the entries of the first time, other: different ones, error: no result)";

/** A use of a cursor, and the first one. */
type Pair = readonly [again: ExchangeRecord, before: ExchangeRecord];

/** Some of the requests, each with the first other of the same use, where that was answered. */
const withFirst = (
  asked: readonly ExchangeRecord[],
  isAgain: (record: ExchangeRecord) => boolean,
  useOf: (record: ExchangeRecord) => string,
  counts: (record: ExchangeRecord) => boolean = () => true,
): readonly Pair[] => {
  const first = new Map<string, ExchangeRecord>();
  for (const record of asked) if (counts(record) && !first.has(useOf(record))) first.set(useOf(record), record);
  return asked.flatMap((record) => {
    const before = isAgain(record) ? first.get(useOf(record)) : undefined;
    return before && before !== record && isUsable(before) ? [[record, before] as const] : [];
  });
};

/** Requests that use a cursor which was used before, beside the first answer. */
const withCursor = (view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => isListRequest(record) && typeof cursorOf(record) === "string");

const cursorFact = (
  head: Pick<Fact, "name" | "doc">,
  questions: readonly QuestionRef[],
  pairs: (asked: readonly ExchangeRecord[]) => readonly Pair[],
  inMotion: (pair: Pair, asked: readonly ExchangeRecord[], view: View) => boolean = () => false,
): Fact => ({
  ...head,
  questions,
  kind: "observations",
  type: CURSOR_TYPE,
  derived: true,
  read(view) {
    const asked = view.once(withCursor);
    if (asked.length === 0) return unlessPaged(view);
    const found = pairs(asked);
    if (found.length === 0) return unseen(view, questions, "a cursor that was used twice");
    return seen(
      distinct(
        found.map((pair) => {
          const [record, before] = pair;
          const answer = !isUsable(record) ? "error" : pageOf(record) === pageOf(before) ? "same" : "other";
          const moved = answer !== "same" && inMotion(pair, asked, view);
          return {
            exchange: record.id,
            pointer: "/response",
            value: { answer },
            parts: { answer: "/response" },
            name: record.method,
            ...(gapOf(record) ?? (moved ? MOVED : settled(view, record.method, answer === "other"))),
          };
        }),
      ),
    );
  },
});

const MOVED: Pick<Item, "open"> = { open: { ...CHANGED_WITH_TIME, except: [] } };

const gapOf = (record: ExchangeRecord): Pick<Item, "open"> | undefined => {
  const { open } = answerItem(record);
  return open && { open: { ...open, except: [] } };
};

const pageOf = (record: ExchangeRecord): string => JSON.stringify([...namesOn(record)].sort());

const isUsable = ({ exchange }: ExchangeRecord): boolean => isJsonObject(member(exchange.response, "result"));

const isFresh = (record: ExchangeRecord): boolean => isAsked(record, ["fresh-cursor:*"]);

const isSameUse = (left: ExchangeRecord, right: ExchangeRecord): boolean =>
  sameCursor(left, right) && left.exchange.conversation === right.exchange.conversation;

/**
 * A list may change with time, and its pages with it. A cursor that is not stable shows by another page of a list that holds
 * what it held, or by going to and fro; a page that failed and then came was out of order for a moment.
 */
const mayHaveMoved = ([record, before]: Pair, asked: readonly ExchangeRecord[], view: View): boolean => {
  view.spend(asked.length);
  const uses = asked.filter((other) => isSameUse(record, other));
  if (!isUsable(record)) return uses.some((other) => other.index > record.index && isUsable(other));
  const [now, then] = [record, before].map((use) =>
    listingsIn(view).find(({ records, ending }) => ending === "last page" && records.includes(use)),
  );
  if (now && then && setOf(now) === setOf(then)) return false;
  const dated = (use: ExchangeRecord): DatedList => ({ records: [use], set: pageOf(use) });
  return !isBackAgain(dated(record), dated(before), uses.filter(isUsable).map(dated));
};

export const cursorAgain = cursorFact(
  { name: "cursor_again", doc: "The answers to a cursor that was used before on the same connection." },
  LISTS.flatMap((list): QuestionRef[] => [`${list}-again:*`, list]),
  (asked) =>
    withFirst(
      asked,
      (record) => !isFresh(record),
      (record) => keyOf(record.method, cursorOf(record), record.exchange.conversation),
    ),
  mayHaveMoved,
);

export const cursorElsewhere = cursorFact(
  {
    name: "cursor_elsewhere",
    doc: "The answers to a cursor on a connection that did not receive it, beside the answer where it was given.",
  },
  ["fresh-cursor"],
  (asked) =>
    withFirst(
      asked,
      isFresh,
      (record) => keyOf(record.method, cursorOf(record)),
      (record) => !isFresh(record),
    ),
);

const sameCursor = (left: ExchangeRecord, right: ExchangeRecord): boolean =>
  left.method === right.method && cursorOf(left) === cursorOf(right);

const NEVER_ISSUED = "mcptest-invalid-cursor";

/** A list that never works says nothing about cursors. */
const ofWorkingLists = (fact: Fact): Fact => ({
  ...fact,
  read(view) {
    const reading = fact.read(view);
    if (!reading.seen) return reading;
    const methods = new Set(answeredPages(view).map(({ method }) => method));
    return seen(
      reading.items.filter(({ value }) => methods.has(stringMember(member(value, "asked"), "method"))),
      reading.looked_at,
    );
  },
});

const pagedMethods = (view: View): ReadonlySet<string | undefined> =>
  new Set(answeredPages(view).flatMap((page) => (nextCursorOf(page) === undefined ? [] : [page.method])));

/** The first pages of a list, as often as it was read. */
const startsOf = indexRecords((record) =>
  isListRequest(record) && cursorOf(record) === undefined ? record.method : undefined,
);

const entriesOf = (record: ExchangeRecord, firsts: readonly ExchangeRecord[], paged: boolean): string => {
  if ([record, ...firsts].every((page) => namesOn(page).length === 0)) return "none";
  if (!firsts.some((first) => repeatsPage(record, first))) return "other";
  // To a server whose cursors are names, everything behind that name is the right answer.
  return paged && namesOn(record).every((name) => name > NEVER_ISSUED) ? "behind it" : "first page";
};

export const badCursor = ofWorkingLists(
  answersTo({
    name: "bad_cursor",
    doc: "The answers to a list request with a text as cursor that the server never gave; lists that work only.",
    members:
      "pages (several: the list gave a cursor, one: it never did), entries (first page: the same as without a cursor, behind it: the same, and each sorts behind the cursor, none: the list has none, other)",
    derived: ["pages", "entries"],
    add: (record, view) => {
      const paged = view.once(pagedMethods).has(record.method);
      return {
        pages: { value: paged ? "several" : "one", at: "" },
        entries: { value: entriesOf(record, startsOf(view, record.method), paged), at: "/response/result" },
      };
    },
    none: "no list works",
    questions: [
      "tools/list-bad-cursor",
      "resources/list-bad-cursor",
      "resources/templates/list-bad-cursor",
      "prompts/list-bad-cursor",
      "task-bad-cursor",
    ],
    where: (record) => cursorOf(record) === NEVER_ISSUED,
    label: ({ method }) => method,
  }),
);

export const oddCursors = ofWorkingLists(
  answersTo({
    name: "odd_cursors",
    doc: "The answers to list requests with cursors never given: a text, an empty one, ten thousand letters, a number.",
    questions: [
      "tools/list-bad-cursor:*",
      "resources/list-bad-cursor:*",
      "resources/templates/list-bad-cursor:*",
      "prompts/list-bad-cursor:*",
    ],
    label: ({ method }) => method,
  }),
);
