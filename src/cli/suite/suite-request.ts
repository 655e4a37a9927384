import type { ProbeRequest } from "../../areas/probe-target.ts";
import { defined } from "../../base/defined.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import type { Suite } from "../../suite/suite.ts";
import type { ProbeFlags } from "../flags/probe-flags.ts";

/**
 * One probe serves all lanes: it uses the revision they are pinned to, or every revision if their pins differ, and
 * calls as many tools as the most demanding lane needs. The command line wins.
 */
export const suiteRequest = (suite: Suite, request: ProbeRequest, flags: ProbeFlags): ProbeRequest => {
  const { specVersion } = suite.compliance ?? {};
  const { targetVersion } = suite.conformance ?? {};
  const scored = targetVersion === undefined ? undefined : revisionOfVersion(targetVersion);
  const wanted = [...new Set([specVersion, scored].flatMap((revision) => revision ?? []))];
  const revision = flags.revision === undefined ? (wanted.length > 1 ? ("all" as const) : wanted[0]) : request.revision;
  const tools = suite.tools ?? (suite.audit ? "reading" : undefined);
  return { ...request, ...defined({ revision, tools: flags.tools === undefined ? tools : undefined }) };
};
