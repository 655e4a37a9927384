import { wireVersion } from "../../model/revision.ts";
import type { Capture } from "../../model/capture.ts";
import {
  CRITERION_IDS,
  type CriterionId,
  type CriterionVerdict,
  type Delivery,
  type Discoverability,
  type StandardVersion,
  type ToolSurface,
} from "../../model/discoverability.ts";
import type { DigestOf } from "../../model/invariants.ts";
import { stringMember } from "../../model/json.ts";
import { type AuditSession, readAuditSession } from "./audit-session.ts";
import { handshake } from "./c1-handshake.ts";
import { unknownMethod } from "./c10-unknown-method.ts";
import { toolList } from "./c2-tool-list.ts";
import { toolObjects } from "./c3-tool-objects.ts";
import { descriptions } from "./c4-descriptions.ts";
import { annotations } from "./c5-annotations.ts";
import { liveness } from "./c6-liveness.ts";
import { content } from "./c7-content.ts";
import { identity } from "./c8-identity.ts";
import { tokenBudget } from "./c9-token-budget.ts";
import type { Criterion } from "./criterion.ts";
import { openEvidence } from "./evidence.ts";
import { criterionText, STANDARD_RULES } from "./standard.ts";

/** What the criteria say, before a grade is made of it. */
export type JudgedCriteria = Pick<
  Discoverability,
  "revision" | "entry" | "criteria" | "delivery" | "auth_required" | "surface"
>;

/** C1 to C10 over one capture. */
export const judgeCriteria = (capture: Capture, version: StandardVersion, digest: DigestOf): JudgedCriteria => {
  const session = readAuditSession(capture);
  const rules = STANDARD_RULES[version];
  const exhibit = openEvidence(capture, digest);
  const delivery: { found?: Delivery } = {};
  const criteria: Record<CriterionId, Criterion> = {
    C1: handshake,
    C2: toolList,
    C3: toolObjects,
    C4: descriptions,
    C5: annotations,
    C6: liveness,
    C7: (from, by) => {
      const judged = content(from, by);
      delivery.found = judged.delivery;
      return judged;
    },
    C8: identity,
    C9: tokenBudget,
    C10: unknownMethod,
  };
  const verdicts = CRITERION_IDS.map((id): CriterionVerdict => {
    const judged = criteria[id](session, rules);
    const { title, checks } = criterionText(id, version);
    return {
      id,
      title,
      checks,
      pass: judged.pass,
      unobserved: judged.unobserved ?? null,
      detail: judged.detail,
      measured: judged.measured ?? {},
      volatile: judged.volatile ?? {},
      evidence: exhibit(id, judged.asked, judged.read),
      faults: judged.faults ?? [],
      fix: judged.pass ? null : judged.fix,
    };
  });
  return {
    revision: spokenRevision(session),
    entry: session.entry.answered ? session.entry.method : null,
    criteria: verdicts,
    delivery: delivery.found ?? { state: "none", text: "", tools_called: 0 },
    auth_required: isWalled(session),
    surface: surfaceOf(session, digest),
  };
};

const spokenRevision = ({ capture, entry, view }: AuditSession): string | null => {
  if (capture.revisions?.probed !== undefined && capture.revisions.probed !== null) return capture.revisions.probed;
  return entry.answered ? wireVersion(view.revision) : null;
};

/** No way in, and a demand for credentials where there should be one. */
const isWalled = ({ capture, entry }: AuditSession): boolean =>
  capture.outcome === "auth-required" ||
  (!entry.answered && (entry.seat?.exchange.http?.status === 401 || entry.seat?.exchange.http?.status === 403));

const surfaceOf = ({ listing }: AuditSession, digest: DigestOf): ToolSurface => {
  const tools = listing.tools.map(({ tool }) => tool);
  const byName = tools.toSorted((left, right) => order(stringMember(left, "name"), stringMember(right, "name")));
  return {
    tools: tools.length,
    pages: listing.pages.length,
    sha256: listing.pages.length === 0 ? null : digest(byName),
  };
};

/** By UTF-16 code units, as RFC 8785 sorts. */
const order = (left = "", right = ""): number => (left < right ? -1 : left > right ? 1 : 0);
