import type { Untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import type { TextRole } from "../../judge/surface/surface.ts";

export const SAFE_IDS = [
  "SAFE-001",
  "SAFE-002",
  "SAFE-003",
  "SAFE-004",
  "SAFE-005",
  "SAFE-006",
  "SAFE-007",
  "SAFE-008",
  "SAFE-009",
  "SAFE-010",
  "SAFE-011",
  "SAFE-012",
  "SAFE-013",
  "SAFE-014",
  "SAFE-015",
  "SAFE-016",
  "SAFE-017",
] as const;
export type SafeId = (typeof SAFE_IDS)[number];

/** error: a reader would call it an attack or a leak. warning: it deserves a look, and may have an innocent reason. */
export type SafetySeverity = "error" | "warning";

/** Where a text stands that a model is shown: a part of the surface, or of something the server returned. */
export type SafetyPart = TextRole | "annotations" | "tool-result" | "prompt" | "resource";

export interface SafetyPlace extends Place {
  readonly part: SafetyPart;
  /** The parameter it belongs to, if any. */
  readonly parameter?: Untrusted;
  /** Of what stands there; null when it has no RFC 8785 form. */
  readonly sha256: string | null;
}

/** A text that attacks whoever reads it, or something returned that should have stayed inside. Counts in no grade and no tier. */
export interface SafetyFinding {
  readonly id: SafeId;
  readonly severity: SafetySeverity;
  readonly where: SafetyPlace;
  /** The tool, prompt or resource it belongs to; absent for the instructions of the server. */
  readonly tool?: Untrusted;
  /** An excerpt: short, on one line, with everything invisible written as an escape. */
  readonly text: Untrusted;
  /** What was seen; our own words. */
  readonly why: string;
}
