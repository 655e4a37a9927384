import { mappedChecks } from "../../corpus/sep-checks.ts";
import type { Capture } from "../../model/capture.ts";
import type { CheckResult, SepCorpus, SepMapping } from "../../model/conformance.ts";
import { isJsonObject, member } from "../../model/json.ts";
import type { Verdict } from "../../model/verdict.ts";
import { judgeCheck } from "./judge-check.ts";

/** Every check of a corpus against the verdicts on one capture. Without verdicts the revision was not spoken. */
export const judgeChecks = (
  capture: Capture,
  corpus: SepCorpus,
  mapping: SepMapping,
  verdicts: readonly Verdict[] | undefined,
): readonly CheckResult[] => {
  const bench = {
    verdicts: verdicts && new Map(verdicts.map((verdict) => [verdict.id, verdict])),
    transport: capture.transport && (capture.transport === "stdio" ? ("stdio" as const) : ("http" as const)),
    extensions: extensionsOf(capture),
  };
  return mappedChecks(corpus, mapping).map((row) => judgeCheck(row, bench));
};

const extensionsOf = ({ server_capabilities: capabilities }: Capture): readonly string[] => {
  const extensions = member(capabilities, "extensions");
  return isJsonObject(extensions) ? Object.keys(extensions) : [];
};
