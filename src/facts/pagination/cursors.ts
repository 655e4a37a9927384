import { isJsonObject, member, stringMember } from "../../model/json.ts";
import { answerItem, outcomeOf } from "../common/answer.ts";
import { answersTo } from "../common/answers.ts";
import { type StepName, unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { cursorOf, isListing, namesOn, settled } from "../common/walks.ts";
import { type Fact, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { answeredPages, LISTS, unlessPaged } from "./pages.ts";

const CURSOR_TYPE = "answer (same: the entries of the first time, other: different ones, error: no result)";

/** Requests that use a cursor which was used before, beside the first answer. */
const cursorFact = (
  head: Pick<Fact, "name" | "doc">,
  steps: readonly StepName[],
  pairs: (view: View, asked: readonly Seat[]) => readonly (readonly [Seat, Seat])[],
): Fact => ({
  ...head,
  kind: "observations",
  type: CURSOR_TYPE,
  derived: true,
  read(view) {
    const asked = view.seats.filter((seat) => isListing(seat) && typeof cursorOf(seat) === "string");
    if (asked.length === 0) return unlessPaged(view);
    const found = pairs(view, asked);
    if (found.length === 0) return unseen(view, steps, "a cursor that was used twice");
    return seen(
      distinct(
        found.map(([seat, before]) => {
          const item = answerItem(seat, view, seat.method);
          const same = JSON.stringify([...namesOn(seat)].sort()) === JSON.stringify([...namesOn(before)].sort());
          const answer = outcomeOf(seat.exchange) !== "result" ? "error" : same ? "same" : "other";
          return {
            exchange: seat.id,
            pointer: "/response",
            value: { answer },
            parts: { answer: "/response" },
            name: seat.method,
            ...(item.open ? { open: { ...item.open, except: [] } } : settled(view, seat.method, answer === "other")),
          };
        }),
      ),
    );
  },
});

const isUsable = ({ exchange }: Seat): boolean => isJsonObject(member(exchange.response, "result"));

const FRESH = /^fresh-cursor-/;

export const cursorAgain = cursorFact(
  { name: "cursor_again", doc: "The answers to a cursor that was used before on the same connection." },
  [/-list-again$/, ...LISTS],
  (_view, asked) =>
    asked.flatMap((seat, index) => {
      if (FRESH.test(seat.step ?? "")) return [];
      const before = asked
        .slice(0, index)
        .find((other) => sameCursor(seat, other) && other.exchange.conversation === seat.exchange.conversation);
      return before && isUsable(before) ? [[seat, before] as const] : [];
    }),
);

export const cursorElsewhere = cursorFact(
  {
    name: "cursor_elsewhere",
    doc: "The answers to a cursor on a connection that did not receive it, beside the answer where it was given.",
  },
  ["fresh-cursor"],
  (_view, asked) =>
    asked.flatMap((seat) => {
      if (!FRESH.test(seat.step ?? "")) return [];
      const before = asked.find((other) => sameCursor(seat, other) && other !== seat && !FRESH.test(other.step ?? ""));
      return before && isUsable(before) ? [[seat, before] as const] : [];
    }),
);

const sameCursor = (left: Seat, right: Seat): boolean =>
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
    steps: [/list-bad-cursor$/, "task-bad-cursor"],
    where: (seat) => cursorOf(seat) === NEVER_ISSUED,
    label: ({ method }) => method,
  }),
);

export const oddCursors = ofWorkingLists(
  answersTo({
    name: "odd_cursors",
    doc: "The answers to list requests with cursors never given: a text, an empty one, ten thousand letters, a number.",
    steps: [/list-bad-cursor(-empty|-long|-number)?$/],
    label: ({ method }) => method,
  }),
);
