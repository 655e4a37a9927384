import type { TransportName } from "../../model/capture.ts";
import type { Limits } from "../../model/limits.ts";
import type { Revision } from "../../protocol/revision.ts";

/** What a plan is made for: revisions and transports differ in what can be asked. */
export interface PlanSetting {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly limits: Limits;
}
