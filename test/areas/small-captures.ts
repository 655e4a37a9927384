// Small pieces of captures that several tables need.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type {
  ConversationRecord,
  Exchange,
  HttpRecord,
  ReceivedMessage,
  TransportName,
  Unsolicited,
} from "../../src/capture/capture.ts";
import { type QuestionName, questionNames, questionRow, sendsOf, stepName } from "../../src/protocol/question.ts";

/** A request with its result. */
export const answered = (step: string, method: string, result: Json, params?: JsonObject): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method, ...(params ? { params } : {}) },
  response: { jsonrpc: "2.0", id: 1, result },
});

/** A request with its error. */
export const refused = (step: string, method: string, code: number, params?: JsonObject): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method, ...(params ? { params } : {}) },
  response: { jsonrpc: "2.0", id: 1, error: { code, message: "refused" } },
});

/** A request that nobody answered in time. */
export const unanswered = (step: string, method: string, params?: JsonObject): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 1, method, ...(params ? { params } : {}) },
  trouble: { kind: "timed-out", detail: "no response" },
});

/** A question that the plan left out, named by itself or by one of its messages. */
export const leftOut = (step: string, reason: "not-offered" | "unsafe-to-probe" | "prerequisite-missing") => ({
  conversation: "main",
  step: questionOf(step),
  reason,
  detail: `${step} was left out`,
});

const questionOf = (step: string): string => {
  const question = questionNames().find((name) => name === step) ?? questionNames().find((name) => isFiled(name, step));
  if (question === undefined) throw new Error(`${step} is no step of the plan`);
  return question;
};

/** Whether a message of the question is filed under this name, with any numbers in it; the last one may be missing. */
const isFiled = (question: QuestionName, step: string): boolean =>
  [...sendsOf(question), ...(questionRow(question).besides ?? [])]
    .map((message) => stepName(question, message))
    .some((name) => name.replace(/-#$/, "") === step || name === step || name === step.replaceAll(/\d+(?=-|$)/g, "#"));

/** The same exchange with the head of an HTTP answer: a POST that was answered with JSON, unless it says otherwise. */
export const overHttp = (exchange: Exchange, status: number, http: Partial<HttpRecord> = {}): Exchange => ({
  ...exchange,
  http: {
    method: "POST",
    request_headers: [],
    response_headers: [["Content-Type", "application/json"]],
    status,
    ...http,
  },
});

/** A message that came beside the response. */
export const heard = (message: Json, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  seq: 1,
  at_ms: 1,
  message,
  ...more,
});

/** An exchange as a capture without step names has it. */
export const unnamed = ({ step: _step, ...exchange }: Exchange): Exchange => exchange;

/** A request that is wrong on purpose. */
export const deliberate = (exchange: Exchange): Exchange => ({ ...exchange, deliberate: true });

/** A notification, or with an id a request, of the server's. */
export const message = (method: string, params?: JsonObject, id?: Json): JsonObject => ({
  jsonrpc: "2.0",
  ...(id === undefined ? {} : { id }),
  method,
  ...(params ? { params } : {}),
});

/** A message as it arrived: its place in the conversation and its time. */
export const arrived = (sent: Json, seq = 0, atMs = seq): ReceivedMessage => ({ seq, at_ms: atMs, message: sent });

/** The `_meta` that makes a request one of the stateless era. */
export const statelessMeta = (clientCapabilities: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
  ...more,
});

/** A message of the main conversation that belongs to no exchange. */
export const unasked = (received: ReceivedMessage): Unsolicited => ({ conversation: "main", ...received });

const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
  "tasks/list": "tasks",
};

interface PageOptions {
  readonly step?: string;
  /** The cursor that was sent, and the one that leads on. */
  readonly cursor?: string;
  readonly next?: string;
  readonly more?: JsonObject;
}

/** A page of a list, named after its method unless it says otherwise. */
export const page = (method: string, entries: readonly Json[], options: PageOptions = {}): Exchange => {
  const { step = method, cursor, next, more = {} } = options;
  const result: JsonObject = { [LIST_KEYS[method] ?? ""]: [...entries], ...more };
  if (next !== undefined) result["nextCursor"] = next;
  return answered(step, method, result, cursor === undefined ? undefined : { cursor });
};

/** The handshake of a server that advertises these capabilities. */
export const advertises = (capabilities: JsonObject): Exchange =>
  answered("initialize", "initialize", { protocolVersion: "2025-11-25", capabilities });

/** The same exchange in another conversation. */
export const within = (conversation: string, exchange: Exchange): Exchange => ({ ...exchange, conversation });

/** The same exchange, with what came while it ran. */
export const hearing = (exchange: Exchange, meanwhile: readonly ReceivedMessage[]): Exchange => ({
  ...exchange,
  meanwhile,
});

/** The same exchange, sent and answered at these places of its conversation. */
export const ordered = (exchange: Exchange, seq: number, responseSeq = seq + 1): Exchange => ({
  ...exchange,
  seq,
  response_seq: responseSeq,
});

/** The same exchange, sent and ended at these times. */
export const timed = (exchange: Exchange, startMs: number, endMs: number): Exchange => ({
  ...exchange,
  timing: { start_ms: startMs, end_ms: endMs },
});

/** Conversations beside each other, each of which speaks the revision. */
export const conversations = (
  ids: readonly string[],
  { probes = "2025-11-25", transport = "stdio" }: { probes?: string; transport?: TransportName } = {},
): readonly ConversationRecord[] => ids.map((id) => ({ id, purpose: "test", transport, probes, opened_ms: 0 }));
