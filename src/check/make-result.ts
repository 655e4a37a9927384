import type { Capture } from "../model/capture.ts";
import { isSeenWhole } from "../model/judged.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../protocol/revision.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance, withoutGrade } from "../score/grade.ts";
import { captureDigest } from "./capture-digest.ts";
import { deriveConformance, deriveInvariants, deriveUpgrade } from "./derive-lanes.ts";
import { judgeDiscoverability } from "./judge-discoverability.ts";
import { judgeSession, serverOf } from "./judge-session.ts";
import { deriveOlder } from "./older-revisions.ts";
import { deriveMatrix } from "./revision-matrix.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import { notSpokenLine, speaksRevision } from "./speaks-revision.ts";

export interface ResultRequest {
  readonly tool: Result["tool"];
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision | undefined;
}

/** Everything mcptest says about a capture. */
export const makeResult = async (capture: Capture, { tool, revision: wanted }: ResultRequest): Promise<Result> => {
  const judged = await judgeSession(capture, wanted);
  const { revision, verdicts } = judged;
  const server = serverOf(capture, verdicts);
  const seenWhole = isSeenWhole(server.outcome);
  const matrix = await deriveMatrix(capture, judged, seenWhole);
  // Who names a revision asks about that one alone.
  const older = wanted === undefined ? await deriveOlder(capture, judged, matrix) : undefined;
  // A server is not graded by a revision it does not speak; the verdicts are kept.
  const unspoken = wanted !== undefined && speaksRevision(capture, wanted) === false;
  const compliance = gradeCompliance(unspoken ? [] : verdicts);
  return {
    format: "mcptest-result/1",
    tool,
    target: capture.server_label,
    server,
    revision,
    ...(unspoken ? { spoken: false as const } : {}),
    revisions: capture.revisions ?? null,
    ...(matrix ? { matrix } : {}),
    ...(older ? { older } : {}),
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: seenWhole ? compliance : withoutGrade(compliance),
    conformance: unspoken ? null : await deriveConformance(capture, tool, judged),
    invariants: deriveInvariants(capture),
    discoverability: judgeDiscoverability(capture, server.outcome),
    upgrade: await deriveUpgrade(capture, judged, server.outcome),
    exchanges: shownExchanges(capture, [...verdicts, ...(older ?? []).flatMap(({ failures }) => failures)]),
    capture_sha256: captureDigest(capture),
    notes: [...(unspoken ? [notSpokenLine(capture, wanted)] : []), ...(capture.reader_notes ?? [])],
  };
};
