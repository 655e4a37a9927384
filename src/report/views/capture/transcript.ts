import { counted } from "../../../base/counted.ts";
import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import type { RawText, ReadingNote } from "../../../base/reading.ts";
import type { Capture, ConversationRecord, Exchange, ReceivedMessage } from "../../../capture/capture.ts";
import type { ProcessRecord } from "../../../wire/stdio/process-record.ts";
import type { ReportView } from "../../report.ts";
import { firstOf, separated, show, type Terminal } from "../../terminal/terminal.ts";
import { captureCounts, captureHead } from "./head.ts";

export const transcriptView = {
  pretty: (capture, terminal) => {
    const conversations = capture.conversations ?? [];
    const named = new Set(conversations.map(({ id }) => id));
    const loose = capture.exchanges.filter(
      ({ conversation }) => conversation === undefined || !named.has(conversation),
    );
    const strays = (capture.unsolicited ?? []).filter(({ conversation }) => !named.has(conversation));
    return separated([
      captureHead(capture, terminal),
      ...conversations.map((conversation) => renderConversation(capture, conversation, terminal)),
      loose.flatMap((exchange) => renderExchange(exchange, terminal)),
      strays.map((message) => stray(message, terminal)),
      [captureCounts(capture)],
    ]);
  },
} as const satisfies ReportView<Capture>;

const renderConversation = (
  { exchanges, unsolicited = [] }: Capture,
  { id, revision, purpose, process, trouble }: ConversationRecord,
  terminal: Terminal,
): string[] => [
  `${terminal.bold(show(id, 60))}${revision ? ` ${show(revision, 40)}` : ""}${terminal.dim(` ${show(purpose, 120)}`)}`,
  ...exchanges.filter(({ conversation }) => conversation === id).flatMap((one) => renderExchange(one, terminal)),
  ...unsolicited.filter(({ conversation }) => conversation === id).map((one) => stray(one, terminal)),
  ...troubleLines(trouble, terminal),
  ...(process ? [`  ${terminal.dim(processEnd(process))}`] : []),
];

const troubleLines = (trouble: Exchange["trouble"], { red }: Terminal): string[] =>
  trouble ? [`  ${red(`! ${trouble.kind}: ${show(trouble.detail)}`)}`] : [];

const processEnd = ({ ended_by, signal, exit_code }: ProcessRecord): string => {
  if (ended_by === "not-started") return "the process did not start";
  return `process ended by ${ended_by}, ${signal ? `signal ${show(signal, 20)}` : `exit code ${exit_code ?? "unknown"}`}`;
};

const renderExchange = (exchange: Exchange, terminal: Terminal): string[] => {
  const { response, response_raw, response_notes, http, meanwhile = [], trouble } = exchange;
  const status = http?.status;
  const notes = response_notes ? ` ${terminal.yellow(noteWords(response_notes))}` : "";
  // Compared with undefined, not tested for truth: null is JSON, and so an answer.
  const answered = [response, response_raw, http?.body, status].some((part) => part !== undefined);
  const body = [...(status === undefined ? [] : [String(status)]), answerText(exchange)].join(" ").trimEnd();
  return [
    sentLine(exchange, terminal),
    ...meanwhile.filter(({ late }) => !late).map((message) => received(message, terminal)),
    ...(answered ? [`  ${terminal.green("←")} ${clip(body, terminal.width - MARGIN)}${notes}`] : []),
    ...meanwhile.filter(({ late }) => late).map((message) => received(message, terminal, "after the response")),
    ...troubleLines(trouble, terminal),
  ];
};

const sentLine = (exchange: Exchange, { cyan, yellow, width }: Terminal): string => {
  const { http, request, request_raw, step: name, deliberate } = exchange;
  const method = http && http.method !== "POST" ? `${show(http.method, 20)} ` : "";
  const what = messageText(request, request_raw);
  const step = name === undefined ? "" : show(name, 60);
  const named = what === "" || step === "" || step === stringMember(request, "method");
  const words = `${method}${named ? what || step : `${step}: ${what}`}`.trimEnd();
  const remark = deliberate ? " (on purpose)" : "";
  return `  ${cyan("→")} ${clip(words, width - MARGIN - remark.length)}${yellow(remark)}`;
};

const messageText = (message: Json | undefined, raw: RawText | undefined): string =>
  message === undefined ? (raw ? rawWords(raw) : "") : describe(message);

/** The method and its params, without the `_meta` that every request of the stateless era carries. */
const describe = (message: Json): string => {
  if (Array.isArray(message)) return `batch of ${message.length}: ${jsonText(message)}`;
  const method = stringMember(message, "method");
  if (method === undefined) return jsonText(message);
  const params = member(message, "params");
  if (params === undefined) return show(method, 80);
  if (!isJsonObject(params)) return `${show(method, 80)} ${jsonText(params)}`;
  const rest = Object.fromEntries(Object.entries(params).filter(([key]) => key !== "_meta"));
  return Object.keys(rest).length > 0 ? `${show(method, 80)} ${jsonText(rest)}` : show(method, 80);
};

/** A result without what every result of the stateless era carries; the capture has it. */
const withoutMeta = (result: Json): Json => {
  if (!isJsonObject(result)) return result;
  const plain = ([key, value]: [string, Json]): boolean =>
    key !== "_meta" && !(key === "resultType" && value === "complete");
  return Object.fromEntries(Object.entries(result).filter(plain));
};

const answerText = (exchange: Exchange): string => {
  const { response } = exchange;
  if (response !== undefined) {
    const error = member(response, "error");
    const result = member(response, "result");
    if (error !== undefined) return `error ${jsonText(error)}`;
    return result === undefined ? jsonText(response) : jsonText(withoutMeta(result));
  }
  if (exchange.response_raw) return rawWords(exchange.response_raw);
  if (exchange.http?.body) return rawWords(exchange.http.body);
  return exchange.http?.stream ? `event stream, ${exchange.http.stream.events} events` : "";
};

const received = (message: ReceivedMessage, { green, dim, yellow, width }: Terminal, note?: string): string => {
  const notes = message.notes ? ` ${yellow(noteWords(message.notes))}` : "";
  const remark = note === undefined ? "" : ` (${note})`;
  const text = clip(messageText(message.message, message.raw), width - MARGIN - remark.length);
  return `  ${green("⇠")} ${text}${dim(remark)}${notes}`;
};

const stray = (message: ReceivedMessage, terminal: Terminal): string =>
  received(message, terminal, "belongs to no request");

const noteWords = (notes: readonly ReadingNote[]): string => {
  const words = notes.map(({ kind, at }) => (at === undefined ? kind : `${kind} at ${show(at, 60)}`));
  return `[${firstOf(words, 3, (left) => `${left} more`).join(", ")}]`;
};

const rawWords = (raw: RawText): string => {
  if (raw.encoding === "utf8") return show(raw.data, 400);
  const bytes = raw.cut_from ?? Math.floor((raw.data.replace(/=+$/, "").length * 3) / 4);
  return `${counted(bytes, "byte")}, not UTF-8`;
};

const jsonText = (value: Json): string => show(JSON.stringify(value), 2_000);

/** The width of what comes before the text of a message. */
const MARGIN = "  → ".length;
const NARROWEST = 10;

/** Cuts what is already escaped, so a cut cannot make something printable again; never through a surrogate pair. */
const clip = (text: string, width: number): string => {
  const room = Math.max(width, NARROWEST);
  if (text.length <= room) return text;
  const characters = [...text];
  return characters.length <= room ? text : `${characters.slice(0, room - 1).join("")}…`;
};
