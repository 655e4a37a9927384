import { counted } from "../../base/counted.ts";
import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { unseenPhrase } from "../../judge/unseen-words.ts";
import { accepted } from "../accepted/accepted-lane.ts";
import { extensions } from "../extensions/extensions-lane.ts";
import { CHANGE_CLASSES } from "../lock/lock.ts";
import { isLockBroken } from "../lock/lock-gate.ts";
import { safety } from "../safety/safety-lane.ts";
import type { ToolOutcome, WorkId } from "../tools/tool-outcomes.ts";
import type { Result } from "./result.ts";
import { type LaneScore, type Lanes, RESULT_LANES, type ResultLane } from "./result-lanes.ts";

/** A result before its lanes are summed up. One that an older mcptest saved may have its grade alone. */
export type Unsummed = Omit<Result, "lanes">;

type Summarize = (result: Unsummed) => LaneScore | undefined;

/** The result with its lanes, which stand before what only evidence needs. */
export const withLanes = ({ exchanges, capture_sha256, notes, ...rest }: Unsummed): Result => ({
  ...rest,
  lanes: laneScores({ exchanges, capture_sha256, notes, ...rest }),
  exchanges,
  capture_sha256,
  notes,
});

/** Every lane that a result has something about. */
const laneScores = (result: Unsummed): Lanes =>
  Object.fromEntries(
    RESULT_LANES.flatMap((lane) => {
      // A server that never answered has no other score.
      if (lane !== "compliance" && lane !== "authorization" && result.server.outcome === "unreachable") return [];
      // Of an authorization server nothing else is scored.
      if (result.authorization && lane !== "authorization") return [];
      const score = LANES[lane](result);
      return score ? [[lane, score] as const] : [];
    }),
  );

const compliance: Summarize = (result) => {
  const { grade, passed, failed, failed_must } = result.compliance;
  const judged = result.spoken !== false && passed + failed > 0;
  // That the little which was seen holds would look like a result.
  const held = grade !== null || (result.partial && isSeenWhole(result.server.outcome)) ? "pass" : "none";
  return {
    state: !judged ? "none" : failed_must > 0 ? "fail" : failed > 0 ? "warn" : held,
    summary: complianceWords(result),
    counts: { passed, failed, failed_must },
  };
};

const complianceWords = (result: Unsummed): string => {
  const { revision, spoken, server } = result;
  const { score, passed, failed } = result.compliance;
  if (spoken === false) return `no grade: the ${result.role ?? "server"} does not speak ${revision}`;
  if (score !== null) return `${passed} of ${passed + failed} rules hold, score ${score}`;
  if (!result.partial || !isSeenWhole(server.outcome))
    return `no grade: ${unseenPhrase(server.outcome, result.role) ?? "nothing could be judged"}`;
  const judged = passed + failed > 0 ? `${passed} of ${passed + failed} judged rules hold` : "nothing could be judged";
  return `${judged}; ${counted(result.left_out ?? 0, "rule")} left out, so no grade`;
};

const conformance: Summarize = (result) => {
  const block = member(result, "conformance");
  if (!isJsonObject(block)) return undefined;
  const tier = stringMember(block, "tier");
  const part = (level: "must" | "should") => ({
    passed: figure(member(block, level), "passed") ?? 0,
    total: figure(member(block, level), "total") ?? 0,
  });
  const [must, should] = [part("must"), part("should")];
  const coverage = member(block, "coverage");
  const [exercised, checks] = [figure(coverage, "exercised"), figure(coverage, "checks")];
  const behind = exercised === undefined || checks === undefined ? [] : [`${exercised} of ${checks} checks exercised`];
  const words = [`MUST ${must.passed}/${must.total}`, `SHOULD ${should.passed}/${should.total}`, ...behind].join(", ");
  return {
    state: tier === "fail" ? "fail" : tier === "tier-1" ? "pass" : tier === undefined ? "none" : "warn",
    summary:
      tier === undefined
        ? `no tier: ${unseenPhrase(result.server.outcome, result.role) ?? (exercised ? "only some scenarios were run" : "no check was exercised")}`
        : words,
    counts: {
      must_passed: must.passed,
      must_total: must.total,
      should_passed: should.passed,
      should_total: should.total,
      exercised: exercised ?? 0,
      checks: checks ?? 0,
    },
  };
};

