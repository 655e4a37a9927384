import type { ReceivedMessage } from "../../model/capture.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import type { Trouble } from "../../model/trouble.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import { setResponse } from "./conversation-log.ts";
import { idKey, requestIds, responsesIn } from "./message-kind.ts";

interface Waiting {
  readonly draft: ExchangeDraft;
  readonly ids: Set<string>;
  readonly answers: Json[];
  readonly batch: boolean;
  readonly onMessage: ((message: ReceivedMessage) => "close" | undefined) | undefined;
  finish(trouble?: Trouble): void;
}

/**
 * Finds the exchange a message belongs to on a channel that carries many at once (stdio, HTTP+SSE). A message is
 * filed by what it says (its id, progress token, subscription id); failing that under the one request in flight.
 * With several in flight nobody can tell, and it stays unsolicited.
 */
export class Pending {
  readonly #waiting = new Map<string, Waiting>();
  readonly #answered = new Map<string, ExchangeDraft>();
  readonly #tokens = new Map<string, ExchangeDraft>();

  get size(): number {
    return new Set(this.#waiting.values()).size;
  }

  add(draft: ExchangeDraft, onMessage: Waiting["onMessage"], finish: Waiting["finish"]): boolean {
    const ids = requestIds(draft.request);
    this.#rememberTokens(draft);
    if (ids.length === 0) return false;
    const waiting: Waiting = { draft, ids: new Set(ids), answers: [], batch: Array.isArray(draft.request), onMessage, finish };
    for (const id of ids) this.#waiting.set(id, waiting);
    return true;
  }

  drop(draft: ExchangeDraft): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.draft === draft) {
        this.#waiting.delete(id);
        this.#answered.set(id, draft);
      }
    }
  }

  /** Ends everything that is still waiting. */
  failAll(trouble: Trouble): void {
    for (const waiting of new Set(this.#waiting.values())) waiting.finish(trouble);
    this.#waiting.clear();
  }

  /** True when the message was filed under an exchange. */
  file(received: ReceivedMessage): boolean {
    const [response] = responsesIn(received.message);
    if (response !== undefined) return this.#fileResponse(received, response);
    const owner = this.#ownerOf(received.message) ?? this.#onlyOne();
    if (!owner) return false;
    const late = owner.responseMs !== undefined;
    owner.meanwhile.push(late ? { ...received, late: true } : received);
    const waiting = [...this.#waiting.values()].find((entry) => entry.draft === owner);
    if (waiting?.onMessage?.(received) === "close") waiting.finish();
    return true;
  }

  #fileResponse(received: ReceivedMessage, response: Json): boolean {
    const id = member(response, "id");
    const key = id === undefined ? "" : idKey(id);
    const waiting = this.#waiting.get(key);
    if (!waiting) {
      const earlier = this.#answered.get(key);
      earlier?.meanwhile.push({ ...received, late: true });
      return earlier !== undefined;
    }
    this.#waiting.delete(key);
    this.#answered.set(key, waiting.draft);
    waiting.ids.delete(key);
    if (waiting.batch) {
      this.#fileBatch(waiting, received, response);
      return true;
    }
    setResponse(waiting.draft, received);
    waiting.onMessage?.(received);
    waiting.finish();
    return true;
  }

  #fileBatch(waiting: Waiting, received: ReceivedMessage, response: Json): void {
    if (Array.isArray(received.message)) {
      setResponse(waiting.draft, received);
      waiting.ids.clear();
    } else {
      waiting.answers.push(response);
      setResponse(waiting.draft, { ...received, message: [...waiting.answers] });
    }
    if (waiting.ids.size === 0) waiting.finish();
  }

  #rememberTokens(draft: ExchangeDraft): void {
    const meta = member(member(draft.request, "params"), "_meta");
    const token = member(meta, "progressToken");
    if (token !== undefined) this.#tokens.set(`progress ${idKey(token)}`, draft);
    const id = member(draft.request, "id");
    if (member(draft.request, "method") === "subscriptions/listen" && id !== undefined) {
      this.#tokens.set(`subscription ${idKey(id)}`, draft);
    }
  }

  #onlyOne(): ExchangeDraft | undefined {
    const waiting = new Set(this.#waiting.values());
    const [first] = waiting;
    return waiting.size === 1 ? first?.draft : undefined;
  }

  #ownerOf(message: Json | undefined): ExchangeDraft | undefined {
    if (!isJsonObject(message)) return undefined;
    const params = member(message, "params");
    const token = member(params, "progressToken");
    if (member(message, "method") === "notifications/progress" && token !== undefined) {
      return this.#tokens.get(`progress ${idKey(token)}`);
    }
    const subscription = member(member(params, "_meta"), "io.modelcontextprotocol/subscriptionId");
    return subscription === undefined ? undefined : this.#tokens.get(`subscription ${idKey(subscription)}`);
  }
}
