import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import type { ConformanceResult } from "../../judge/corpus/conformance.ts";
import type { ExtensionStanding } from "../../judge/corpus/extension.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import { embeddedExtensions } from "../../judge/corpus-files/embedded.ts";
import { resolveConformance } from "../../judge/corpus-files/resolve-conformance.ts";
import { extensionStandings } from "../../judge/extensions/standing.ts";
import { judgeInvariants } from "../../judge/invariants/judge-invariants.ts";
import type { InvariantVerdict } from "../../judge/invariants.ts";
import { isSeenWhole, type JudgedOutcome } from "../../judge/judged.ts";
import { judgeContextFor } from "../../judge/session/judge-context.ts";
import type { JudgedSession } from "../../judge/session/judge-session.ts";
import { compareRevisions, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { scoreCapture } from "../conformance/judge-conformance.ts";
import { judgeTools } from "../tools/judge-tools.ts";
import type { ToolsAtWork } from "../tools/tool-outcomes.ts";
import { judgeUpgrade } from "../upgrade/judge-upgrade.ts";
import type { ConformanceBlock, Result, UpgradeSummary } from "./result.ts";

/**
 * The tier, judged only by the corpora that ship with the package: what a machine has in its cache must not change the
 * result of a capture.
 */
export const deriveConformance = async (
  capture: Capture,
  tool: Result["tool"],
  judged: JudgedSession,
): Promise<ConformanceBlock | null> => {
  const found = await scoreCapture(capture, {
    tool,
    corpora: resolveConformance({}),
    mapping: await embeddedMapping(),
    judged,
  });
  return found ? conformanceBlock(found) : null;
};

/** A conformance run as a part of a whole result. */
export const conformanceBlock = ({ checks, ...found }: Omit<ConformanceResult, "exchanges">): ConformanceBlock => {
  const { format: _format, role: _role, tool: _tool, target: _target, client: _client, ...block } = found;
  const { server: _server, spoken: _spoken, notes: _notes, ...kept } = block;
  const failed = checks
    .filter(({ state }) => state === "fail")
    .map(({ check, sep, level, rules }) => ({
      check,
      sep,
      level,
      rules: rules.filter(({ state }) => state === "fail").map(({ id }) => id),
    }));
  return { ...kept, failed };
};

/** What became of the tools, resources and prompts, in the revision that is judged. */
export const deriveTools = async (capture: Capture, revision: Revision): Promise<ToolsAtWork> =>
  judgeTools(await judgeContextFor(capture, revision, []));

/** The extensions that the server declares or shows, and how it keeps to them. */
export const deriveExtensions = async (
  capture: Capture,
  revision: Revision,
  verdicts: readonly Verdict[],
): Promise<readonly ExtensionStanding[]> => {
  const { view } = await judgeContextFor(capture, revision, []);
  return extensionStandings(view, embeddedExtensions(revision), verdicts);
};

/** Where nothing answered there is no session to judge. `brief`: without digests, which only a report shows. */
export const deriveInvariants = (capture: Capture, brief = false): readonly InvariantVerdict[] =>
  capture.outcome === "unreachable" ? [] : judgeInvariants(capture, brief ? () => null : digestOf).invariants;

/** Readiness for the newest revision; null for a server that speaks it already, or that answered nothing. */
export const deriveUpgrade = async (
  capture: Capture,
  judged: JudgedSession,
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