const invariants: Summarize = (result) => {
  const block = member(result, "invariants");
  const rows = Array.isArray(block) ? block : listMember(block, "invariants");
  if (rows.length === 0) return undefined;
  const count = (state: string): number => rows.filter((row) => stringMember(row, "state") === state).length;
  const [held, failed] = [count("pass"), count("fail")];
  if (failed === 0 && !isSeenWhole(result.server.outcome)) return undefined;
  return {
    state: failed > 0 ? "fail" : held > 0 ? "pass" : "none",
    summary: failed > 0 ? `${held} held, ${failed} failed` : `${held} held`,
    counts: { held, failed },
  };
};

const discoverability: Summarize = (result) => {
  const block = member(result, "discoverability");
  const asked = listMember(block, "criteria").length;
  if (!isJsonObject(block) || (result.partial && !isSeenWhole(result.server.outcome))) return undefined;
  const [grade, passes] = [stringMember(block, "grade"), figure(block, "passes")];
  const counts = { passed: passes ?? 0, criteria: asked };
  if (grade === undefined) {
    // Of a part: the criteria that it shows, without a grade.
    if (!result.partial || asked === 0) return undefined;
    const summary = `${passes ?? "?"} of the ${asked} criteria that were asked about hold; no grade`;
    return { state: "none", summary, counts };
  }
  const capped =
    stringMember(block, "honesty_cap") === undefined ? "" : ", capped: no tool was seen to deliver content";
  return {
    state: grade === "A" ? "pass" : grade === "D" ? "fail" : "warn",
    summary: `${passes ?? "?"} of 10 criteria${capped}`,
    counts,
  };
};

const upgrade: Summarize = (result) => {
  const block = member(result, "upgrade");
  if (stringMember(block, "to") === undefined) return undefined;
  const count = (name: string): number => listMember(block, name).length;
  const warnings = listMember(block, "breaks").filter((one) => member(one, "advisory") === true).length;
  // The same figures as in the headline of `mcptest doctor`.
  const breaks = count("breaks") - warnings + (figure(block, "leftovers") ?? 0);
  const ready = member(block, "ready") === true;
  return {
    state: ready ? "pass" : "warn",
    summary: [
      breaks === 0 ? "nothing breaks" : counted(breaks, "break"),
      ...(warnings > 0 ? [counted(warnings, "warning")] : []),
      `${counted(count("build"), "thing")} to build`,
    ].join(", "),
    counts: { breaks, warnings, build: count("build"), goes: count("goes") },
  };
};

/**
 * Whether the tools work. An error about a value that was made up, or about what the server lacks here, says nothing either
 * way: only what is found broken counts.
 */
const tools: Summarize = ({ tools: rows, tool_findings: findings = [] }) => {
  if (!rows || rows.length === 0) return undefined;
  const count = (...outcomes: readonly ToolOutcome[]): number =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const called = rows.length - count("not-called");
  const counts = {
    listed: rows.length,
    called,
    ok: count("ok"),
    failed: count("error", "protocol-error", "died", "timed-out"),
    cancelled: count("cancelled"),
    findings: findings.length,
  };
  const broken = new Set(findings.filter(({ id }) => BREAKS.includes(id)).map(({ tool }) => tool));
  const isDead = count("died") > 0;
  const isBroken =
    called > 0 && called === rows.filter(({ name, outcome }) => FAILED.includes(outcome) && broken.has(name)).length;
  const state = isDead || isBroken ? "fail" : findings.length > 0 ? "warn" : counts.ok > 0 ? "pass" : "none";
  return { state, summary: toolWords(counts, { isDead, isBroken }), counts };
};

const FAILED: readonly ToolOutcome[] = ["error", "protocol-error", "died"];

