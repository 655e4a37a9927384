import type { NotProbedReason } from "../capture/capture.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";

export interface StopReason {
  readonly reason: NotProbedReason;
  readonly detail: string;
}

/** Each request that is answered under a wrong id costs a time-out, so there is an end to it. */
const MOST_FORGIVEN = 2;

/**
 * Whether it is still worth asking. A server that stops answering costs one time-out, not one per step: from then on the
 * rest of the plan is recorded as not probed. One that answers under a wrong id is asked on.
 */
export class Health {
  readonly #signal: AbortSignal;
  #stopReason: StopReason | undefined;
  #forgiven = 0;

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
  observe(draft: ExchangeDraft, hasStrayAnswer: (draft: ExchangeDraft) => boolean = () => false): void {
    if (draft.deliberate || !draft.trouble) return;
    // A slow tool does not mean that the server is unhealthy.
    if (draft.trouble.limit === "toolMs") return;
    if (draft.trouble.kind === "timed-out" && draft.responseMs === undefined) {
      if (this.#forgiven < MOST_FORGIVEN && hasStrayAnswer(draft)) {
        this.#forgiven += 1;
        return;
      }
      this.fail("timed-out", `${draft.id}: ${draft.trouble.detail}`);
    }
    if (draft.trouble.kind === "refused" || draft.trouble.kind === "unresolved" || draft.trouble.kind === "tls") {
      this.fail("unreachable", `${draft.id}: ${draft.trouble.detail}`);
    }
  }
}
