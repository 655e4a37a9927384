import { CaptureError } from "../capture/capture-error.ts";
import { readCaptures } from "../capture/read.ts";
import { makeAudit } from "../check/make-audit.ts";
import { makeResult } from "../check/make-result.ts";
import type { Audit, StandardVersion } from "../model/discoverability.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../protocol/revision.ts";
import { TOOL } from "../version.ts";

/** The text of a capture, and what to make of it. */
export type JudgeJob =
  | { readonly make: "result"; readonly capture: string; readonly revision: Revision | undefined }
  | { readonly make: "audit"; readonly capture: string; readonly standard: StandardVersion };

export type Judged =
  | { readonly made: "result"; readonly result: Result }
  | { readonly made: "audit"; readonly audit: Audit }
  /** What is wrong with the capture. */
  | { readonly made: "refusal"; readonly message: string };

/** Judges the capture as it is read from its saved form, as the command line does. */
export const judgeJob = async (job: JudgeJob): Promise<Judged> => {
  try {
    const [capture, ...others] = readCaptures(job.capture, "capture").sessions;
    if (!capture || others.length > 0)
      return {
        made: "refusal",
        message: "the capture holds several sessions; give one session, or use mcptest compliance invariants",
      };
    return job.make === "result"
      ? { made: "result", result: await makeResult(capture, { tool: TOOL, revision: job.revision }) }
      : { made: "audit", audit: makeAudit(capture, { tool: TOOL, standard: job.standard }) };
  } catch (error) {
    if (error instanceof CaptureError) return { made: "refusal", message: error.message };
    throw error;
  }
};
