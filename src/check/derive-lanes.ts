import { digestOf } from "../capture/digest.ts";
import { embeddedMapping } from "../corpus-io/conformance-embedded.ts";
import { resolveConformance } from "../corpus-io/resolve-conformance.ts";
import { revisionOf } from "../facts/view.ts";
import { judgeSession as judgeInvariants } from "../judge/invariants/judge-session.ts";
import type { Capture } from "../model/capture.ts";
import type { InvariantVerdict } from "../model/invariants.ts";
import type { ConformanceBlock, Result, UpgradeSummary } from "../model/result.ts";
import { compareRevisions, LATEST_STATELESS } from "../model/revision.ts";
import { judgeConformance } from "./judge-conformance.ts";
import type { JudgedSession } from "./judge-session.ts";
import { judgeUpgrade } from "./judge-upgrade.ts";

/**
 * The tier, from the corpora that ship with the package and no others: what a machine has in its cache must not change
 * what a capture says.
 */
export const deriveConformance = async (
  capture: Capture,
  tool: Result["tool"],
  judged: JudgedSession,
): Promise<ConformanceBlock | null> => {
  const found = await judgeConformance(capture, {
    tool,
    corpora: resolveConformance({}),
    mapping: await embeddedMapping(),
    judged,
  });
  if (!found) return null;
  const { target_version, corpus_source, must, should, may, tier, badge, per_sep, revision, coverage, official_style } =
    found;
  const failed = found.checks
    .filter(({ state }) => state === "fail")
    .map(({ check, sep, level, rules }) => ({
      check,
      sep,
      level,
      rules: rules.filter(({ state }) => state === "fail").map(({ id }) => id),
    }));
  return {
    target_version,
    corpus_source,
    must,
    should,
    may,
    tier,
    badge,
    per_sep,
    revision,
    coverage,
    official_style,
    failed,
  };
};

/** Nothing holds where nobody spoke. */
export const deriveInvariants = (capture: Capture): readonly InvariantVerdict[] =>
  capture.outcome === "unreachable" ? [] : judgeInvariants(capture, digestOf).invariants;

/** Readiness for the newest revision. Whoever speaks it, or could not be asked anything, has nothing to upgrade. */
export const deriveUpgrade = async (capture: Capture, judged: JudgedSession): Promise<UpgradeSummary | null> => {
  const from = revisionOf(capture);
  const behind = from !== undefined && compareRevisions(from, LATEST_STATELESS) < 0;
  const answered = judged.verdicts.some(({ state }) => state === "pass" || state === "fail");
  if (!behind || !answered || capture.outcome === "auth-required") return null;
  const { to, ready, breaks, build, goes, unseen, meets } = await judgeUpgrade(capture, {
    to: LATEST_STATELESS,
    judged,
  });
  return {
    from,
    to,
    ready,
    breaks: breaks.map(({ id, title, level }) => ({ id, title, level })),
    build: build.map(({ title }) => title),
    goes: goes.map(({ title }) => title),
    unseen: unseen.length,
    meets: meets.length,
  };
};
