import { type JsonObject, member } from "../../../base/json.ts";
import { tellsOfEndedSession } from "../../../judge/core/answer.ts";
import { answersTo, isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { askedDuring, questionFact, questionsIn, type ServerQuestion } from "../../../judge/core/client-questions.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";

const describe = ({ request, declared }: ServerQuestion): JsonObject => ({
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

/** A session may end at any time, and says nothing about roots by that. */
const goesOn = ({ exchange }: ExchangeRecord): boolean => !tellsOfEndedSession(exchange);

const isChange = (record: ExchangeRecord): boolean => record.method === "notifications/roots/list_changed";

/** A ping that came after the notification, in the same conversation. */
const pingAfterChange = (record: ExchangeRecord, view: View): boolean =>
  record.method === "ping" &&
  (view.once(firstChanges).get(record.exchange.conversation) ?? record.index) < record.index;

/** Where each conversation first told of a change. */
const firstChanges = (view: View): ReadonlyMap<string | undefined, number> =>
  new Map(
    view.records
      .filter(isChange)
      .map(({ exchange, index }) => [exchange.conversation, index] as const)
      .reverse(),
  );

export const afterRootsChange = answersTo({
  name: "after_roots_change",
  doc: "The answers to a ping right after the client said that its roots had changed.",
  questions: ["roots-changed"],
  among: (view) => recordsOf(view, ["roots-changed:control"], pingAfterChange).filter(goesOn),
  missing: "a ping after notifications/roots/list_changed",
});

/** There the client said that it had no roots/list. */
const isRefused = (record: ExchangeRecord): boolean => isAsked(record, ["contrary:#-refusing"]);

/** Our client has no roots: what it answers is an empty list. */
export const afterEmptyRoots = answersTo({
  name: "after_empty_roots",
  doc: "The answers to requests during or after which the client said that it had no roots.",
  questions: ["roots-changed", "input"],
  among: (view) =>
    [...new Set([...askedDuring(view, "roots/list"), ...pingsAfter(view)])].filter(
      (record) => goesOn(record) && !isRefused(record),
    ),
  missing: "an answered roots/list",
});

/** Who asks at the start, and not during a call, has to stay alive: a ping shows it. */
const pingsAfter = (view: View): readonly ExchangeRecord[] =>
  questionsIn(view)
    .filter(({ method }) => method === "roots/list")
    .flatMap(({ conversation, seq }) => {
      const next = pings(view, keyOf(conversation)).find(
        ({ exchange }) => (exchange.seq ?? -1) > (seq ?? Number.MAX_VALUE),
      );
      return next ? [next] : [];
    });

const pings = indexRecords(({ method, exchange }) => (method === "ping" ? keyOf(exchange.conversation) : undefined));
