import type { NotProbedReason } from "../model/capture.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";

export interface StopReason {
  readonly reason: NotProbedReason;
  readonly detail: string;
}

/**
 * Whether it is still worth asking. A server that leaves one ordinary request unanswered costs one time-out, not one
 * per step: from then on the rest of the plan is recorded as not probed.
 */
export class Health {
  readonly #signal: AbortSignal;
  #stopReason: StopReason | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  get stopReason(): StopReason | undefined {
    if (this.#signal.aborted) return { reason: "aborted", detail: "the run was interrupted or out of time" };
    return this.#stopReason;
  }

  fail(reason: NotProbedReason, detail: string): void {
    this.#stopReason ??= { reason, detail };
  }

  /** Looks at a finished exchange. What a server does when we misbehave says nothing about its health. */
  observe(draft: ExchangeDraft): void {
    if (draft.deliberate || !draft.trouble) return;
    // A slow tool does not mean that the server is unhealthy.
    if (draft.trouble.limit === "toolMs") return;
    if (draft.trouble.kind === "timed-out" && draft.responseMs === undefined) {
      this.fail("timed-out", `${draft.id}: ${draft.trouble.detail}`);
    }
    if (draft.trouble.kind === "refused" || draft.trouble.kind === "unresolved" || draft.trouble.kind === "tls") {
      this.fail("unreachable", `${draft.id}: ${draft.trouble.detail}`);
    }
  }
}
