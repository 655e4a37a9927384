import { digestOf } from "../capture/digest.ts";
import type { Capture, Exchange } from "../model/capture.ts";
import type { Json } from "../model/json.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../model/revision.ts";
import type { Verdict } from "../model/verdict.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance } from "../score/grade.ts";
import { judgeSession } from "./judge-session.ts";

export interface ResultRequest {
  readonly tool: Result["tool"];
  /** Judge by this revision instead of the one that was probed. */
  readonly revision?: Revision | undefined;
}

/** Everything mcptest has to say about a capture. */
export const makeResult = async (capture: Capture, { tool, revision: wanted }: ResultRequest): Promise<Result> => {
  const { revision, verdicts } = await judgeSession(capture, wanted);
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
    revisions: capture.revisions ?? null,
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: gradeCompliance(verdicts),
    exchanges: pointedTo(capture, verdicts),
    capture_sha256: digestOf(withoutReading(capture) as unknown as Json),
    notes: capture.reader_notes ?? [],
  };
};

/** What the reader added says something about the file, not about the session. */
const withoutReading = ({
  reader_notes: _notes,
  closed: _closed,
  ...capture
}: Capture): Omit<Capture, "reader_notes" | "closed"> => capture;

/** Passes are many and nobody reads their messages; what failed must be shown. */
const pointedTo = (capture: Capture, verdicts: readonly Verdict[]): readonly Exchange[] => {
  const wanted = new Set(
    verdicts
      .filter(({ state }) => state === "fail")
      .flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)),
  );
  return capture.exchanges.filter(({ id }, index) => wanted.has(id ?? index));
};
