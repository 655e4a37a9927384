import { type JsonObject, member } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { askedDuring, type Question, questionFact, questionsIn } from "../common/client-questions.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";

const describe = ({ request, declared }: Question): JsonObject => ({
  request,
  ...(declared === undefined ? {} : { declared: member(declared, "roots") === undefined ? "undeclared" : "declared" }),
});

export const rootsRequests = questionFact(
  {
    name: "roots_requests",
    doc: "Every time the server asked for the roots, as a request or in an input_required result.",
    type: "request (as sent); params; declared (declared, undeclared: whether the client had declared roots)",
    derived: ["declared"],
  },
  "roots/list",
  describe,
);

const CHANGE_STEPS = ["roots-changed-control"];

const isChange = (seat: Seat): boolean => seat.method === "notifications/roots/list_changed";

/** A ping that came after the notification, in the same conversation. */
const pingAfterChange = (seat: Seat, view: View): boolean =>
  seat.method === "ping" &&
  view.seats.some(
    (earlier) =>
      isChange(earlier) && earlier.exchange.conversation === seat.exchange.conversation && earlier.index < seat.index,
  );

export const afterRootsChange: Fact = {
  name: "after_roots_change",
  doc: "The answers to a ping right after the client said that its roots had changed.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const found = seatsOf(view, CHANGE_STEPS, pingAfterChange);
    if (found.length === 0) return unseen(view, ["roots-changed"], "a ping after notifications/roots/list_changed");
    return seen(found.map((seat) => answerItem(seat, view)));
  },
};

/** Our client has no roots: what it answers is an empty list. */
export const afterEmptyRoots: Fact = {
  name: "after_empty_roots",
  doc: "The answers to requests during or after which the client said that it had no roots.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const during = askedDuring(view, "roots/list");
    const found = [...new Set([...during, ...pingsAfter(view)])];
    if (found.length === 0) return unseen(view, ["roots-changed", "input"], "an answered roots/list");
    return seen(found.map((seat) => answerItem(seat, view)));
  },
};

/** Who asks at the start, and not during a call, has to stay alive: a ping shows it. */
const pingsAfter = (view: View): readonly Seat[] =>
  questionsIn(view)
    .filter(({ method }) => method === "roots/list")
    .flatMap(({ conversation, seq }) => {
      const next = view.seats.find(
        ({ method, exchange }) =>
          method === "ping" &&
          exchange.conversation === conversation &&
          (exchange.seq ?? -1) > (seq ?? Number.MAX_VALUE),
      );
      return next ? [next] : [];
    });
