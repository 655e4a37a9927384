import type {
  Capture,
  ConversationRecord,
  Exchange,
  ProcessRecord,
  RawText,
  ReadingNote,
  ReceivedMessage,
} from "../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../model/json.ts";
import { counted, renderCaptureCounts, renderCaptureHead, show } from "./capture-head.ts";
import { createStyle, type Style } from "./style.ts";

export interface TranscriptOptions {
  readonly color: boolean;
  readonly width: number;
}

/** A capture as people read it: who said what, one line a message, conversation by conversation. */
export const renderTranscript = (capture: Capture, options: TranscriptOptions): string => {
  const style = createStyle(options.color);
  const lines = [...renderCaptureHead(capture, style)];
  const conversations = capture.conversations ?? [];
  const named = new Set(conversations.map(({ id }) => id));
  for (const conversation of conversations) {
    lines.push("", ...renderConversation(capture, conversation, style, options.width));
  }
  const loose = capture.exchanges.filter(({ conversation }) => conversation === undefined || !named.has(conversation));
  if (loose.length > 0) lines.push("", ...loose.flatMap((exchange) => renderExchange(exchange, style, options.width)));
  const strays = (capture.unsolicited ?? []).filter(({ conversation }) => !named.has(conversation));
  if (strays.length > 0) lines.push("", ...strays.map((message) => stray(message, style, options.width)));
  lines.push("", renderCaptureCounts(capture));
  return `${lines.join("\n")}\n`;
};

const renderConversation = (
  capture: Capture,
  conversation: ConversationRecord,
  style: Style,
  width: number,
): string[] => {
  const exchanges = capture.exchanges.filter((exchange) => exchange.conversation === conversation.id);
  const strays = (capture.unsolicited ?? []).filter((message) => message.conversation === conversation.id);
  const process = conversation.process;
  const end = process ? `  ${style.dim(processEnd(process))}` : undefined;
  const purpose = style.dim(` ${show(conversation.purpose, 120)}`);
  return [
    `${style.bold(show(conversation.id, 60))}${conversation.revision ? ` ${show(conversation.revision, 40)}` : ""}${purpose}`,
    ...exchanges.flatMap((exchange) => renderExchange(exchange, style, width)),
    ...strays.map((message) => stray(message, style, width)),
    ...(conversation.trouble
      ? [`  ${style.red(`! ${conversation.trouble.kind}: ${show(conversation.trouble.detail, 200)}`)}`]
      : []),
    ...(end === undefined ? [] : [end]),
  ];
};

const processEnd = ({ ended_by, signal, exit_code }: ProcessRecord): string => {
  if (ended_by === "not-started") return "the process was not started";
  return `process ended by ${ended_by}, ${signal ? `signal ${show(signal, 20)}` : `exit code ${exit_code ?? "unknown"}`}`;
};

const renderExchange = (exchange: Exchange, style: Style, width: number): string[] => {
  const sent = sentLine(exchange, style, width);
  const status = exchange.http?.status;
  const notes = exchange.response_notes ? ` ${style.yellow(noteWords(exchange.response_notes))}` : "";
  // Compared, not tested for truth: null is JSON, and so an answer.
  const kept = [exchange.response, exchange.response_raw, exchange.http?.body, status];
  const answered = kept.some((part) => part !== undefined);
  const body = [...(status === undefined ? [] : [String(status)]), answerText(exchange)].join(" ").trimEnd();
  return [
    sent,
    ...(exchange.meanwhile ?? []).filter(({ late }) => !late).map((message) => received(message, style, width)),
    ...(answered ? [`  ${style.green("←")} ${clip(body, width - MARGIN)}${notes}`] : []),
    ...(exchange.meanwhile ?? [])
      .filter(({ late }) => late)
      .map((message) => received(message, style, width, "after the response")),
    ...(exchange.trouble
      ? [`  ${style.red(`! ${exchange.trouble.kind}: ${show(exchange.trouble.detail, 200)}`)}`]
      : []),
  ];
};

