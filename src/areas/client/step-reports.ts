import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { ExchangeRecord, Fact, Item, View } from "../../judge/core/fact.ts";
import type { ScenarioName } from "../../probe/scenario/names.ts";
import { toldIn } from "./answers.ts";
import { answeredSeq, runOf, sentAfter, seqOf } from "./runs.ts";
import { clientFact, derivedAt, type Sent, sentIn } from "./sent.ts";

/** The tool of ours that a program which follows a plan tells what came of a step. */
const REPORT = "report";

/** What a program said came of a step of its plan. */
export interface Report extends Item {
  readonly step: string;
  readonly outcome: "result" | "error";
  /** Everything it said about it, as one text. */
  readonly text: string;
  readonly sent: Sent;
  /** The last request before it that was answered, apart from other reports. */
  readonly about: ExchangeRecord | undefined;
}

/** Every report of a program, in the order of sending. */
export const reportsIn = (view: View): readonly Report[] => view.once(gather);

const gather = (view: View): readonly Report[] =>
  sentIn(view).flatMap((sent): Report[] => {
    const given = member(sent.params, "arguments");
    const step = stringMember(given, "step");
    const outcome = member(given, "outcome");
    if (!isReport(sent.record) || sent.session.scenario === undefined || step === undefined) return [];
    if (outcome !== "result" && outcome !== "error") return [];
    const { exchange, pointer } = sent;
    const text = JSON.stringify(member(given, "value") ?? null);
    const place = { exchange, pointer: `${pointer}/params/arguments`, name: step };
    return [{ ...place, value: given ?? null, step, outcome, text, sent, about: requestBefore(sent, view) }];
  });

const isReport = ({ method, request }: ExchangeRecord): boolean =>
  method === "tools/call" && stringMember(member(request, "params"), "name") === REPORT;

const requestBefore = (sent: Sent, view: View): ExchangeRecord | undefined =>
  runOf(sent.session, view)?.records.findLast(
    (record) =>
      record.method !== undefined &&
      member(record.request, "id") !== undefined &&
      !isReport(record) &&
      seqOf(record) < seqOf(sent.record),
  );

/**
 * Whether the program follows plans: then a step that it was told and did not do is one that it could not do. A report of a call
 * (`of`) shows less: whoever sends it may know no reports of steps, and leaves out what it does not know.
 */
export const followsPlan = (view: View): boolean => reportsIn(view).length > 0;

/** Texts in answers of ours that a client has to have if it has the answer. */
const MARKER = /mcptest-[a-z0-9-]+/g;

const markersIn = (value: Json | undefined): readonly string[] => JSON.stringify(value ?? null).match(MARKER) ?? [];

/** How much of what was answered the report has. */
const completeness = ({ about, text }: Report): string => {
  const result = member(about?.exchange.response, "result");
  // What the server says of itself is no part of what was asked for.
  const asked = isJsonObject(result) ? Object.entries(result).filter(([key]) => key !== "_meta") : [];
  const sent = new Set(markersIn(Object.fromEntries(asked)));
  const had = [...sent].filter((marker) => text.includes(marker));
  if (sent.size === 0) return "nothing-to-have";
  return had.length === sent.size ? "all" : had.length === 0 ? "none" : "some";
};

const SERIAL = /serial-\d+/;

/** Whether the report shows an answer that an earlier one showed already. */
const novelty = (report: Report, view: View): string => {
  const serial = SERIAL.exec(report.text)?.[0];
  if (serial === undefined) return "none";
  const isKnown = reportsIn(view).some(
    (one) =>
      one.sent.session === report.sent.session &&
      seqOf(one.sent.record) < seqOf(report.sent.record) &&
      SERIAL.exec(one.text)?.[0] === serial,
  );
  return isKnown ? "repeated" : "new";
};

const wasTold = (method: string, { session, record }: Sent, view: View): boolean =>
  toldIn(view).some(
    (one) => one.session === session && one.seq < seqOf(record) && stringMember(one.value, "method") === method,
  );

/** What a program reported of some steps. Nothing is known of programs that report nothing. */
export const reportFact = (
  name: string,
  about: string,
  scenario: ScenarioName,
  steps: readonly string[],
  words: Readonly<Record<string, string>> = {},
  /** A notification without which the step shows nothing. */
  told?: string,
): Fact =>
  clientFact(
    {
      name,
      doc: `What a program that follows a plan reports of ${about}.`,
      type: "object: step, outcome (result, error), has (all, some, none, nothing-to-have: of the texts that were answered), flagged (whether it says isError), answer (new, repeated, none: whether an earlier report showed the same answer)",
      derived: ["has", "flagged", "answer"],
      scenarios: [scenario],
      words: {
        some: "a report without a part of what was answered",
        none: "a report without anything of what was answered",
        ...words,
      },
    },
    (view) =>
      reportsIn(view).filter(
        ({ step, sent }) =>
          sent.session.scenario === scenario &&
          steps.includes(step) &&
          (told === undefined || wasTold(told, sent, view)),
      ),
    (report, view) => {
      const value: JsonObject = {
        step: report.step,
        outcome: report.outcome,
        has: completeness(report),
        flagged: report.text.includes('"isError":true'),
        answer: novelty(report, view),
      };
      return derivedAt(report, value);
    },
    `a program follows the plan of the scenario ${scenario} and reports what came of it`,
  );

/**
 * Whether a program went on after answers of one kind, where its plan says so. Errors end many programs, and no rule forbids
 * that: only of one that is known to report errors can be said that it stopped.
 */
export const plannedFact = (
  head: Pick<Fact, "name" | "doc" | "words"> & { readonly scenarios: readonly [ScenarioName, ...ScenarioName[]] },
  isMeant: (record: ExchangeRecord) => boolean,
): Fact =>
  clientFact(
    { ...head, type: "went-on or stopped", derived: true },
    (view) =>
      sentIn(view).flatMap((sent): (Item & { readonly followed: string })[] => {
        const run = runOf(sent.session, view);
        if (!run || !head.scenarios.some((name) => name === run.scenario) || !isMeant(sent.record)) return [];
        const answered = answeredSeq(sent.record);
        if (answered === Number.POSITIVE_INFINITY) return [];
        const wentOn = sentAfter(run, answered).length > 0;
        const stopped = !wentOn && run.ended !== undefined && followsPlan(view);
        return wentOn || stopped ? [{ ...sent, followed: wentOn ? "went-on" : "stopped" }] : [];
      }),
    ({ followed, ...place }) => derivedAt(place, followed),
    "the client gets such an answer and goes on",
  );
