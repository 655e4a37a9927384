import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { ReplayReport, ReplayState } from "../../../probe/replay/replay-report.ts";
import type { FindingsReport, ReportFinding } from "../../findings-report.ts";
import { changeLines } from "./difference-lines.ts";
import { askedWords, changedGroups, countWords } from "./groups.ts";

/** What stands above the answers of one state. */
export const GROUP_TITLES = {
  same: "the same answer",
  differs: "another answer",
  gone: "no answer any more",
  new: "an answer where there was none",
} as const satisfies Record<ReplayState, string>;

export const replayReport = (result: ReplayReport): FindingsReport => {
  const { tool, target, recorded, ok, counts, answers, left_out, exchanges, notes, fail_on } = result;
  return {
    title: "mcptest replay",
    tool,
    target: untrusted(target),
    headline: countWords(result),
    badge: { label: "mcp replay", message: ok ? "as recorded" : "changed", color: ok ? "brightgreen" : "red" },
    summary: [
      ["recorded", recorded.started_at === undefined ? recorded.target : `${recorded.target}, ${recorded.started_at}`],
      ["same", String(counts.same)],
      ["differs", String(counts.differs)],
      ["gone", String(counts.gone)],
      ["new", String(counts.new)],
      ["left out", String(counts.left_out)],
    ],
    findings: [
      ...changedGroups(result).map(({ first, exchanges: places }): ReportFinding => {
        const id = `replay-${first.state}`;
        return defined({
          id,
          title: askedWords(first),
          group: GROUP_TITLES[first.state],
          state: "fail" as const,
          severity: fail_on.includes(first.state) ? ("error" as const) : ("warning" as const),
          expected: "the recorded answer",
          actual: untrusted(changeLines(first).join("\n")),
          reason: places.length > 1 ? `${places.length} requests changed in the same way` : undefined,
          evidence: places.slice(0, 20).map((exchange) => ({ exchange, pointer: "", sha256: null })),
        });
      }),
      ...answers
        .filter(({ state }) => state === "same")
        .map(
          (answer): ReportFinding => ({
            id: "replay-same",
            title: `${askedWords(answer)} (${answer.exchange})`,
            group: GROUP_TITLES.same,
            state: "pass",
            severity: "note",
            evidence: [],
          }),
        ),
      ...left_out.map(
        (one): ReportFinding => ({
          id: "replay-left-out",
          title: `${askedWords(one)} (${one.exchange})`,
          group: "left out",
          state: "inconclusive",
          severity: "note",
          reason: one.why,
          evidence: [],
        }),
      ),
    ],
    exchanges,
    notes,
  };
};
