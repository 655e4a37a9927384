import type { NotProbedReason } from "../../model/capture.ts";

/** Why a step is not sent. */
export interface Skip {
  readonly reason: NotProbedReason;
  readonly detail: string;
}
