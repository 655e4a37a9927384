import type { ReceivedMessage, Timing } from "../../model/capture.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import type { Trouble } from "../../model/trouble.ts";
import { idKey, requestIds, responsesIn } from "../conversation/message-kind.ts";
import { META } from "../dialect/stateless.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { Recording } from "./recording.ts";

/** An exchange that stands in the file and may still be added to. */
export interface Filed {
  readonly id: string;
  readonly conversation: string;
  readonly startMs: number;
  headMs?: number;
  responseMs?: number;
  /** The ids that are still to be answered. */
  readonly awaited: Set<string>;
  readonly batch: boolean;
  readonly answers: Json[];
  /** The client has taken the request back; an answer may come all the same. */
  cancelled?: true;
  /** The request, where its answer tells something about the server. */
  readonly handshake?: Json;
}

export const newFiled = (id: string, conversation: string, startMs: number, request: Json | undefined): Filed => ({
  id,
  conversation,
  startMs,
  awaited: new Set(requestIds(request)),
  batch: Array.isArray(request),
  answers: [],
  ...(request !== undefined && isHandshake(request) ? { handshake: request } : {}),
});

const isHandshake = (request: Json): boolean => {
  const method = member(request, "method");
  return method === "initialize" || method === "server/discover";
};

export const timingOf = (filed: Filed, end_ms: number): Timing => ({
  start_ms: filed.startMs,
  ...(filed.headMs === undefined ? {} : { head_ms: filed.headMs }),
  ...(filed.responseMs === undefined ? {} : { response_ms: filed.responseMs }),
  end_ms,
});

const CANCELLED: Trouble = { kind: "closed", detail: "the client cancelled the request" };

/** A client that never hears an answer, or hears many, must not fill our memory. */
const REMEMBERED = 10_000;

/**
 * Finds the exchange a message of the server's belongs to, by what it says: its id, progress token or subscription id;
 * failing that by the stream it came on. What belongs to none is unsolicited.
 */
export class Filing {
  readonly #recording: Recording;
  readonly #onHandshake: (filed: Filed, response: Json) => void;
  readonly #waiting = new BoundedMap<string, Filed>(REMEMBERED);
  readonly #answered = new BoundedMap<string, Filed>(REMEMBERED);
  readonly #tokens = new BoundedMap<string, Filed>(REMEMBERED);

  constructor(recording: Recording, onHandshake: (filed: Filed, response: Json) => void) {
    this.#recording = recording;
    this.#onHandshake = onHandshake;
  }

  add(filed: Filed, request: Json | undefined): void {
    for (const id of filed.awaited) {
      this.#waiting.set(id, filed);
      // The id means the new request from now on, even if an old one had it.
      this.#answered.delete(id);
    }
    for (const entry of Array.isArray(request) ? request : [request]) {
      this.#rememberTokens(filed, entry);
      this.#noteCancelled(entry);
    }
  }

