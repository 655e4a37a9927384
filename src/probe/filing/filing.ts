import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { BoundedMap } from "./bounded-map.ts";
import { idKey, requestIds, responsesIn } from "./message-kind.ts";

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
    const token = member(member(member(request, "params"), "_meta"), "progressToken");
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
    const subscription = member(member(params, "_meta"), META_KEY.subscriptionId);
    return subscription === undefined ? undefined : this.#owners.get(`subscription ${idKey(subscription)}`);
  }
}
