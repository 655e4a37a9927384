import { embeddedMapping } from "../corpus-io/conformance-embedded.ts";
import { resolveConformance } from "../corpus-io/resolve-conformance.ts";
import { clientProfile } from "../judge/core/client/profile.ts";
import { whenAsked } from "../json/when-asked.ts";
import type { AskedPart, Capture } from "../model/capture.ts";
import { isSeenWhole } from "../model/judged.ts";
import type { Result } from "../model/result.ts";
import type { Revision } from "../protocol/revision.ts";
import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeCompliance, withoutGrade } from "../score/grade.ts";
import { withLanes } from "../score/lanes.ts";
import { captureDigest } from "./capture-digest.ts";
import { conformanceBlock } from "./derive-lanes.ts";
import { judgeClient } from "./judge-client.ts";
import { type ClientConformanceRequest, scoreClient } from "./judge-client-conformance.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface ClientResultRequest {
  readonly tool: Result["tool"];
  /** Judge only what was said in this revision. */
  readonly revision?: Revision | undefined;
  /** Judge only these rules, or all but these. */
  readonly judge?: Pick<AskedPart, "only" | "skip"> | undefined;
}

/** Everything mcptest says about the client of a capture. */
export const makeClientResult = async (
  capture: Capture,
  { tool, revision: wanted, judge = {} }: ClientResultRequest,
): Promise<Result> => {
  const { spoken, verdicts, byRevision, leftOut } = await judgeClient(capture, wanted, judge);
  const client = clientProfile(capture);
  const outcome = client.sessions === 0 ? "unreachable" : (capture.outcome ?? null);
  const isPart = judge.only !== undefined || judge.skip !== undefined;
  const compliance = gradeCompliance(verdicts);
  const result = withLanes({
    format: "mcptest-result/1",
    role: "client",
    tool,
    target: client.label,
    client,
    server: {
      // The report is about the client; who served it is in the capture.
      info: null,
      era: capture.era ?? null,
      transport: client.transports[0] ?? null,
      outcome,
    },
    observed_at: capture.started_at ?? null,
    ...(isPart ? { partial: true as const, asked: judge, left_out: leftOut } : {}),
    revision: wanted ?? spoken[0] ?? null,
    revisions: null,
    verdicts,
    counts: countVerdicts(verdicts),
    compliance: isSeenWhole(outcome) && !isPart ? compliance : withoutGrade(compliance),
    conformance: isPart ? null : await deriveClientConformance(capture, { tool, version: wanted, judged: byRevision }),
    ...{ invariants: [], discoverability: null, upgrade: null },
    ...{ exchanges: [], capture_sha256: null },
    notes: [...(capture.reader_notes ?? [])],
  });
  whenAsked(result, "exchanges", () => shownExchanges(capture, verdicts));
  whenAsked(result, "capture_sha256", () => captureDigest(capture));
  return result;
};

/** The tier, by the corpora that ship with the package. */
const deriveClientConformance = async (
  capture: Capture,
  known: Pick<ClientConformanceRequest, "tool" | "version" | "judged">,
): Promise<Result["conformance"]> => {
  const found = await scoreClient(capture, {
    ...known,
    corpora: resolveConformance({}),
    mapping: await embeddedMapping(),
  });
  return found ? conformanceBlock(found) : null;
};
