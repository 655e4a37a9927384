import { digestOf } from "../capture/digest.ts";
import type { Capture } from "../model/capture.ts";
import type { Json } from "../model/json.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../model/revision.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance } from "../score/grade.ts";
import { deriveConformance, deriveInvariants, deriveUpgrade } from "./derive-lanes.ts";
import { judgeDiscoverability } from "./judge-discoverability.ts";
import { judgeSession } from "./judge-session.ts";
import { deriveMatrix } from "./revision-matrix.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import { notSpokenLine, speaksRevision } from "./speaks-revision.ts";

export interface ResultRequest {
  readonly tool: Result["tool"];
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision | undefined;
}

/** Everything mcptest has to say about a capture. */
export const makeResult = async (capture: Capture, { tool, revision: wanted }: ResultRequest): Promise<Result> => {
  const judged = await judgeSession(capture, wanted);
  const { revision, verdicts } = judged;
  const matrix = await deriveMatrix(capture, judged);
  // What a server did wrong in a revision it does not speak is no fault of its own: the verdicts stand, without a mark.
  const unspoken = wanted !== undefined && speaksRevision(capture, wanted) === false;
  return {
    format: "mcptest-result/1",
    tool,
    target: capture.server_label,
    server: {
      info: capture.server_info ?? null,
      era: capture.era ?? null,
      transport: capture.transport ?? null,
      outcome: capture.outcome ?? null,
    },
    revision,
    ...(unspoken ? { spoken: false as const } : {}),
    revisions: capture.revisions ?? null,
    ...(matrix ? { matrix } : {}),
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: gradeCompliance(unspoken ? [] : verdicts),
    conformance: unspoken ? null : await deriveConformance(capture, tool, judged),
    invariants: deriveInvariants(capture),
    discoverability: judgeDiscoverability(capture),
    upgrade: await deriveUpgrade(capture, judged),
    exchanges: shownExchanges(capture, verdicts),
    capture_sha256: digestOf(withoutReading(capture) as unknown as Json),
    notes: [...(unspoken ? [notSpokenLine(capture, revision)] : []), ...(capture.reader_notes ?? [])],
  };
};

/** What the reader added says something about the file, not about the session. */
const withoutReading = ({
  reader_notes: _notes,
  closed: _closed,
  ...capture
}: Capture): Omit<Capture, "reader_notes" | "closed"> => capture;
