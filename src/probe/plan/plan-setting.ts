import type { TransportName } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Limits } from "../../wire/limits.ts";

/** What a plan is made for: revisions and transports differ in what can be asked. */
export interface PlanSetting {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly limits: Limits;
}