/** What makes a call fail whatever it is asked. */
const BREAKS: readonly WorkId[] = ["WORK-001", "WORK-003", "WORK-004"];

interface ToolCounts {
  readonly listed: number;
  readonly called: number;
  readonly ok: number;
  readonly findings: number;
}

const toolWords = (
  { listed, called, ok, findings }: ToolCounts,
  { isDead, isBroken }: { readonly isDead: boolean; readonly isBroken: boolean },
): string => {
  const found = findings === 0 ? "" : `, ${counted(findings, "finding")}`;
  if (isDead) return `a call ended the process; ${ok} of ${called} called ok${found}`;
  if (isBroken)
    return called === 1
      ? "the one tool that was called fails"
      : `${called === 2 ? "both" : `all ${called}`} tools that were called fail`;
  if (called === 0)
    return listed === 1
      ? "the one tool was not called; if it only reads, it can say so with readOnlyHint: true"
      : `none of ${listed} tools was called; those that only read can say so with readOnlyHint: true`;
  if (ok === 0 && findings === 0)
    return `${called} of ${counted(listed, "tool")} called, none seen to work: each refused what it was asked, or took too long`;
  return `${called} of ${counted(listed, "tool")} called, ${ok} ok${found}`;
};

const lock: Summarize = ({ lock: standing }) => {
  if (!standing) return undefined;
  const { counts, servers, fail_on } = standing;
  const isUnseen = servers.some(({ state }) => state === "unseen");
  const changed = counts.breaking + counts.meaning + counts.compatible + counts.cosmetic;
  const marked = servers.flatMap(({ changes }) => changes).filter(({ cues }) => cues !== undefined).length;
  const words = CHANGE_CLASSES.filter((name) => name !== "environment" && counts[name] > 0);
  return {
    state: isLockBroken(standing, fail_on) ? "fail" : isUnseen ? "none" : changed > 0 ? "warn" : "pass",
    summary: isUnseen
      ? "the surface could not be seen"
      : changed === 0
        ? "as it was locked"
        : `${words.map((name) => `${counts[name]} ${name}`).join(", ")}${marked > 0 ? `; ${marked} as in a rug pull` : ""}`,
    counts: { ...counts, marked },
  };
};

const tokens: Summarize = ({ tokens: block }) => {
  if (!block) return undefined;
  const { total, max, tokenizer, window_percent, tools: rows } = block;
  const isOver = max !== undefined && total > max;
  const about = tokenizer === "estimate" ? "about " : "";
  const limit =
    max === undefined ? "" : isOver ? `, more than the ${withCommas(max)} allowed` : `, of ${withCommas(max)} allowed`;
  return {
    state: isOver ? "fail" : "pass",
    summary: `${about}${withCommas(total)} tokens${limit}, ${window_percent} % of a 200k window`,
    counts: { total, tools: rows.length },
  };
};

const authorization: Summarize = ({ authorization: block, counts: { levels, states, advisory_failed } }) => {
  if (!block) return undefined;
  const failed = levels.MUST.failed + levels.SHOULD.failed + levels.MAY.failed;
  const passed = levels.MUST.passed + levels.SHOULD.passed + levels.MAY.passed;
  const open = states.inconclusive;
  return {
    state: levels.MUST.failed > 0 ? "fail" : failed > 0 ? "warn" : passed > 0 ? "pass" : "none",
    summary:
      passed + failed === 0
        ? "nothing could be judged"
        : `${passed} of ${passed + failed} rules hold${open > 0 ? `, ${open} could not be judged` : ""}`,
    counts: { passed, failed, failed_must: levels.MUST.failed, warnings: advisory_failed, open },
  };
};

const withCommas = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

const LANES = {
  compliance,
  conformance,
  invariants,
  tools,
  discoverability,
  safety,
  accepted,
  extensions,
  upgrade,
  lock,
  tokens,
  authorization,
} as const satisfies Record<ResultLane, Summarize>;

const figure = (value: Json | undefined, name: string): number | undefined => {
  const found = member(value, name);
  return typeof found === "number" ? found : undefined;
};
