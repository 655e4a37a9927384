import { isJsonObject, member, stringMember } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem } from "../../../judge/core/answer.ts";
import { answersTo, isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import { type ExchangeRecord, type Fact, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { inconclusive } from "../../../judge/core/left-out.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { isOfEra, metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const BESIDE: readonly QuestionRef[] = ["alternate-eras:before", "alternate-eras:after"];

const FRESH_LISTS: readonly QuestionRef[] = [
  "fresh-tools/list",
  "fresh-resources/list",
  "fresh-resources/templates/list",
  "fresh-prompts/list",
];

/** What fails everywhere says nothing about connections, or about what else goes on. */
const givenElsewhere = (view: View, refs: readonly QuestionRef[]): readonly ExchangeRecord[] => {
  const asked = recordsOf(view, refs);
  const wanted = new Set(asked.map(({ method }) => method));
  const given = new Set<string | undefined>();
  for (const other of view.records) {
    if (given.has(other.method) || !wanted.has(other.method) || isAsked(other, refs)) continue;
    if (isJsonObject(resultOf(other)) && isOfEra(other, view)) given.add(other.method);
  }
  return asked.filter(({ method }) => given.has(method));
};

export const freshLists = answersTo({
  name: "fresh_lists",
  doc: "The answers on a new connection that has heard nothing else, to lists that another connection was given.",
  questions: FRESH_LISTS,
  among: (view) => givenElsewhere(view, FRESH_LISTS),
  missing: "a list on a new connection that another connection was given",
});

const INTERLEAVED: readonly QuestionRef[] = ["interleaved:#"];

export const interleaved = answersTo({
  name: "interleaved",
  doc: "The answers to ten requests at once, under different ids and client names, of methods that work alone.",
  questions: INTERLEAVED,
  among: (view) => givenElsewhere(view, INTERLEAVED),
  missing: "ten requests at once of methods that work alone",
});

const FRESH_READS: readonly QuestionRef[] = ["fresh-read:resource", "fresh-read:prompt"];

/** What is refused everywhere says nothing about connections: only what another connection was given counts. */
export const freshReads: Fact = {
  name: "fresh_reads",
  doc: "The answers on a new connection to resources/read and prompts/get that another connection was given a result for.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: FRESH_READS,
  read(view) {
    const asked = recordsOf(view, FRESH_READS);
    if (asked.length === 0) return unseen(view, this.questions, "a read on a new connection");
    const given = asked.filter((record) =>
      readings(view, readKey(record)).some(({ exchange }) => exchange.conversation !== record.exchange.conversation),
    );
    if (given.length > 0) return seen(given.map((record) => answerItem(record, record.method)));
    const detail = "no other connection was given a result for the same request";
    return inconclusive("prerequisite-missing", detail, placesOf(asked));
  },
};

const readings = indexRecords((record) => (isJsonObject(resultOf(record)) ? readKey(record) : undefined));

/** What was read, of whichever kind. */
const readKey = (record: ExchangeRecord): string =>
  keyOf(
    record.method,
    ...["uri", "name", "arguments"].map((key) => String(JSON.stringify(member(paramsOf(record), key)))),
  );

/** A process may stay in the era of its first handshake; an HTTP endpoint serves other clients too. */
export const besideLegacy = answersTo({
  name: "beside_legacy",
  doc: "The answers to stateless requests beside an initialize of the stateful era (on stdio only those before it).",
  questions: BESIDE,
  among: (view) =>
    recordsOf(view, BESIDE).filter((record) => record.exchange.http || isAsked(record, ["alternate-eras:before"])),
  missing: "a request beside an initialize of the stateful era",
});

/** An error may name versions anywhere: in its text, or in its data under any key. */
export const legacyInitialize = defineFact({
  name: "legacy_initialize",
  doc: "The answers to an initialize of the stateful era sent to a stateless server, with the versions its error names.",
  kind: "observations",
  type: "answer, and named: dates in the error that look like versions; speaks (modern, dual: also an older era, as this or another initialize shows)",
  derived: ["outcome", "named", "speaks"],
  questions: ["alternate-eras:initialize"],
  missing: "an initialize of the stateful era",
  each: (record, view) => {
    const greeted = recordsOf(view, ["alternate-eras:initialize"]).some(isGreeted) || view.once(isGreetedAnywhere);
    const text = JSON.stringify(member(record.exchange.response, "error") ?? record.exchange.http?.body?.data ?? "");
    const named = [...new Set(text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])];
    return extendItem(answerItem(record), {
      named: { value: named, at: "" },
      speaks: { value: greeted ? "dual" : "modern", at: "" },
    });
  },
});

const isGreeted = ({ exchange }: Pick<ExchangeRecord, "exchange">): boolean =>
  stringMember(member(exchange.response, "result"), "protocolVersion") !== undefined;

/** On stdio a process may stay in the era of its first message, so that other processes show what a server speaks. */
const isGreetedAnywhere = ({ capture }: View): boolean =>
  capture.exchanges.some(
    (exchange) =>
      stringMember(exchange.request, "method") === "initialize" &&
      metaOf(exchange.request) === undefined &&
      isGreeted({ exchange }),
  );
