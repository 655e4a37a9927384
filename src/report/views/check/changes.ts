import type { Result } from "../../../scores/result/result.ts";
import type { ReportView } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import type { Failed } from "./causes.ts";
import { headline } from "./headline.ts";
import { newLockLines } from "./lock.ts";

/** Two results of the same server. */
export interface ResultChanges {
  readonly before: Result;
  readonly after: Result;
}

/** Only what changed, and the figures in one line. */
export const changesView = {
  pretty: ({ before, after }, terminal) => {
    const failedBefore = new Set(before.verdicts.filter(({ state }) => state === "fail").map(({ id }) => id));
    const [from, to] = [before, after].map(({ compliance }) => compliance.grade ?? "none");
    const isNew = (verdict: Result["verdicts"][number]): verdict is Failed =>
      verdict.state === "fail" && !failedBefore.has(verdict.id);
    const noLongerFailing = after.verdicts.filter(({ id, state }) => failedBefore.has(id) && state !== "fail");
    const judged = new Set(after.verdicts.map(({ id }) => id));
    const lines = [
      ...(from === to ? [] : [terminal.bold(`grade ${from} → ${to}`)]),
      ...after.verdicts.filter(isNew).flatMap((verdict) => describeFailure(verdict, terminal)),
      ...noLongerFailing
        .filter(({ state }) => state === "pass")
        .map(({ id, title }) => `${terminal.green("✓ newly passing")} ${show(id, 40)} ${show(title, 300)}`),
      // They failed before, and now it is unknown whether they were fixed or merely not observed.
      ...noLongerFailing
        .filter(({ state }) => state !== "pass")
        .map((verdict) => {
          const why = "detail" in verdict ? `: ${show(verdict.detail)}` : "";
          return `${terminal.yellow("? no longer judged")} ${show(verdict.id, 40)}${why}`;
        }),
      // Of a part only what was seen has a verdict.
      ...[...failedBefore]
        .filter((id) => !judged.has(id))
        .map((id) => `${terminal.yellow("? no longer judged")} ${show(id, 40)}`),
      ...(before.role === undefined && after.role === undefined ? newLockLines(before, after, terminal) : []),
    ];
    return [...(lines.length === 0 ? ["nothing changed"] : lines), ...headline(after, terminal)];
  },
} as const satisfies ReportView<ResultChanges>;

const describeFailure = ({ id, level, title, advisory, expected, actual, fix }: Failed, terminal: Terminal) => [
  `${advisory ? terminal.yellow("! newly failing") : terminal.red("✗ newly failing")} ${terminal.bold(show(id, 40))} ${advisory ? "(warning)" : level} ${show(title, 300)}`,
  ...terminal.row("expected", show(expected, 600)),
  ...terminal.row("found", show(actual, 300), { hard: true }),
  ...terminal.row("fix", show(fix, 1_000)),
];
