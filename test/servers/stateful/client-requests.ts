// Requests from the server to its client: ids, deadlines, cancellation, late answers.

import type { Channel } from "../channel.ts";
import { AskFailed, Cancelled } from "../features/call.ts";
import type { MessageContext } from "../hooks.ts";
import { type JsonObject, notificationMessage, type RequestId, requestMessage } from "../json-rpc.ts";

interface Pending {
  resolve(result: JsonObject): void;
  reject(reason: Error): void;
}

export class ClientRequests {
  readonly #pending = new Map<RequestId, Pending>();
  readonly #timeoutMs: number;
  #count = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  ask(
    channel: Channel,
    context: MessageContext,
    method: string,
    params: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    this.#count += 1;
    const id = `server-${this.#count}`;
    return new Promise((resolve, reject) => {
      // The deadline is fixed: progress from the client does not extend it.
      const timer = setTimeout(
        () => giveUp("No answer in time", new AskFailed("The client did not answer in time")),
        this.#timeoutMs,
      );
      timer.unref();
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.#pending.delete(id);
      };
      const giveUp = (reason: string, error: Error): void => {
        settle();
        channel.send(notificationMessage("notifications/cancelled", { requestId: id, reason }), context);
        reject(error);
      };
      const onAbort = (): void => giveUp("The request it belongs to was cancelled", new Cancelled());
      signal.addEventListener("abort", onAbort, { once: true });
      this.#pending.set(id, {
        resolve(result) {
          settle();
          resolve(result);
        },
        reject(reason) {
          settle();
          reject(reason);
        },
      });
      channel.send(requestMessage(id, method, withToken(params, id)), context);
    });
  }

  // Nobody waits for the answer; should one come all the same, it is late.
  askAndWithdraw(channel: Channel, context: MessageContext, method: string, params: JsonObject | undefined): void {
    const withdrawal = new AbortController();
    this.ask(channel, context, method, params, withdrawal.signal).catch(() => undefined);
    withdrawal.abort();
  }

  // An answer to a request that is not open, such as one that timed out, is disregarded.
  settle(id: RequestId, result: JsonObject | undefined, error: JsonObject | undefined): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (result !== undefined) pending.resolve(result);
    else pending.reject(new AskFailed(`The client refused: ${String(error?.message ?? "no reason given")}`));
  }
}

// A model takes its time; a client that reports progress meanwhile is told apart by the request's own id.
function withToken(params: JsonObject | undefined, id: RequestId): JsonObject | undefined {
  return params !== undefined && "messages" in params ? { ...params, _meta: { progressToken: id } } : params;
}
