import { defined } from "../base/defined.ts";
import { type Json, member } from "../base/json.ts";
import type { Exchange, ReceivedMessage, Timing } from "../capture/capture.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type Recorded = Pick<Exchange, "request" | "request_raw" | "http" | "trouble"> & Response;

type Response = Pick<Exchange, "response" | "response_raw" | "response_notes" | "response_seq" | "response_sse">;

/** When an exchange began, and how far it has come. */
export interface Clocked {
  readonly startMs: number;
  headMs?: number;
  responseMs?: number;
}

/**
 * An exchange under way. The recorder has it from the moment it is sent, so that an interrupted run still shows what was
 * asked.
 */
export interface ExchangeDraft extends Mutable<Recorded>, Clocked {
  readonly id: string;
  readonly conversation: string;
  readonly step: string;
  readonly deliberate: boolean;
  readonly slot: number;
  readonly seq: number;
  endMs?: number;
  interrupted?: true;
  meanwhile: ReceivedMessage[];
}

/** A received message as the response of an exchange; of a batch that is answered in parts, all of them so far. */
export const responseMembers = (received: ReceivedMessage, response: Json | undefined): Response =>
  defined({
    response,
    response_raw: received.raw,
    response_notes: received.notes,
    response_seq: received.seq,
    response_sse: received.sse,
  });

export const setResponse = (draft: ExchangeDraft, received: ReceivedMessage, response = received.message): void => {
  if (response !== undefined) draft.response = response;
  if (received.raw !== undefined) draft.response_raw = received.raw;
  if (received.notes !== undefined) draft.response_notes = received.notes;
  draft.response_seq = received.seq;
  if (received.sse !== undefined) draft.response_sse = received.sse;
  draft.responseMs = received.at_ms;
};

export const resultOf = ({ response }: ExchangeDraft): Json | undefined => member(response, "result");

export const timingOf = ({ startMs, headMs, responseMs }: Clocked, end_ms: number): Timing =>
  headMs !== undefined && responseMs !== undefined
    ? { start_ms: startMs, head_ms: headMs, response_ms: responseMs, end_ms }
    : defined({ start_ms: startMs, head_ms: headMs, response_ms: responseMs, end_ms });

/** The members in the order the capture format names them, absent ones left out. */
export const finishDraft = (draft: ExchangeDraft, nowMs: number): Exchange => {
  const { id, conversation, step } = draft;
  const exchange: Mutable<Exchange> = { id, conversation, step };
  // One by one: this is done for every exchange of a fleet.
  if (draft.deliberate) exchange.deliberate = true;
  if (draft.interrupted !== undefined) exchange.interrupted = draft.interrupted;
  if (draft.request !== undefined) exchange.request = draft.request;
  if (draft.request_raw !== undefined) exchange.request_raw = draft.request_raw;
  if (draft.response !== undefined) exchange.response = draft.response;
  if (draft.response_raw !== undefined) exchange.response_raw = draft.response_raw;
  if (draft.response_notes !== undefined) exchange.response_notes = draft.response_notes;
  exchange.seq = draft.seq;
  if (draft.response_seq !== undefined) exchange.response_seq = draft.response_seq;
  if (draft.response_sse !== undefined) exchange.response_sse = draft.response_sse;
  if (draft.meanwhile.length > 0) exchange.meanwhile = [...draft.meanwhile];
  if (draft.http !== undefined) exchange.http = draft.http;
  exchange.timing = timingOf(draft, draft.endMs ?? nowMs);
  const trouble = draft.trouble ?? (draft.endMs === undefined ? UNFINISHED : undefined);
  if (trouble !== undefined) exchange.trouble = trouble;
  return exchange;
};

const UNFINISHED = { kind: "aborted", detail: "the run ended before the answer" } as const;
