import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import type { Exchange } from "../../capture/capture.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { paramsOf, resultOf } from "../../judge/core/record-members.ts";
import type { ToolOutcome } from "./tool-outcomes.ts";
import { CLIENT_PATIENCE_MS } from "./work-rules.ts";

/** One call, and what became of it. */
export interface CallOutcome {
  readonly record: ExchangeRecord;
  readonly outcome: Exclude<ToolOutcome, "not-called">;
  /** Its message where it failed, or why there is none. */
  readonly message: string | null;
  /** Whether the message is the server's. */
  readonly said: boolean;
  readonly ms: number | null;
  readonly bytes: number | null;
}

export const callOutcome = (record: ExchangeRecord, died: boolean): CallOutcome => {
  const { exchange } = record;
  const message = messageOf(exchange);
  return {
    record,
    outcome: died ? "died" : plainOutcome(record),
    message: message?.text ?? null,
    said: message?.said ?? false,
    ms: exchange.response === undefined ? null : durationOf(exchange),
    bytes: sizeOf(exchange),
  };
};

const plainOutcome = (record: ExchangeRecord): CallOutcome["outcome"] => {
  const { exchange } = record;
  switch (outcomeOf(exchange)) {
    case "result":
      return member(resultOf(record), "isError") === true ? "error" : "ok";
    case "silence":
      return wasGivenUp(exchange) ? "cancelled" : "timed-out";
    case "stopped":
      return exchange.trouble?.kind === "limit-exceeded" ? "protocol-error" : "cancelled";
    default:
      return "protocol-error";
  }
};

/** mcptest stopped waiting, before a client would have. */
const wasGivenUp = ({ trouble, timing }: Exchange): boolean =>
  trouble?.limit === "toolMs" && (timing === undefined || timing.end_ms - timing.start_ms < CLIENT_PATIENCE_MS);

export const durationOf = ({ timing }: Exchange): number | null =>
  timing === undefined ? null : Math.round((timing.response_ms ?? timing.end_ms) - timing.start_ms);

const sizeOf = ({ response }: Exchange): number | null => {
  const answer = member(response, "result") ?? member(response, "error");
  return answer === undefined ? null : utf8Length(JSON.stringify(answer));
};

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

const messageOf = (exchange: Exchange): { readonly text: string; readonly said: boolean } | undefined => {
  const { response, http, trouble } = exchange;
  const error = member(response, "error");
  if (error !== undefined) return { text: errorText(error), said: true };
  const result = member(response, "result");
  if (member(result, "isError") === true) return { text: textOf(result), said: true };
  if (stringMember(result, "resultType") === "input_required") return { text: "asked for input first", said: false };
  if (result !== undefined) return undefined;
  if (http?.status !== undefined && http.status >= 300) return { text: `HTTP ${http.status}`, said: false };
  return trouble ? { text: trouble.detail, said: false } : { text: "no answer", said: false };
};

const errorText = (error: Json): string => {
  const [message, data] = [stringMember(error, "message") ?? "", member(error, "data")];
  return [message, ...(typeof data === "string" ? [data] : [])].join(": ");
};

/** More of a message says nothing that its beginning does not. */
const LONGEST = 20_000;

/** The text blocks of a result. */
export const textOf = (result: Json | undefined): string => {
  const blocks = listMember(result, "content").flatMap((block) => stringMember(block, "text") ?? []);
  const text = shorten(blocks.join("\n"), LONGEST);
  if (text !== "") return text;
  const structured = member(result, "structuredContent");
  return structured === undefined ? "" : shorten(JSON.stringify(structured), LONGEST);
};

/** Characters of text in a result: its text blocks or its structured content, which say the same; the longer counts. */
export const charactersOf = (result: Json | undefined): number => {
  const inBlocks = listMember(result, "content")
    .map((block) => stringMember(block, "text") ?? stringMember(member(block, "resource"), "text") ?? "")
    .reduce((sum, text) => sum + text.length, 0);
  const structured = member(result, "structuredContent");
  return Math.max(inBlocks, structured === undefined ? 0 : JSON.stringify(structured).length);
};

/** The texts and numbers a tool was called with. */
export const sentValues = (record: ExchangeRecord): readonly string[] =>
  valuesIn(member(paramsOf(record), "arguments"));

const valuesIn = (value: Json | undefined): readonly string[] => {
  if (typeof value === "string") return value.length > 2 ? [value] : [];
  if (typeof value === "number") return String(value).length > 2 ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
};
