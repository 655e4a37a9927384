import type { Capture } from "../capture/capture.ts";
import { findBetween } from "../scores/result/safety.ts";
import type { SafetyFinding } from "../scores/safety/safety.ts";

/** A finding between two servers: whose text or name it is, and which other one it is about. */
export interface SafetyBetween {
  readonly server: string;
  readonly other: string;
  readonly finding: SafetyFinding;
}

/** What only shows when these servers, by name, are offered to one model. */
export const safetyBetween = (captures: ReadonlyMap<string, Capture>): Promise<readonly SafetyBetween[]> =>
  findBetween(captures);
