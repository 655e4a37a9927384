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
  /** What was sent is broken: its error may come without an id, because none could be read. */
  readonly mayLackId: boolean;
  readonly onMessage: ((message: ReceivedMessage) => "close" | undefined) | undefined;
  finish(trouble?: Trouble): void;
}

/**
 * Finds the exchange a message belongs to on a channel that carries many at once (stdio, HTTP+SSE). A message is
 * filed by what it says (its id, progress token, subscription id); failing that under the one request in flight.
 * With several in flight nobody can tell, and it stays unsolicited.
 */
export class Pending {
  /** In the order sent: an id that is used twice at once is answered in that order too. */
  readonly #waiting: Waiting[] = [];
  readonly #answered = new Map<string, ExchangeDraft>();
  readonly #tokens = new Map<string, ExchangeDraft>();

  get size(): number {
    return this.#waiting.length;
  }

  add(draft: ExchangeDraft, onMessage: Waiting["onMessage"], finish: Waiting["finish"]): boolean {
    const ids = requestIds(draft.request);
    this.#rememberTokens(draft);
    const mayLackId = isBroken(draft);
    if (ids.length === 0 && !mayLackId) return false;
    const waiting: Waiting = {
      draft,
      ids: new Set(ids),
      answers: [],
      batch: Array.isArray(draft.request),
      mayLackId,
      onMessage,
      finish,
    };
    this.#waiting.push(waiting);
    return true;
  }

  drop(draft: ExchangeDraft): void {
    const index = this.#waiting.findIndex((waiting) => waiting.draft === draft);
    if (index < 0) return;
    const [dropped] = this.#waiting.splice(index, 1);
    for (const id of dropped?.ids ?? []) this.#answered.set(id, draft);
  }

  /** Ends everything that is still waiting. */
  failAll(trouble: Trouble): void {
    for (const waiting of this.#waiting.splice(0)) waiting.finish(trouble);
  }

  /** True when the message was filed under an exchange. */
  file(received: ReceivedMessage): boolean {
    const [response] = responsesIn(received.message);
    if (response !== undefined) return this.#fileResponse(received, response);
    const owner = this.#ownerOf(received.message) ?? this.#onlyOne();
    if (!owner) return false;
    const late = owner.responseMs !== undefined;
    owner.meanwhile.push(late ? { ...received, late: true } : received);
    const waiting = this.#waiting.find((entry) => entry.draft === owner);
    if (waiting?.onMessage?.(received) === "close") waiting.finish();
    return true;
  }

  #fileResponse(received: ReceivedMessage, response: Json): boolean {
    const id = member(response, "id");
    const key = id === undefined ? "" : idKey(id);
    const withoutId = id === undefined || id === null;
    const waiting =
      this.#waiting.find((entry) => entry.ids.has(key)) ?? this.#waiting.find((entry) => withoutId && entry.mayLackId);
    if (!waiting) {
      const earlier = this.#answered.get(key);
      earlier?.meanwhile.push({ ...received, late: true });
      return earlier !== undefined;
    }
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
    const [first, ...others] = this.#waiting;
    return others.length === 0 ? first?.draft : undefined;
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

/** Not a request whose id a server can read with certainty. */
const isBroken = (draft: ExchangeDraft): boolean => {
  const { request } = draft;
  if (!isJsonObject(request)) return true;
  const id = member(request, "id");
  return (
    member(request, "jsonrpc") !== "2.0" ||
    typeof member(request, "method") !== "string" ||
    (typeof id !== "string" && typeof id !== "number")
  );
};
