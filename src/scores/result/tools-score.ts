import { counted } from "../../base/counted.ts";
import type { ToolOutcome, WorkId } from "../tools/tool-outcomes.ts";
import type { ServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/**
 * Whether the tools work. An error about a value that was made up, or about what the server lacks here, says nothing either
 * way: only what is found broken counts.
 */
export const scoreTools = ({
  tools: rows,
  tool_findings: findings = [],
}: Pick<ServerResult, "tools" | "tool_findings">): LaneScore | undefined => {
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