const sentLine = (exchange: Exchange, style: Style, width: number): string => {
  const method = exchange.http && exchange.http.method !== "POST" ? `${show(exchange.http.method, 20)} ` : "";
  const what =
    exchange.request === undefined
      ? exchange.request_raw
        ? rawWords(exchange.request_raw)
        : ""
      : describe(exchange.request);
  const step = exchange.step === undefined ? "" : show(exchange.step, 60);
  const known = what === "" || step === "" || step === stringMember(exchange.request, "method");
  const words = `${method}${known ? what || step : `${step}: ${what}`}`.trimEnd();
  const aside = exchange.deliberate ? " (on purpose)" : "";
  return `  ${style.cyan("→")} ${clip(words, width - MARGIN - aside.length)}${style.yellow(aside)}`;
};

/** The method and the params that are not the era's own dress. */
const describe = (message: Json): string => {
  if (Array.isArray(message)) return `batch of ${message.length}: ${shorten(message)}`;
  const method = stringMember(message, "method");
  if (method === undefined) return shorten(message);
  const params = member(message, "params");
  if (params === undefined) return show(method, 80);
  if (!isJsonObject(params)) return `${show(method, 80)} ${shorten(params)}`;
  const rest = Object.fromEntries(Object.entries(params).filter(([key]) => key !== "_meta"));
  return Object.keys(rest).length > 0 ? `${show(method, 80)} ${shorten(rest)}` : show(method, 80);
};

/** A result without what every result of the stateless era carries; the capture has it. */
const undressed = (result: Json): Json => {
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
    if (error !== undefined) return `error ${shorten(error)}`;
    return result === undefined ? shorten(response) : shorten(undressed(result));
  }
  if (exchange.response_raw) return rawWords(exchange.response_raw);
  if (exchange.http?.body) return rawWords(exchange.http.body);
  return exchange.http?.stream ? `event stream, ${exchange.http.stream.events} events` : "";
};

const received = (message: ReceivedMessage, style: Style, width: number, remark?: string): string => {
  const body = message.message === undefined ? (message.raw ? rawWords(message.raw) : "") : describe(message.message);
  const notes = message.notes ? ` ${style.yellow(noteWords(message.notes))}` : "";
  const aside = remark === undefined ? "" : ` (${remark})`;
  return `  ${style.green("⇠")} ${clip(body, width - MARGIN - aside.length)}${style.dim(aside)}${notes}`;
};

const stray = (message: ReceivedMessage, style: Style, width: number): string =>
  received(message, style, width, "belongs to no request");

const NOTES_SHOWN = 3;

const noteWords = (notes: readonly ReadingNote[]): string => {
  const words = notes
    .slice(0, NOTES_SHOWN)
    .map(({ kind, at }) => (at === undefined ? kind : `${kind} at ${show(at, 60)}`));
  return `[${[...words, ...(notes.length > NOTES_SHOWN ? [`${notes.length - NOTES_SHOWN} more`] : [])].join(", ")}]`;
};

const rawWords = (raw: RawText): string => {
  if (raw.encoding === "utf8") return show(raw.data, 400);
  const bytes = raw.cut_from ?? Math.floor((raw.data.replace(/=+$/, "").length * 3) / 4);
  return `${counted(bytes, "byte")}, not UTF-8`;
};

const shorten = (value: Json): string => show(JSON.stringify(value), 2_000);

/** What stands before the text of a message. */
const MARGIN = "  → ".length;
const NARROWEST = 10;

/** Cuts what is already escaped, so a cut cannot make something printable again; never through a surrogate pair. */
const clip = (text: string, width: number): string => {
  const room = Math.max(width, NARROWEST);
  if (text.length <= room) return text;
  const characters = [...text];
  return characters.length <= room ? text : `${characters.slice(0, room - 1).join("")}…`;
};