  /** Moves an exchange here whose conversation became known only with its answer. */
  adopt(filed: Filed, from: Filing): void {
    for (const id of filed.awaited) {
      if (from.#waiting.get(id) === filed) from.#waiting.delete(id);
      this.#waiting.set(id, filed);
    }
  }

  /** On a channel that carries many exchanges at once; false when the message belongs to none of them. */
  file(message: ReceivedMessage, stream?: Filed): boolean {
    const responses = responsesIn(message.message);
    const owner = responses.length > 0 ? this.#ownerOfResponse(responses) : this.#ownerOf(message.message);
    if (owner && this.answer(owner, message)) return true;
    const under = owner ?? stream;
    if (under) this.meanwhile(under, message);
    return under !== undefined;
  }

  /** Files the message as the response of this exchange, if it answers it. */
  answer(filed: Filed, message: ReceivedMessage): boolean {
    const answers = responsesIn(message.message).filter((response) => {
      const id = member(response, "id");
      return id !== undefined && filed.awaited.has(idKey(id));
    });
    if (answers.length === 0) return false;
    for (const response of answers) {
      const key = idKey(member(response, "id") ?? null);
      filed.awaited.delete(key);
      if (this.#waiting.get(key) === filed) this.#waiting.delete(key);
      this.#answered.set(key, filed);
    }
    filed.answers.push(...answers);
    this.#write(filed, message, filed.batch && !Array.isArray(message.message) ? [...filed.answers] : message.message);
    const [first] = answers;
    if (filed.handshake !== undefined && first !== undefined) this.#onHandshake(filed, first);
    return true;
  }

  /** Files the message as the response of this exchange because HTTP says it is, whatever its id. */
  respond(filed: Filed, message: ReceivedMessage): void {
    this.forget(filed);
    this.#write(filed, message, message.message);
  }

  #write(filed: Filed, message: ReceivedMessage, response: Json | undefined): void {
    filed.responseMs = message.at_ms;
    this.#recording.update(filed.id, {
      ...(response === undefined ? {} : { response }),
      ...(message.raw ? { response_raw: message.raw } : {}),
      ...(message.notes ? { response_notes: message.notes } : {}),
      response_seq: message.seq,
      ...(message.sse ? { response_sse: message.sse } : {}),
      timing: timingOf(filed, message.at_ms),
    });
  }

  meanwhile(filed: Filed, message: ReceivedMessage): void {
    const late = filed.responseMs !== undefined && filed.awaited.size === 0;
    this.#recording.update(filed.id, { meanwhile: [late ? { ...message, late: true } : message] });
  }

  /** The one exchange that waits for an answer, if there is only one. */
  onlyWaiting(): Filed | undefined {
    const waiting = new Set(this.#waiting.values());
    const [first] = waiting;
    return waiting.size === 1 ? first : undefined;
  }

  /** No answer is waited for any more. */
  forget(filed: Filed): void {
    for (const id of filed.awaited) if (this.#waiting.get(id) === filed) this.#waiting.delete(id);
    filed.awaited.clear();
  }

  /** This exchange gets no answer any more. */
  fail(filed: Filed, trouble: Trouble): void {
    this.forget(filed);
    this.#recording.update(filed.id, { timing: timingOf(filed, this.#recording.now), trouble });
  }

  failAll(trouble: Trouble): void {
    for (const filed of new Set(this.#waiting.values())) this.fail(filed, filed.cancelled ? CANCELLED : trouble);
  }

  #rememberTokens(filed: Filed, request: Json | undefined): void {
    const token = member(member(member(request, "params"), "_meta"), "progressToken");
    if (token !== undefined) this.#tokens.set(`progress ${idKey(token)}`, filed);
    const id = member(request, "id");
    if (member(request, "method") === "subscriptions/listen" && id !== undefined) {
      this.#tokens.set(`subscription ${idKey(id)}`, filed);
    }
  }

  #noteCancelled(message: Json | undefined): void {
    if (member(message, "method") !== "notifications/cancelled") return;
    const id = member(member(message, "params"), "requestId");
    const filed = id === undefined ? undefined : this.#waiting.get(idKey(id));
    if (filed) filed.cancelled = true;
  }

  #ownerOfResponse(responses: readonly Json[]): Filed | undefined {
    const keys = responses.map((response) => idKey(member(response, "id") ?? null));
    for (const remembered of [this.#waiting, this.#answered]) {
      for (const key of keys) {
        const owner = remembered.get(key);
        if (owner) return owner;
      }
    }
    return undefined;
  }

  #ownerOf(message: Json | undefined): Filed | undefined {
    if (!isJsonObject(message)) return undefined;
    const params = member(message, "params");
    const token = member(params, "progressToken");
    if (member(message, "method") === "notifications/progress" && token !== undefined) {
      return this.#tokens.get(`progress ${idKey(token)}`);
    }
    const subscription = member(member(params, "_meta"), META.subscriptionId);
    return subscription === undefined ? undefined : this.#tokens.get(`subscription ${idKey(subscription)}`);
  }
}
