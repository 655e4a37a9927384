import { isJsonObject, member, stringMember } from "../../model/json.ts";
import type { QuestionRef } from "../../protocol/questions/questions.ts";
import { answerItem, outcomeOf } from "../common/answer.ts";
import { answersTo, isAsked } from "../common/answers.ts";
import { cursorOf, isListRequest, namesOn, settled } from "../common/listings.ts";
import { distinct } from "../common/messages.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, type Fact, seen, type View } from "../fact.ts";
import { answeredPages, LISTS, unlessPaged } from "./pages.ts";

const CURSOR_TYPE = "answer (same: the entries of the first time, other: different ones, error: no result)";

/** Requests that use a cursor which was used before, beside the first answer. */
const cursorFact = (
  head: Pick<Fact, "name" | "doc">,
  questions: readonly QuestionRef[],
  pairs: (view: View, asked: readonly ExchangeRecord[]) => readonly (readonly [ExchangeRecord, ExchangeRecord])[],
): Fact => ({
  ...head,
  questions,
  kind: "observations",
  type: CURSOR_TYPE,
  derived: true,
  read(view) {
    const asked = view.records.filter((record) => isListRequest(record) && typeof cursorOf(record) === "string");
    if (asked.length === 0) return unlessPaged(view);
    const found = pairs(view, asked);
    if (found.length === 0) return unseen(view, questions, "a cursor that was used twice");
    return seen(
      distinct(
        found.map(([record, before]) => {
          const item = answerItem(record, record.method);
          const same = JSON.stringify([...namesOn(record)].sort()) === JSON.stringify([...namesOn(before)].sort());
          const answer = outcomeOf(record.exchange) !== "result" ? "error" : same ? "same" : "other";
          return {
            exchange: record.id,
            pointer: "/response",
            value: { answer },
            parts: { answer: "/response" },
            name: record.method,
            ...(item.open ? { open: { ...item.open, except: [] } } : settled(view, record.method, answer === "other")),
          };
        }),
      ),
    );
  },
});

const isUsable = ({ exchange }: ExchangeRecord): boolean => isJsonObject(member(exchange.response, "result"));

const isFresh = (record: ExchangeRecord): boolean => isAsked(record, ["fresh-cursor:*"]);

export const cursorAgain = cursorFact(
  { name: "cursor_again", doc: "The answers to a cursor that was used before on the same connection." },
  LISTS.flatMap((list): QuestionRef[] => [`${list}-again`, list]),
  (_view, asked) =>
    asked.flatMap((record, index) => {
      if (isFresh(record)) return [];
      const before = asked
        .slice(0, index)
        .find((other) => sameCursor(record, other) && other.exchange.conversation === record.exchange.conversation);
      return before && isUsable(before) ? [[record, before] as const] : [];
    }),
);

export const cursorElsewhere = cursorFact(
  {
    name: "cursor_elsewhere",
    doc: "The answers to a cursor on a connection that did not receive it, beside the answer where it was given.",
  },
  ["fresh-cursor"],
  (_view, asked) =>
    asked.flatMap((record) => {
      if (!isFresh(record)) return [];
      const before = asked.find((other) => sameCursor(record, other) && other !== record && !isFresh(other));
      return before && isUsable(before) ? [[record, before] as const] : [];
    }),
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

export const badCursor = ofWorkingLists(
  answersTo({
    name: "bad_cursor",
    doc: "The answers to a list request with a text as cursor that the server never gave; lists that work only.",
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
