import type { NotProbedReason } from "../../capture/capture.ts";

/** Why a step is not sent. */
export interface Skip {
  readonly reason: NotProbedReason;
  readonly detail: string;
}
