import { revisionOfVersion } from "../../corpus/sep-versions.ts";
import type { RecordRequest } from "../../probe/record.ts";
import type { Suite } from "../../suite/suite.ts";
import type { ProbeFlags } from "../probe-flags.ts";

/**
 * One probe serves all lanes: it asks at the revision they are pinned to, or at every one where their pins differ, and
 * calls as many tools as the lane that needs the most. What the command line says wins.
 */
export const suiteRequest = (suite: Suite, request: RecordRequest, flags: ProbeFlags): RecordRequest => {
  const { specVersion } = suite.compliance ?? {};
  const { targetVersion } = suite.conformance ?? {};
  const scored = targetVersion === undefined ? undefined : revisionOfVersion(targetVersion);
  const wanted = [...new Set([specVersion, scored].flatMap((revision) => revision ?? []))];
  const revision = flags.revision === undefined ? (wanted.length > 1 ? ("all" as const) : wanted[0]) : request.revision;
  const tools = suite.tools ?? (suite.audit ? "undeclared" : undefined);
  const { revision: _revision, ...rest } = request;
  return {
    ...rest,
    ...(flags.tools === undefined && tools ? { tools } : {}),
    ...(revision ? { revision } : {}),
  };
};
