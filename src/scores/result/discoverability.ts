import { defined } from "../../base/defined.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import { whyBlocked } from "../../judge/blocked/why-blocked.ts";
import type { JudgedOutcome } from "../../judge/judged.ts";
import { auditCapture, gradeCapture } from "../discoverability/audit-capture.ts";
import { describeStandard } from "../discoverability/describe-standard.ts";
import {
  type Audit,
  DEFAULT_STANDARD,
  type Discoverability,
  STANDARD_NAME,
  STANDARD_VERSIONS,
  type StandardVersion,
} from "../discoverability/discoverability.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface AuditRequest {
  readonly tool: Audit["tool"];
  readonly standard?: StandardVersion | undefined;
}

/** Everything `mcptest audit` has to say about a capture. */
export const makeAudit = (capture: Capture, { tool, standard = DEFAULT_STANDARD }: AuditRequest): Audit => {
  const audit = auditCapture(capture, standard, tool, digestOf);
  const blocked = whyBlocked(capture, audit.server.outcome);
  return {
    ...audit,
    server: { ...audit.server, ...defined({ blocked }) },
    exchanges: shownExchanges(
      capture,
      // Nobody reads the messages of what passed; what failed must be shown.
      audit.discoverability.criteria.filter(({ pass }) => !pass).map(({ evidence }) => ({ evidence: evidence.values })),
    ),
  };
};

/**
 * The discoverability block of a result; what hides a requirement may hide a criterion too. Of a part of a session there
 * is no grade, and criteria that nobody asked about are left out.
 */
export const judgeDiscoverability = (
  capture: Capture,
  outcome: JudgedOutcome | null = null,
  partial = false,
): Discoverability => {
  const found = gradeCapture(capture, DEFAULT_STANDARD, digestOf);
  if (!partial) return outcome === "limit-exceeded" ? { ...found, ...UNGRADED } : found;
  return { ...found, ...UNGRADED, criteria: found.criteria.filter(({ unobserved }) => unobserved !== "not-probed") };
};

const UNGRADED = { grade: null, honesty_cap: null } as const;

/** The rules of one version; a certificate carries their digest. */
export const standardRuleset = (version: StandardVersion): JsonObject => describeStandard(version);

/** agent-tool-discoverability-standard.json: all versions, with their attribution. */
export const standardDocument = (): JsonObject => ({
  name: STANDARD_NAME,
  title: "Agent-Tool Discoverability Standard",
  status: "draft",
  default_version: DEFAULT_STANDARD,
  attribution: {
    author: "SaSame",
    license: "CC-BY",
    changes: "criteria put into other words, and into figures where the text leaves them open",
    affiliation:
      "a draft by SaSame; neither it nor this implementation is affiliated with or endorsed by the Model Context Protocol project",
  },
  versions: Object.fromEntries(STANDARD_VERSIONS.map((version) => [version, standardRuleset(version)])),
});
