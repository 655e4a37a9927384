import { findBetween } from "../check/safety.ts";
import type { Capture } from "../model/capture.ts";
import type { SafetyFinding } from "../model/safety.ts";

/** A finding between two servers: whose text or name it is, and which other one it is about. */
export interface SafetyBetween {
  readonly server: string;
  readonly other: string;
  readonly finding: SafetyFinding;
}

/** What only shows when these servers, by name, are offered to one model. */
export const safetyBetween = (captures: ReadonlyMap<string, Capture>): Promise<readonly SafetyBetween[]> =>
  findBetween(captures);
