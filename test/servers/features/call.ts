// What a feature sees of the request it serves, the same in both eras.

import type { JsonObject } from "../json-rpc.ts";
import type { Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import type { LogLevel } from "./log-levels.ts";

// "link" is elicitation in URL mode, "tool-sampling" is sampling with tools: clients declare them apart.
export type InputKind = "elicitation" | "link" | "sampling" | "tool-sampling" | "roots";

export interface InputRequest {
  kind: InputKind;
  params: JsonObject | undefined;
  /** Withdrawn as soon as it was put, as by a server that finds the answer elsewhere (stateful). */
  withdrawn?: boolean;
}

export interface Call {
  readonly core: ServerCore;
  readonly revision: Revision;
  readonly signal: AbortSignal;
  /** Reports progress; without a progressToken in the request it does nothing. */
  progress(progress: number, total: number, message: string): void;
  /** Logs to the client, if the level asked for lets it through. */
  log(level: LogLevel, data: JsonObject): void;
  /** What the client declared: in this request, or in the handshake; a task does not look at it. */
  readonly clientCapabilities?: JsonObject;
  /** Whether the client declared that it can answer this kind of question. */
  canAsk(kind: InputKind): boolean;
  /** Asks the client. Stateful: a server request. Stateless: ends this request with input_required unless answered. */
  ask(key: string, request: InputRequest): Promise<JsonObject>;
  /** Sends the client away once, to come back with nothing but our state. Stateful clients stay. */
  comeBack(key: string): Promise<void>;
}

// The client cannot be asked. Stateful tools turn it into a tool error, the stateless era into -32021.
export class CannotAsk extends Error {
  readonly kind: InputKind;

  constructor(kind: InputKind) {
    super(`This client did not declare the capability ${kind}`);
    this.kind = kind;
  }
}

// The client was asked and did not give a usable answer.
export class AskFailed extends Error {}

// The request was cancelled: nothing more may be sent for it.
export class Cancelled extends Error {}

// Waits, but not longer than the request lives.
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Cancelled());
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new Cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
