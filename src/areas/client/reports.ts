import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { Fact, View } from "../../judge/core/fact.ts";
import { type ScenarioName, TRICKY_TEXT } from "../../probe/scenario/names.ts";
import { toldIn } from "./answers.ts";
import { clientFact, derivedAt, type Sent, sentFact, sentIn } from "./sent.ts";
import { seqOf } from "./steadiness.ts";

const argumentsOf = ({ params }: Sent): Json | undefined => member(params, "arguments");

const isCallOf = ({ method, params }: Sent, name: string): boolean =>
  method === "tools/call" && stringMember(params, "name") === name;

/** What a client reported of a call, beside what it was answered with. */
interface Report extends Sent {
  readonly of: Sent;
}

/** Calls of the tool report, with the call that each is about: of the tool, or with the text, that it names. */
const reportsIn = (view: View): readonly Report[] => view.once(gather);

const gather = (view: View): readonly Report[] =>
  sentIn(view)
    .filter((sent) => isCallOf(sent, "report") && sent.session.scenario !== undefined)
    .flatMap((report): Report[] => {
      const of = stringMember(argumentsOf(report), "of");
      const call = sentIn(view).findLast(
        (sent) =>
          sent.session === report.session &&
          sent.method === "tools/call" &&
          seqOf(sent) < seqOf(report) &&
          of !== undefined &&
          [stringMember(sent.params, "name"), stringMember(argumentsOf(sent), "text")].includes(of),
      );
      return call ? [{ ...report, of: call }] : [];
    });

const textOfResult = ({ record }: Sent): string | undefined =>
  stringMember(listMember(member(record.exchange.response, "result"), "content")[0], "text");

const compareText = (report: Report): string => {
  const text = stringMember(argumentsOf(report), "text");
  if (text === undefined) return "failed";
  return text === textOfResult(report.of) ? "same" : "other";
};

const reportFact = (name: string, scenario: ScenarioName, of: readonly string[], doc: string): Fact =>
  clientFact(
    {
      name,
      doc: `${doc}: whether it is the text of the answer.`,
      type: "same, other or failed",
      derived: true,
      scenarios: [scenario],
      words: { other: "another text than the one of the answer", failed: "a failure, although the call was answered" },
    },
    (view) =>
      reportsIn(view).filter(
        (report) => report.session.scenario === scenario && of.includes(stringMember(argumentsOf(report), "of") ?? ""),
      ),
    (report) => derivedAt(report, compareText(report)),
    "the client reports what came of a call",
  );

export const reportsOfParallelCalls = reportFact(
  "reports_of_parallel_calls",
  "two-at-once",
  ["left", "right"],
  "What the client reported of two calls that were answered in the other order",
);
export const reportsOfForeignAnswers = reportFact(
  "reports_of_foreign_answers",
  "odd-messages",
  ["step 2"],
  "What the client reported of a call before whose answer another came that answers nothing",
);
export const reportsOfCutText = reportFact(
  "reports_of_cut_text",
  "pieces",
  ["get_text"],
  "What the client reported of a text that was cut within a character",
);

export const reportsOfUnknownResults = clientFact(
  {
    name: "reports_of_unknown_results",
    doc: "What the client made of a result whose resultType nobody knows.",
    type: "used or refused",
    derived: true,
    scenarios: ["unknown-result-type"],
    words: { used: "the text of a result whose resultType nobody knows" },
  },
  (view) =>
    reportsIn(view).filter(
      ({ of }) => member(member(of.record.exchange.response, "result"), "resultType") === "x-unknown",
    ),
  (report) => derivedAt(report, stringMember(argumentsOf(report), "text") === undefined ? "refused" : "used"),
  "the client reports what came of a result of an unknown type",
);

export const reportedProgress = clientFact(
  {
    name: "reported_progress",
    doc: "The progress that the client reported of each of two calls at the same time, beside what was sent for each.",
    type: "same or other",
    derived: true,
    scenarios: ["two-at-once"],
    words: { other: "other values than those that were sent for the call" },
  },
  (view) => reportsIn(view).filter((report) => Array.isArray(member(argumentsOf(report), "progress"))),
  (report, view) => {
    const token = member(member(report.of.params, "_meta"), "progressToken");
    const sent = toldIn(view)
      .filter(
        ({ session, value }) =>
          session === report.session && member(member(value, "params"), "progressToken") === token,
      )
      .map(({ value }) => member(member(value, "params"), "progress") ?? null);
    if (token === undefined || sent.length === 0) return undefined;
    const isSame = JSON.stringify(member(argumentsOf(report), "progress")) === JSON.stringify(sent);
    return derivedAt(report, isSame ? "same" : "other");
  },
  "the client reports the progress of a call",
);

/** Its first letters show that a call was meant to carry the text of the plan. */
const TRICKY_START = TRICKY_TEXT.slice(0, 2);

/** What a reader of bytes noticed about the text of a message. */
const ENCODING_NOTES: readonly string[] = ["invalid-utf8", "byte-order-mark", "lone-surrogate"];

export const clientEncodings = sentFact(
  {
    name: "client_encodings",
    doc: "How every message of the client was encoded, and whether a text in several scripts arrived as it was.",
    type: "utf-8, changed, or what was noticed: invalid-utf8, byte-order-mark, lone-surrogate",
    derived: true,
    scenarios: ["pieces"],
    words: { changed: "another text than the one it was told to send" },
  },
  (sent) => {
    const note = (sent.record.exchange.request_notes ?? []).find(({ kind }) => ENCODING_NOTES.includes(kind));
    if (note) return derivedAt(sent, note.kind);
    const text = stringMember(argumentsOf(sent), "text") ?? "";
    const isTricky = sent.session.scenario === "pieces" && isCallOf(sent, "echo") && text.startsWith(TRICKY_START);
    return derivedAt(sent, isTricky && text !== TRICKY_TEXT ? "changed" : "utf-8");
  },
);

const HEADER_LINE = /^content-(?:length|type):/i;
const PIECE = /^\s*(?:[{}\]]|\[\s*(?:$|[[{"\d])|"(?:[^"\\]|\\.)*"\s*:)/;

/** A line that is no message may be a piece of one. */
export const stdinFraming = clientFact(
  {
    name: "stdin_framing",
    doc: "How messages were divided into the lines that the client wrote to stdin.",
    type: "line, piece, header or no-message",
    derived: true,
    words: { piece: "a piece of a message on a line of its own", header: "a header before a message" },
  },
  (view) =>
    view.records
      .filter(({ exchange }) => exchange.http === undefined)
      .map((record) => ({ record, exchange: record.id, pointer: "/request" })),
  ({ record, exchange, pointer }) => {
    const { request, request_raw: raw } = record.exchange;
    if (isJsonObject(request) || Array.isArray(request)) return derivedAt({ exchange, pointer }, "line");
    const text = raw?.encoding === "utf8" ? raw.data : "";
    const kind = HEADER_LINE.test(text) ? "header" : PIECE.test(text) ? "piece" : "no-message";
    return derivedAt({ exchange, pointer: raw === undefined ? pointer : "/request_raw" }, kind);
  },
  "the client writes a line",
);
