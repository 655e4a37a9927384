import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { type Deadline, type Stretch, startDeadline } from "../../wire/deadline.ts";
import { deferred } from "../../wire/deferred.ts";
import type { LimitName } from "../../wire/limits.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { type ExchangeDraft, setResponse } from "../exchange-draft.ts";
import { idKey, markLate, type OpenExchange, openExchange, responsesIn, TokenOwners } from "../filing/filing.ts";
import type { RunContext } from "../run-context.ts";
import type { Outgoing, StartUp } from "./conversation.ts";

interface PendingRequest extends OpenExchange {
  readonly draft: ExchangeDraft;
  /** What was sent is broken: its error may come without an id, because the server could not read one. */
  readonly mayLackId: boolean;
  readonly onMessage: Outgoing["onMessage"];
  finish(trouble?: Trouble): void;
}

/** How an exchange ends: answered, in trouble, or out of time. */
export interface Completion {
  readonly done: Promise<ExchangeDraft>;
  /** The first call counts. */
  finish(trouble?: Trouble): void;
  /** Waits for the answer; false when what was sent has none. */
  awaitAnswer(): boolean;
  /** `stretch`: how long that is at the moment; by default it goes by the answers so far. */
  limitTo(limit: LimitName, stretch?: Stretch): void;
}

/**
 * The requests under way on a channel that carries many at once (stdio, HTTP+SSE). A message is filed by what it says
 * (its id, progress token or subscription id); failing that under the one request in flight. With several in flight
 * nobody can tell, and it stays unsolicited.
 */
export class PendingRequests {
  readonly #context: RunContext;
  readonly #startUp: StartUp | undefined;
  /** In the order sent: an id that is used twice at once is answered in that order too. */
  readonly #open = new Set<PendingRequest>();
  readonly #answered = new Map<string, ExchangeDraft>();
  readonly #tokens = new TokenOwners<PendingRequest>();

  constructor(context: RunContext, startUp?: StartUp) {
    this.#context = context;
    this.#startUp = startUp;
  }

  track(draft: ExchangeDraft, onMessage: Outgoing["onMessage"]): Completion {
    let deadline: Deadline | undefined;
    const { promise: done, resolve } = deferred<ExchangeDraft>();
    const request: PendingRequest = {
      ...openExchange(draft.request),
      mayLackId: isBroken(draft.request),
      draft,
      onMessage,
      finish: (trouble) => {
        if (draft.endMs !== undefined) return;
        deadline?.cancel();
        draft.endMs = this.#context.now();
        this.#context.pace.observe(draft, this.#startUp);
        if (trouble) draft.trouble = trouble;
        // A response that comes all the same is filed here, as late.
        if (this.#open.delete(request)) for (const id of request.awaited) this.#answered.set(id, draft);
        resolve(draft);
      },
    };
    return {
      done,
      finish: request.finish,
      awaitAnswer: () => {
        this.#tokens.remember(request, draft.request);
        const answerable = request.awaited.size > 0 || request.mayLackId;
        if (answerable) this.#open.add(request);
        return answerable;
      },
      limitTo: (limit, stretch = this.#context.pace.stretchLimit) => {
        if (draft.endMs !== undefined) return;
        const ms = this.#context.limits[limit];
        deadline = startDeadline(
          ms,
          (grantedMs) => request.finish({ kind: "timed-out", detail: `no response within ${grantedMs} ms`, limit }),
          stretch,
        );
      },
    };
  }

  /** True when the message was filed under an exchange. */
  file(received: ReceivedMessage): boolean {
    const [response] = responsesIn(received.message);
    if (response !== undefined) return this.#fileResponse(received, response);
    const [first, second] = this.#open;
    const owner = this.#tokens.ownerOf(received.message) ?? (second ? undefined : first);
    if (!owner) return false;
    owner.draft.meanwhile.push(markLate(received, owner.draft.responseMs !== undefined));
    if (this.#open.has(owner) && owner.onMessage?.(received) === "close") owner.finish();
    return true;
  }

  /** Ends everything that is still waiting. The channel is gone, so no response is expected late either. */
  failAll(trouble: Trouble): void {
    const open = [...this.#open];
    this.#open.clear();
    for (const request of open) request.finish(trouble);
  }

  /** Ends everything that is still waiting, on a channel that goes on: an answer may come late. */
  letGo(trouble: Trouble): void {
    for (const request of [...this.#open]) request.finish(trouble);
  }

  /** Whether a message is about a request of this conversation: by its id, progress token or subscription. */
  knows(message: Json | undefined): boolean {
    const [response] = responsesIn(message);
    if (response === undefined) return this.#tokens.ownerOf(message) !== undefined;
    const key = idKey(member(response, "id") ?? null);
    return this.#answered.has(key) || [...this.#open].some(({ awaited }) => awaited.has(key));
  }

  #fileResponse(received: ReceivedMessage, response: Json): boolean {
    const id = member(response, "id");
    const key = id === undefined ? "" : idKey(id);
    const open = [...this.#open];
    const request =
      open.find(({ awaited }) => awaited.has(key)) ??
      open.find(({ mayLackId }) => mayLackId && (id === undefined || id === null));
    if (!request) {
      const earlier = this.#answered.get(key);
      earlier?.meanwhile.push(markLate(received, true));
      return earlier !== undefined;
    }
    const { draft, batch, awaited, answers } = request;
    this.#answered.set(key, draft);
    awaited.delete(key);
    if (batch && !Array.isArray(received.message)) {
      answers.push(response);
      setResponse(draft, received, [...answers]);
      if (awaited.size === 0) request.finish();
      return true;
    }
    setResponse(draft, received);
    // An array is the whole answer to a batch, whatever it leaves out.
    if (batch) awaited.clear();
    else request.onMessage?.(received);
    request.finish();
    return true;
  }
}

/** Not a request whose id a server can read with certainty. */
const isBroken = (request: Json | undefined): boolean => {
  if (!isJsonObject(request)) return true;
  const id = member(request, "id");
  return (
    member(request, "jsonrpc") !== "2.0" ||
    typeof member(request, "method") !== "string" ||
    (typeof id !== "string" && typeof id !== "number")
  );
};
