import type { Capture, ConversationRecord, Exchange, RawText, ReadingNote, ReceivedMessage } from "../model/capture.ts";
import { isJsonObject, type Json, member, stringMember } from "../model/json.ts";
import { untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "./escape/terminal.ts";
import { createStyle, type Style } from "./style.ts";

export interface TranscriptOptions {
  readonly color: boolean;
  readonly width: number;
}

/** A capture as people read it: who said what, one line a message, conversation by conversation. */
export const renderTranscript = (capture: Capture, options: TranscriptOptions): string => {
  const style = createStyle(options.color);
  const lines = [...renderHead(capture, style)];
  const conversations = capture.conversations ?? [];
  const named = new Set(conversations.map(({ id }) => id));
  for (const conversation of conversations) {
    lines.push("", ...renderConversation(capture, conversation, style, options.width));
  }
  const loose = capture.exchanges.filter(({ conversation }) => conversation === undefined || !named.has(conversation));
  if (loose.length > 0) lines.push("", ...loose.flatMap((exchange) => renderExchange(exchange, style, options.width)));
  lines.push("", renderCounts(capture));
  return `${lines.join("\n")}\n`;
};

const renderHead = (capture: Capture, style: Style): string[] => {
  const info = capture.server_info;
  const name = stringMember(info, "name");
  const version = stringMember(info, "version");
  const capabilities = Object.keys(capture.server_capabilities ?? {});
  return [
    style.bold(show(capture.server_label, 200)),
    ...(name === undefined ? [] : [`${show(name, 80)} ${show(version ?? "", 40)}`.trimEnd()]),
    ...(capture.era ? [renderEra(capture)] : []),
    ...(capabilities.length > 0 ? [`offers ${capabilities.map((entry) => show(entry, 40)).join(", ")}`] : []),
    ...(capture.target?.kind === "http" && capture.target.insecure ? [style.yellow("the server's certificate was not verified (--insecure)")] : []),
    ...(capture.reader_notes ?? []).map((entry) => style.yellow(entry)),
  ];
};

const ERA_WORDS = {
  stateful: "stateful era",
  stateless: "stateless era",
  dual: "both eras",
  none: "era unknown",
} as const;

const renderEra = (capture: Capture): string => {
  const { era, revisions } = capture;
  if (!era) return "";
  if (era.verdict === "none") return `${ERA_WORDS.none}: ${show(era.reason, 200)}`;
  const negotiated = (revisions?.asked ?? []).filter(({ revision, answered }) => revision === answered).map(({ revision }) => revision);
  const probed = revisions?.probed;
  const others = negotiated.filter((revision) => revision !== probed);
  return [
    ERA_WORDS[era.verdict],
    ...(probed ? [`probed at ${show(probed, 40)}`] : []),
    ...(others.length > 0 ? [`also negotiates ${others.map((entry) => show(entry, 40)).join(", ")}`] : []),
  ].join(" · ");
};

const renderConversation = (capture: Capture, conversation: ConversationRecord, style: Style, width: number): string[] => {
  const exchanges = capture.exchanges.filter((exchange) => exchange.conversation === conversation.id);
  const strays = (capture.unsolicited ?? []).filter((message) => message.conversation === conversation.id);
  const process = conversation.process;
  const end = process
    ? `  ${style.dim(`process ended by ${process.ended_by}, ${process.signal ? `signal ${show(process.signal, 20)}` : `exit code ${process.exit_code ?? "unknown"}`}`)}`
    : undefined;
  const purpose = style.dim(` ${show(conversation.purpose, 120)}`);
  return [
    `${style.bold(show(conversation.id, 60))}${conversation.revision ? ` ${show(conversation.revision, 40)}` : ""}${purpose}`,
    ...exchanges.flatMap((exchange) => renderExchange(exchange, style, width)),
    ...strays.map((message) => received(message, style, width, "belongs to no request")),
    ...(conversation.trouble ? [`  ${style.red(`! ${conversation.trouble.kind}: ${show(conversation.trouble.detail, 200)}`)}`] : []),
    ...(end === undefined ? [] : [end]),
  ];
};

const renderExchange = (exchange: Exchange, style: Style, width: number): string[] => {
  const sent = sentLine(exchange, style, width);
  const status = exchange.http?.status;
  const notes = exchange.response_notes ? ` ${style.yellow(noteWords(exchange.response_notes))}` : "";
  const answer = exchange.response ?? exchange.response_raw ?? exchange.http?.body;
  const prefix = status === undefined ? "" : `${status} `;
  const body = answerText(exchange);
  const hasAnswer = answer !== undefined || status !== undefined;
  return [
    sent,
    ...(exchange.meanwhile ?? []).filter(({ late }) => !late).map((message) => received(message, style, width)),
    ...(hasAnswer ? [`  ${style.green("←")} ${fit(`${prefix}${body}`, width - 4)}${notes}`] : []),
    ...(exchange.meanwhile ?? []).filter(({ late }) => late).map((message) => received(message, style, width, "after the response")),
    ...(exchange.trouble ? [`  ${style.red(`! ${exchange.trouble.kind}: ${show(exchange.trouble.detail, 200)}`)}`] : []),
  ];
};

const sentLine = (exchange: Exchange, style: Style, width: number): string => {
  const method = exchange.http && exchange.http.method !== "POST" ? `${exchange.http.method} ` : "";
  const what = exchange.request === undefined ? (exchange.request_raw ? rawWords(exchange.request_raw) : "") : describe(exchange.request);
  const step = exchange.step === undefined ? "" : show(exchange.step, 60);
  const words = what === "" ? step : what;
  const deliberate = exchange.deliberate ? ` ${style.yellow("(on purpose)")}` : "";
  return `  ${style.cyan("→")} ${fit(`${method}${words}`, width - 20)}${deliberate}`;
};

/** The method and the params that are not the era's own dress. */
const describe = (message: Json): string => {
  if (Array.isArray(message)) return `batch of ${message.length}: ${shorten(message)}`;
  const method = stringMember(message, "method");
  if (method === undefined) return shorten(message);
  const params = member(message, "params");
  if (!isJsonObject(params)) return show(method, 80);
  const rest = Object.fromEntries(Object.entries(params).filter(([key]) => key !== "_meta"));
  return Object.keys(rest).length > 0 ? `${show(method, 80)} ${shorten(rest)}` : show(method, 80);
};

const answerText = (exchange: Exchange): string => {
  const { response } = exchange;
  if (response !== undefined) {
    const error = member(response, "error");
    const result = member(response, "result");
    if (error !== undefined) return `error ${shorten(error)}`;
    return result === undefined ? shorten(response) : shorten(result);
  }
  if (exchange.response_raw) return rawWords(exchange.response_raw);
  if (exchange.http?.body) return rawWords(exchange.http.body);
  return exchange.http?.stream ? `event stream, ${exchange.http.stream.events} events` : "";
};

const received = (message: ReceivedMessage, style: Style, width: number, aside?: string): string => {
  const body = message.message === undefined ? (message.raw ? rawWords(message.raw) : "") : describe(message.message);
  const notes = message.notes ? ` ${style.yellow(noteWords(message.notes))}` : "";
  return `  ${style.green("⇠")} ${fit(body, width - 20)}${aside ? ` ${style.dim(`(${aside})`)}` : ""}${notes}`;
};

const noteWords = (notes: readonly ReadingNote[]): string =>
  `[${notes.map(({ kind, at }) => (at === undefined ? kind : `${kind} at ${show(at, 60)}`)).join(", ")}]`;

const rawWords = (raw: RawText): string =>
  raw.encoding === "base64" ? `${raw.cut_from ?? Math.floor((raw.data.length * 3) / 4)} bytes that are not UTF-8` : show(raw.data, 400);

const shorten = (value: Json): string => show(JSON.stringify(value), 2_000);

const show = (text: string, length: number): string => escapeTerminal(untrusted(text), length);

/** Cuts what is already escaped, so a cut cannot make something printable again. */
const fit = (text: string, width: number): string => (text.length > width && width > 10 ? `${text.slice(0, width - 1)}…` : text);

const renderCounts = (capture: Capture): string => {
  const answered = capture.exchanges.filter(({ response }) => response !== undefined).length;
  const troubled = capture.exchanges.filter(({ trouble }) => trouble !== undefined).length;
  const conversations = capture.conversations?.length ?? 0;
  return [
    ...(conversations > 0 ? [`${conversations} conversations`] : []),
    `${capture.exchanges.length} exchanges`,
    `${answered} answered`,
    ...(troubled > 0 ? [`${troubled} in trouble`] : []),
    ...(capture.outcome === undefined || capture.outcome === "complete" ? [] : [capture.outcome]),
  ].join(", ");
};
