import { isJsonObject, type Json, member, valueAt } from "../../base/json.ts";
import type { ReadingNote } from "../../base/reading.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

/** An exchange that messages may still be filed under. */
export interface OpenExchange {
  /** The ids that are still to be answered. */
  readonly awaited: Set<string>;
  readonly batch: boolean;
  /** So far: a batch may be answered message by message. */
  readonly answers: Json[];
}

export const openExchange = (request: Json | undefined): OpenExchange => ({
  awaited: new Set(requestIds(request)),
  batch: Array.isArray(request),
  answers: [],
});

/** What to record as the response, if the message answers this exchange; undefined if it does not. */
export const takeAnswer = (exchange: OpenExchange, message: Json | undefined): Json | undefined => {
  const answers = responsesIn(message).filter((response) => {
    const id = member(response, "id");
    return id !== undefined && exchange.awaited.delete(idKey(id));
  });
  if (answers.length === 0) return undefined;
  exchange.answers.push(...answers);
  return exchange.batch && !Array.isArray(message) ? [...exchange.answers] : message;
};

export const markLate = (message: ReceivedMessage, late: boolean): ReceivedMessage =>
  late ? { ...message, late: true } : message;

/** A peer that never answers, or answers again and again, must not fill our memory. */
export const REMEMBERED = 10_000;

/** Finds the exchange that a message which answers nothing belongs to: by its progress token or subscription id. */
export class TokenOwners<T> {
  readonly #owners = new BoundedMap<string, T>(REMEMBERED);

  remember(owner: T, request: Json | undefined): void {
    const token = valueAt(request, "params", "_meta", "progressToken");
    if (token !== undefined) this.#owners.set(`progress ${idKey(token)}`, owner);
    const id = member(request, "id");
    if (member(request, "method") === "subscriptions/listen" && id !== undefined) {
      this.#owners.set(`subscription ${idKey(id)}`, owner);
    }
  }

  ownerOf(message: Json | undefined): T | undefined {
    if (!isJsonObject(message)) return undefined;
    const params = member(message, "params");
    const token = member(params, "progressToken");
    if (member(message, "method") === "notifications/progress" && token !== undefined) {
      return this.#owners.get(`progress ${idKey(token)}`);
    }
    const subscription = valueAt(params, "_meta", META_KEY.subscriptionId);
    return subscription === undefined ? undefined : this.#owners.get(`subscription ${idKey(subscription)}`);
  }
}

/** Forgets the oldest entry when it would hold too many. */
export class BoundedMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}

const CARRIAGE_RETURN = 0x0d;

/** What the framing of a stdio line shows and its JSON does not. */
export const lineNotes = (bytes: Uint8Array, complete: boolean): ReadingNote[] => {
  if (!complete) return [{ kind: "incomplete-line" }];
  if (bytes.length === 0) return [{ kind: "empty-line" }];
  const last = bytes.length - 1;
  return bytes[last] === CARRIAGE_RETURN ? [{ kind: "carriage-return", offset: last }] : [];
};

/** Ids are compared with their JSON type: "1" does not answer 1. */
export const idKey = (id: Json): string => JSON.stringify(id);

export const isResponse = (message: Json | undefined): boolean =>
  isJsonObject(message) &&
  !Object.hasOwn(message, "method") &&
  (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));

export const isRequest = (message: Json | undefined): boolean =>
  isJsonObject(message) && typeof member(message, "method") === "string" && Object.hasOwn(message, "id");

/** The ids a response is awaited for: of whatever is not itself a response, or of every such member of a batch. */
export const requestIds = (message: Json | undefined): string[] => {
  const single = (entry: Json): string[] => {
    if (!isJsonObject(entry) || isResponse(entry)) return [];
    const id = member(entry, "id");
    return id === undefined ? [] : [idKey(id)];
  };
  if (message === undefined) return [];
  return Array.isArray(message) ? message.flatMap(single) : single(message);
};

/** The responses in what arrived: a message, or the members of a batch. */
export const responsesIn = (message: Json | undefined): Json[] => {
  if (message === undefined) return [];
  const all = Array.isArray(message) ? message : [message];
  return all.filter(isResponse);
};
