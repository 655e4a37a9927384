import { counted } from "../../../base/counted.ts";
import { groupBy } from "../../../base/group-by.ts";
import type { LeftOut, ReplayReport } from "../../../probe/replay/replay-report.ts";
import type { ReportView } from "../../report.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";
import { changeLines } from "./difference-lines.ts";
import { type AnswerGroup, askedWords, changedGroups, countWords } from "./groups.ts";
import { GROUP_TITLES, replayReport } from "./report.ts";

/** What changed since the recording, then what was not asked again, then one line that says it all. */
const prettyReplay = (result: ReplayReport, terminal: Terminal): readonly string[] => [
  `${terminal.bold(show(result.target))} ${terminal.dim(`beside the recording of ${show(result.recorded.target)}`)}`,
  ...result.notes.map((note) => terminal.yellow(show(note, 300))),
  "",
  ...changedGroups(result).flatMap((group) => [...groupLines(group, terminal), ""]),
  ...(terminal.verbose ? sameLines(result, terminal) : []),
  ...leftOutLines(result.left_out, terminal),
  replayLine(result, terminal),
];

const replayLine = (result: ReplayReport, { green, red, yellow }: Terminal): string => {
  const isChanged = result.counts.differs + result.counts.gone + result.counts.new > 0;
  const mark = result.ok ? (isChanged ? yellow("changed") : green("as recorded")) : red("changed");
  return `${mark}: ${countWords(result)}`;
};

const MOST_PLACES = 3;

const groupLines = ({ first, exchanges }: AnswerGroup, { bold, dim, red, yellow, green }: Terminal): string[] => {
  const mark = { differs: yellow("~"), gone: red("-"), new: green("+"), same: " " }[first.state];
  const places = firstOf([...exchanges], MOST_PLACES, (left) => `${left} more`).map((place) => show(place));
  return [
    `${mark} ${bold(show(askedWords(first)))} ${dim(`${GROUP_TITLES[first.state]} (${places.join(", ")})`)}`,
    ...changeLines(first).map((line) => `    ${show(line, 300)}`),
  ];
};

const sameLines = ({ answers }: ReplayReport, { dim }: Terminal): string[] => {
  const same = answers.filter(({ state }) => state === "same");
  return [...same.map((answer) => dim(`= ${show(askedWords(answer))} (${show(answer.exchange)})`)), ""];
};

/** By reason: who wants more repeated reads what to allow. */
const leftOutLines = (leftOut: readonly LeftOut[], { dim, verbose }: Terminal): string[] => {
  if (leftOut.length === 0) return [];
  const groups = groupBy(leftOut, ({ why }) => why);
  const rows = [...groups].map(([why, members]) => {
    const names = [...new Set(members.map(askedWords))];
    const shown = firstOf(names, verbose ? 100 : 4, (left) => `${left} more`).map((name) => show(name));
    return dim(`  left out: ${shown.join(", ")}: ${show(why, 200)}`);
  });
  return [...rows, ""];
};

export const replayView = {
  pretty: prettyReplay,
  brief: (result, terminal) => [replayLine(result, terminal)],
  report: replayReport,
} as const satisfies ReportView<ReplayReport>;

/** `--plan`: what would be sent again, and what not; nothing was. */
export interface ReplayPlanWords {
  readonly target: string;
  readonly conversations: readonly { readonly id: string; readonly asked: readonly string[] }[];
  readonly leftOut: readonly LeftOut[];
}

export const replayPlanView = {
  pretty: ({ target, conversations, leftOut }, terminal) => [
    terminal.bold(`plan for ${show(target)}`),
    "nothing below was sent",
    ...conversations.flatMap(({ id, asked }) => [
      "",
      terminal.bold(show(id)),
      ...[...groupBy(asked, (one) => one)].map(
        ([name, times]) => `  ${terminal.cyan("→")} ${show(name)}${times.length > 1 ? ` ${times.length} times` : ""}`,
      ),
    ]),
    "",
    ...leftOutLines(leftOut, terminal),
    `${counted(
      conversations.reduce((sum, { asked }) => sum + asked.length, 0),
      "request",
    )} in ${counted(conversations.length, "conversation")}, ${leftOut.length} left out`,
  ],
} as const satisfies ReportView<ReplayPlanWords>;
