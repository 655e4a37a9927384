import { type Json, member, valueAt } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { type Clocked, responseMembers, timingOf } from "../exchange-draft.ts";
import {
  BoundedMap,
  idKey,
  markLate,
  type OpenExchange,
  openExchange,
  REMEMBERED,
  responsesIn,
  TokenOwners,
  takeAnswer,
} from "../filing/filing.ts";
import type { Recording } from "./recording.ts";

/** An exchange that stands in the file and may still be added to. */
export interface RecordedExchange extends OpenExchange, Clocked {
  readonly id: string;
  readonly conversation: string;
  /** The client has taken the request back; an answer may come all the same. */
  cancelled?: true;
  /** The request, where its answer tells something about the server. */
  readonly handshake?: Json;
}

export const newExchange = (
  id: string,
  conversation: string,
  startMs: number,
  request: Json | undefined,
): RecordedExchange => {
  const exchange = { id, conversation, startMs, ...openExchange(request) };
  const method = member(request, "method");
  return request !== undefined && (method === "initialize" || method === "server/discover")
    ? { ...exchange, handshake: request }
    : exchange;
};

const CANCELLED: Trouble = { kind: "closed", detail: "the client cancelled the request" };

/**
 * Finds the exchange of a recording that a message of the server's belongs to, by what it says (its id, progress token
 * or subscription id), failing that by the stream it came on; and writes down what becomes known of each exchange.
 */
export class RecordedFiling {
  readonly #recording: Recording;
  readonly #onHandshake: (exchange: RecordedExchange, response: Json) => void;
  /** By id: it means the newest request that has it, even if an older one is still unanswered. */
  readonly #waiting = new BoundedMap<string, RecordedExchange>(REMEMBERED);
  readonly #answered = new BoundedMap<string, RecordedExchange>(REMEMBERED);
  readonly #tokens = new TokenOwners<RecordedExchange>();

  constructor(recording: Recording, onHandshake: (exchange: RecordedExchange, response: Json) => void) {
    this.#recording = recording;
    this.#onHandshake = onHandshake;
  }

  add(exchange: RecordedExchange, request: Json | undefined): void {
    for (const id of exchange.awaited) {
      this.#waiting.set(id, exchange);
      this.#answered.delete(id);
    }
    for (const entry of Array.isArray(request) ? request : [request]) {
      this.#tokens.remember(exchange, entry);
      this.#noteCancelled(entry);
    }
  }

  /** Moves an exchange here whose conversation became known only with its answer. */
  adopt(exchange: RecordedExchange, from: RecordedFiling): void {
    for (const id of exchange.awaited) {
      from.#release(id, exchange);
      this.#waiting.set(id, exchange);
    }
  }

  /** On a channel that carries many exchanges at once; false when the message belongs to none of them. */
  file(message: ReceivedMessage, stream?: RecordedExchange): boolean {
    const responses = responsesIn(message.message);
    const owner = responses.length > 0 ? this.#ownerOfResponse(responses) : this.#tokens.ownerOf(message.message);
    if (owner && this.answer(owner, message)) return true;
    const under = owner ?? stream;
    if (under) this.meanwhile(under, message);
    return under !== undefined;
  }

  /** Files the message as the response of this exchange, if it answers it. */
  answer(exchange: RecordedExchange, message: ReceivedMessage): boolean {
    const awaited = [...exchange.awaited];
    const response = takeAnswer(exchange, message.message);
    if (response === undefined) return false;
    for (const id of awaited) {
      if (exchange.awaited.has(id)) continue;
      this.#release(id, exchange);
      this.#answered.set(id, exchange);
    }
    this.#writeResponse(exchange, message, response);
    const [first] = exchange.answers;
    if (exchange.handshake !== undefined && first !== undefined) this.#onHandshake(exchange, first);
    return true;
  }

  /** Files the message as the response of this exchange because HTTP says it is, whatever its id. */
  respond(exchange: RecordedExchange, message: ReceivedMessage): void {
    this.forget(exchange);
    this.#writeResponse(exchange, message, message.message);
  }

  /** Late is what arrives after the whole answer. */
  meanwhile(exchange: RecordedExchange, message: ReceivedMessage): void {
    const late = exchange.responseMs !== undefined && exchange.awaited.size === 0;
    this.#recording.update(exchange.id, { meanwhile: [markLate(message, late)] });
  }

  /** The one exchange that waits for an answer, if there is only one. */
  get onlyOpen(): RecordedExchange | undefined {
    const [first, second] = this.#open;
    return second ? undefined : first;
  }

  /** No answer is waited for any more. */
  forget(exchange: RecordedExchange): void {
    for (const id of exchange.awaited) this.#release(id, exchange);
    exchange.awaited.clear();
  }

  /** This exchange gets no answer any more. */
  fail(exchange: RecordedExchange, trouble: Trouble): void {
    this.forget(exchange);
    this.#recording.update(exchange.id, { timing: timingOf(exchange, this.#recording.now), trouble });
  }

  failAll(trouble: Trouble): void {
    for (const exchange of this.#open) this.fail(exchange, exchange.cancelled ? CANCELLED : trouble);
  }

  get #open(): Set<RecordedExchange> {
    return new Set(this.#waiting.values());
  }

  #release(id: string, exchange: RecordedExchange): void {
    if (this.#waiting.get(id) === exchange) this.#waiting.delete(id);
  }

  #noteCancelled(message: Json | undefined): void {
    if (member(message, "method") !== "notifications/cancelled") return;
    const id = valueAt(message, "params", "requestId");
    const exchange = id === undefined ? undefined : this.#waiting.get(idKey(id));
    if (exchange) exchange.cancelled = true;
  }

  #ownerOfResponse(responses: readonly Json[]): RecordedExchange | undefined {
    const keys = responses.map((response) => idKey(member(response, "id") ?? null));
    const owners = [this.#waiting, this.#answered].flatMap((known) => keys.map((key) => known.get(key)));
    return owners.find((owner) => owner !== undefined);
  }

  #writeResponse(exchange: RecordedExchange, message: ReceivedMessage, response: Json | undefined): void {
    exchange.responseMs = message.at_ms;
    this.#recording.update(exchange.id, {
      ...responseMembers(message, response),
      timing: timingOf(exchange, message.at_ms),
    });
  }
}
