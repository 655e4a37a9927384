import type { DigestOf } from "../../base/digest.ts";
import { stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { openBudget, type StepBudget, TOO_LONG } from "../../judge/core/step-budget.ts";
import { wireVersion } from "../../protocol/revision.ts";
import { type AuditSession, readAuditSession } from "./audit-session.ts";
import { c1Handshake } from "./c1-handshake.ts";
import { c2ToolList } from "./c2-tool-list.ts";
import { c3ToolObjects } from "./c3-tool-objects.ts";
import { c4Descriptions } from "./c4-descriptions.ts";
import { c5Annotations } from "./c5-annotations.ts";
import { c6Liveness } from "./c6-liveness.ts";
import { c7Content } from "./c7-content.ts";
import { c8Identity } from "./c8-identity.ts";
import { c9TokenBudget } from "./c9-token-budget.ts";
import { c10UnknownMethod } from "./c10-unknown-method.ts";
import type { Criterion, Judgement } from "./criterion.ts";
import {
  CRITERION_IDS,
  type CriterionId,
  type CriterionVerdict,
  type Discoverability,
  type StandardVersion,
  type ToolSurface,
} from "./discoverability.ts";
import { openCriterionEvidence } from "./evidence.ts";
import { criterionText, STANDARD_RULES } from "./standard.ts";

/** The verdicts of the criteria, before grading. */
export type JudgedCriteria = Omit<Discoverability, "standard" | "passes" | "grade" | "honesty_cap">;

const CRITERIA: Readonly<Record<CriterionId, Criterion>> = {
  C1: c1Handshake,
  C2: c2ToolList,
  C3: c3ToolObjects,
  C4: c4Descriptions,
  C5: c5Annotations,
  C6: c6Liveness,
  C7: c7Content,
  C8: c8Identity,
  C9: c9TokenBudget,
  C10: c10UnknownMethod,
};

/** C1 to C10 over one capture. */
export const judgeCriteria = (
  capture: Capture,
  version: StandardVersion,
  digest: DigestOf,
  budget: StepBudget = openBudget(),
): JudgedCriteria => {
  const session = readAuditSession(capture, budget);
  const evidenceFor = openCriterionEvidence(capture, digest);
  const judgements = CRITERION_IDS.map((id) => ({
    id,
    ...(session.isTooLong
      ? USED_UP
      : budget.attempt(
          () => CRITERIA[id](session, STANDARD_RULES[version]),
          () => USED_UP,
        )),
  }));
  const verdicts = judgements.map(({ id, ...judged }): CriterionVerdict => {
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
      evidence: evidenceFor(id, judged.asked, judged.read),
      faults: judged.faults ?? [],
      fix: judged.pass ? null : judged.fix,
    };
  });
  const { entry, view } = session;
  return {
    revision: capture.revisions?.probed ?? (entry.answered ? wireVersion(view.revision) : null),
    entry: entry.answered ? entry.method : null,
    criteria: verdicts,
    delivery: judgements.find(({ id }) => id === "C7")?.delivery ?? { state: "none", text: "", tools_called: 0 },
    auth_required: isAuthRequired(session),
    surface: surfaceOf(session, digest),
  };
};

const USED_UP: Judgement = {
  pass: false,
  unobserved: "limit-exceeded",
  detail: TOO_LONG,
  asked: [],
  read: [],
  fix: "Audit a shorter session.",
};

/** The first request was refused with a demand for credentials. */
const isAuthRequired = ({ capture, entry }: AuditSession): boolean =>
  capture.outcome === "auth-required" ||
  (!entry.answered && [401, 403].includes(entry.record?.exchange.http?.status ?? 0));

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
