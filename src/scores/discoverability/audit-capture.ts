import type { DigestOf } from "../../base/digest.ts";
import type { Json } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { isSeenWhole, type JudgedOutcome } from "../../judge/judged.ts";
import { judgedOutcome } from "../../judge/judged-outcome.ts";
import { type Audit, type Discoverability, STANDARD_NAME, type StandardVersion } from "./discoverability.ts";
import { gradeDiscoverability, HONESTY_CAP } from "./discoverability-grade.ts";
import { type JudgedCriteria, judgeCriteria } from "./judge-criteria.ts";

/** The discoverability block of a capture: the ten criteria and the grade that follows from them. */
export const gradeCapture = (capture: Capture, version: StandardVersion, digest: DigestOf): Discoverability => {
  const judged = judgeCriteria(capture, version, digest);
  const passes = judged.criteria.filter(({ pass }) => pass).length;
  const verified = judged.delivery.state === "verified";
  // The standard grades what an agent meets, and a wall is what it meets. A dead or half-seen server it does not meet.
  const outcome = outcomeOf(capture, judged);
  const graded = !capture.asked && (isSeenWhole(outcome) || outcome === "auth-required");
  return {
    standard: { name: STANDARD_NAME, version },
    ...judged,
    passes,
    grade: graded ? gradeDiscoverability(passes, verified, version) : null,
    honesty_cap: verified || !graded ? null : HONESTY_CAP,
  };
};

const outcomeOf = (capture: Capture, { criteria }: Pick<JudgedCriteria, "criteria">): JudgedOutcome | null =>
  judgedOutcome(
    capture,
    criteria.some(({ unobserved }) => unobserved === "limit-exceeded"),
  );

/**
 * Everything `mcptest audit` says about a capture, except the exchanges to show. The digest is handed in: the page that
 * verifies certificates has no node:crypto.
 */
export const auditCapture = (
  capture: Capture,
  version: StandardVersion,
  tool: Audit["tool"],
  digest: DigestOf,
): Audit => {
  const { reader_notes: notes, closed: _closed, ...said } = capture;
  const discoverability = gradeCapture(capture, version, digest);
  return {
    format: "mcptest-audit/1",
    tool,
    target: capture.server_label,
    server: {
      info: capture.server_info ?? null,
      transport: capture.transport ?? null,
      outcome: outcomeOf(capture, discoverability),
    },
    observed_at: capture.started_at ?? null,
    discoverability,
    exchanges: [],
    capture_sha256: digest(said as unknown as Json),
    notes: notes ?? [],
  };
};
