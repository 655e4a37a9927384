import { stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { RuleText } from "../../judge/corpus/rule-text.ts";
import type { Upgrade, UpgradeReport } from "../../judge/corpus/upgrade.ts";
import { embeddedRuleset, embeddedTexts } from "../../judge/corpus-files/embedded.ts";
import { embeddedSdks } from "../../judge/corpus-files/sdk-embedded.ts";
import { isSeenWhole, type JudgedOutcome } from "../../judge/judged.ts";
import { isHiddenByLimit, judgedOutcome } from "../../judge/judged-outcome.ts";
import { sdkUpgradeOf } from "../../judge/origin/sdk-upgrade.ts";
import { judgeRuleset } from "../../judge/rules/judge-ruleset.ts";
import { type EvidenceForm, judgeContextFor } from "../../judge/session/judge-context.ts";
import { originsOf } from "../../judge/session/origins.ts";
import { type PlannedRule, planUpgrade } from "../../judge/upgrade/upgrade-plan.ts";
import { weighUpgrade } from "../../judge/upgrade/weigh-upgrade.ts";
import { compareRevisions, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { captureDigest } from "../result/capture-digest.ts";
import { type JudgedSubject, judgeSubject } from "../result/judge-subject.ts";
import type { UpgradeSummary } from "../result/result.ts";
import { shownExchanges } from "../result/shown-exchanges.ts";
import { subjectOf } from "../result/subject.ts";

export interface UpgradeRequest {
  readonly to: Revision;
  /** The revision the server speaks. */
  readonly from: Revision;
  /** Verdicts by that revision, if they exist already. */
  readonly judged?: Pick<JudgedSubject, "revision" | "verdicts"> | undefined;
  readonly evidence?: EvidenceForm | undefined;
}

/** What an upgrade would break, judged from a session in the server's own revision. */
export const judgeUpgrade = async (capture: Capture, request: UpgradeRequest): Promise<Upgrade> => {
  const { to, from, judged, evidence } = request;
  const [own, target] = [embeddedRuleset(from), embeddedRuleset(to)];
  const context = await judgeContextFor(capture, from, [own, target], evidence);
  const verdicts = judged?.revision === from ? judged.verdicts : judgeRuleset(context, own);
  const known = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const { rules } = planUpgrade(own, target, coreTexts());
  // What is judged alike has its verdict already.
  const isKnown = ({ rule, isJudgedAlike }: PlannedRule): boolean => isJudgedAlike && known.has(rule.id);
  const others = rules.filter((planned) => !isKnown(planned)).map(({ rule }) => rule);
  return weighUpgrade({
    capture,
    own: { ruleset: own, verdicts },
    target: {
      ruleset: target,
      verdicts: [
        ...judgeRuleset(context, { revision: to, rules: others }),
        ...rules.filter(isKnown).flatMap(({ rule }) => known.get(rule.id) ?? []),
      ],
    },
    texts: coreTexts(),
    evidenceAt: context.evidenceAt,
  });
};

/** Readiness for the newest revision; null for a server that speaks it already, or that answered nothing. */
export const summarizeUpgrade = async (
  capture: Capture,
  judged: JudgedSubject,
  outcome: JudgedOutcome | null,
): Promise<UpgradeSummary | null> => {
  const from = revisionOf(capture);
  const behind = from !== undefined && compareRevisions(from, LATEST_STATELESS) < 0;
  const answered = judged.verdicts.some(({ state }) => state === "pass" || state === "fail");
  // What an upgrade would break cannot be told from half a session.
  if (!behind || !answered || !isSeenWhole(outcome)) return null;
  const { to, ready, breaks, leftovers, build, goes, unseen, meets } = await judgeUpgrade(capture, {
    to: LATEST_STATELESS,
    from,
    judged,
    // A summary names rules and shows nothing.
    evidence: "places",
  });
  return {
    from,
    to,
    ready,
    breaks: breaks.map(({ id, title, level, advisory }) => ({ id, title, level, ...(advisory ? { advisory } : {}) })),
    ...(leftovers.length > 0 ? { leftovers: leftovers.length } : {}),
    build: build.filter(({ needed }) => needed).map(({ title }) => title),
    optional: build.filter(({ needed }) => !needed).map(({ title }) => title),
    goes: goes.map(({ title }) => title),
    unseen: unseen.length,
    meets: meets.length,
  };
};

let core: readonly RuleText[] | undefined;

/** An extension is no part of a revision: nobody has to build it for an upgrade. Always the same list, so that what is planned from it is kept. */
const coreTexts = (): readonly RuleText[] => {
  core ??= embeddedTexts().filter(({ extension }) => extension === undefined);
  return core;
};

export interface UpgradeReportRequest extends Pick<UpgradeRequest, "to"> {
  readonly tool: UpgradeReport["tool"];
  /** The revision the server speaks; by default the one that was probed. */
  readonly from?: Revision | undefined;
}

/** The same, with everything a report shows. */
export const makeUpgradeReport = async (
  capture: Capture,
  { tool, to, from = revisionOf(capture) }: UpgradeReportRequest,
): Promise<UpgradeReport> => {
  const judged = from && (await judgeSubject(subjectOf(capture), { revision: from }));
  const upgrade = judged ? await judgeUpgrade(capture, { to, from, judged }) : { ...NOTHING_KNOWN, to };
  const outcome = judgedOutcome(capture, judged?.verdicts.some(isHiddenByLimit));
  const { breaks, leftovers, build, goes } = upgrade;
  const sdk = sdkUpgradeOf(originsOf(capture).sdk, upgrade, embeddedSdks());
  return {
    format: "mcptest-upgrade/1",
    tool,
    target: capture.server_label,
    server: {
      name: stringMember(capture.server_info, "name") ?? null,
      version: stringMember(capture.server_info, "version") ?? null,
      transport: capture.transport ?? null,
      outcome,
    },
    ...upgrade,
    ...(sdk ? { sdk } : {}),
    // "Nothing breaks" is said of a whole session only.
    ready: upgrade.ready && (!isSeenWhole(outcome) || capture.asked) ? null : upgrade.ready,
    exchanges: shownExchanges(capture, [...breaks, ...leftovers, ...build, ...goes]),
    capture_sha256: captureDigest(capture),
    notes: capture.reader_notes ?? [],
  };
};

const NOTHING_KNOWN = {
  from: null,
  ready: null,
  breaks: [],
  leftovers: [],
  build: [],
  goes: [],
  unseen: [],
  broken_today: [],
  unused: [],
  meets: [],
  errors: [],
} as const satisfies Partial<UpgradeReport>;
