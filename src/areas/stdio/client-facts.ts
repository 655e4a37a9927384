import { isJsonObject } from "../../base/json.ts";
import { derivedAt, derivedFact, itemsFact, notReached, placeOf, seen, within } from "../../judge/core/client/fact.ts";
import { isPlanned, stepFact, stepsIn } from "../../judge/core/client/plans.ts";
import { lastingRuns } from "../../judge/core/client/runs.ts";
import { type Fact, type Item, type Message, sessionsIn } from "../../judge/core/client/view.ts";

/** On stdio everything is a line; one that is not a message has no request. */
export const stdinLines: Fact = {
  name: "stdin_lines",
  doc: "What every line was that the client wrote to the server's stdin.",
  kind: "list",
  type: "message, blank or not-json",
  derived: true,
  words: { blank: "an empty line", "not-json": "a line that is no JSON" },
  questions: "anything",
  // Every line is evidence that nothing else was written.
  read(view) {
    const lines = sessionsIn(view).flatMap(({ transport, exchanges }) => (transport === "stdio" ? exchanges : []));
    if (lines.length === 0) return notReached(view, "the client writes a line");
    return seen(
      lines.map((line): Item => {
        const { request_raw: raw, request_notes: notes = [] } = line.exchange ?? {};
        const blank = notes.some(({ kind }) => kind === "empty-line");
        const value = isMessage(line) ? "message" : blank ? "blank" : "not-json";
        return { ...placeOf(line, raw === undefined ? "/request" : "/request_raw"), value };
      }),
    );
  },
};

const isMessage = ({ value }: Message): boolean => isJsonObject(value) || Array.isArray(value);

const HEADER_LINE = /^content-(?:length|type):/i;
const PIECE = /^\s*(?:[{}\]]|\[\s*(?:$|[[{"\d])|"(?:[^"\\]|\\.)*"\s*:)/;

/** A line that is not a message may be a piece of one. */
export const stdinFraming = itemsFact("stdin_framing", {
  doc: "How messages were divided into the lines that the client wrote to stdin.",
  type: "line, piece, header or no-message",
  words: { piece: "a piece of a message on a line of its own", header: "a header before a message" },
  missing: "the client writes a line",
  among: (view) =>
    sessionsIn(view)
      .flatMap(({ exchanges }) => exchanges)
      .filter(({ http }) => http === undefined)
      .map((line) => {
        const raw = line.exchange?.request_raw;
        if (isMessage(line)) return derivedAt(placeOf(line, "/request"), "line");
        const text = raw?.encoding === "utf8" ? raw.data : "";
        const kind = HEADER_LINE.test(text) ? "header" : PIECE.test(text) ? "piece" : "no-message";
        return derivedAt(placeOf(line, raw === undefined ? "/request" : "/request_raw"), kind);
      }),
});

export const afterProcessEnd = derivedFact("after_process_end", {
  doc: "What the client did after the process ended during a call.",
  type: "restarted, ended or silent",
  scenarios: ["process-ends"],
  words: { silent: "silence, although the call can no longer be answered" },
  missing: "the process ends while a call is open",
  among: (view) =>
    stepsIn(view)
      .filter(({ call, number }) => call.session.scenario === "process-ends" && number === 2)
      .map((step) => ({ ...within(step.call, ""), step })),
  say: ({ step }, view) => {
    const { session, sentAt } = step.call;
    const run = lastingRuns(view).find(({ exchanges }) => exchanges.some((one) => one.session === session));
    const isRestarted = run?.exchanges.some(
      (one) => one.session.conversation !== session.conversation && one.sentAt > sentAt,
    );
    if (isRestarted) return "restarted";
    if (run?.end === "itself") return "ended";
    return run?.end === "silence" && isPlanned(step) ? "silent" : undefined;
  },
});

export const processRestarts = itemsFact("process_restarts", {
  doc: "How many processes a client started of a server whose process ended by itself, where it started more than one.",
  type: "integer",
  scenarios: ["process-ends-at-rest", "process-ends"],
  missing: "the client starts a server again whose process ended",
  among: (view) =>
    lastingRuns(view)
      .filter(({ scenario }) => scenario === "process-ends" || scenario === "process-ends-at-rest")
      .flatMap(({ exchanges }): Item[] => {
        const first = exchanges.find(({ session }) => session.revision === view.revision);
        const processes = new Set(exchanges.map(({ session }) => session.conversation)).size;
        return first && processes > 1 ? [derivedAt(placeOf(first, "/request"), processes)] : [];
      }),
});

export const afterPieces = stepFact(
  "after_pieces",
  "after an answer in pieces, several messages in one write, or a very long line",
  "pieces",
  1,
  2,
  3,
);
