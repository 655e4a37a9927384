import { type JsonObject, member } from "../../model/json.ts";
import { answersTo, recordsOf } from "../common/answers.ts";
import { askedDuring, type Question, questionFact, questionsIn } from "../common/client-questions.ts";
import type { ExchangeRecord, View } from "../fact.ts";

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

const isChange = (record: ExchangeRecord): boolean => record.method === "notifications/roots/list_changed";

/** A ping that came after the notification, in the same conversation. */
const pingAfterChange = (record: ExchangeRecord, view: View): boolean =>
  record.method === "ping" &&
  view.records.some(
    (earlier) =>
      isChange(earlier) &&
      earlier.exchange.conversation === record.exchange.conversation &&
      earlier.index < record.index,
  );

export const afterRootsChange = answersTo({
  name: "after_roots_change",
  doc: "The answers to a ping right after the client said that its roots had changed.",
  questions: ["roots-changed"],
  among: (view) => recordsOf(view, ["roots-changed:control"], pingAfterChange),
  missing: "a ping after notifications/roots/list_changed",
});

/** Our client has no roots: what it answers is an empty list. */
export const afterEmptyRoots = answersTo({
  name: "after_empty_roots",
  doc: "The answers to requests during or after which the client said that it had no roots.",
  questions: ["roots-changed", "input"],
  among: (view) => [...new Set([...askedDuring(view, "roots/list"), ...pingsAfter(view)])],
  missing: "an answered roots/list",
});

/** Who asks at the start, and not during a call, has to stay alive: a ping shows it. */
const pingsAfter = (view: View): readonly ExchangeRecord[] =>
  questionsIn(view)
    .filter(({ method }) => method === "roots/list")
    .flatMap(({ conversation, seq }) => {
      const next = view.records.find(
        ({ method, exchange }) =>
          method === "ping" &&
          exchange.conversation === conversation &&
          (exchange.seq ?? -1) > (seq ?? Number.MAX_VALUE),
      );
      return next ? [next] : [];
    });
