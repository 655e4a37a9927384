import type { Json } from "../base/json.ts";

/** A condition over the run as a whole, folded into the exit code. */
export interface GateResult {
  readonly gate: "spec_version_check" | "grade_delta" | "baseline" | "fail_on" | "lock" | "max_tokens";
  readonly pass: boolean;
  /** `spec_version_check: PASS …`, one line. */
  readonly line: string;
  /** Why it passed without comparing anything. */
  readonly note?: string;
  /** What the expectations were held against. */
  readonly values: Readonly<Record<string, Json>>;
  readonly details: readonly string[];
}
