import { counted } from "../../../base/counted.ts";
import type { InvariantsReport, InvariantVerdict } from "../../../judge/invariants.ts";
import { LONGEST, placeOf, STATE_MARKS } from "../../findings/words.ts";
import type { FindingsReport } from "../../findings-report.ts";
import type { ReportView } from "../../report.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";
import { groupHazards, HAZARDS } from "./hazards.ts";
import { countInvariants, invariantsReport, isUnanswered } from "./report.ts";

/** The result of `mcptest compliance invariants`. */
export interface InvariantsResult {
  readonly report: InvariantsReport;
  readonly tool: FindingsReport["tool"];
  /** The file each session was read from. */
  readonly files: readonly string[];
}

/** For a person at a terminal: what failed with its evidence, what held in one line. */
const prettyInvariants = (report: InvariantsReport, terminal: Terminal): readonly string[] => [
  ...report.sessions.flatMap(({ server_label, invariants }) => [
    terminal.bold(show(server_label, LONGEST)),
    ...invariants.flatMap((verdict) => verdictLines(verdict, terminal)),
    "",
  ]),
  ...compositionLines(report, terminal),
  ...(report.notes ?? []).map((note) => terminal.yellow(show(note, LONGEST))),
  invariantsLine(report, terminal),
];

const invariantsLine = (report: InvariantsReport, { green, red, yellow }: Terminal): string => {
  const { ok, sessions, composition } = report;
  const unknown = isUnanswered(report) ? yellow("not judged") : red("not ok");
  return `${ok ? green("ok") : unknown}: ${[
    `${countInvariants(report, "pass")} held`,
    `${countInvariants(report, "fail")} failed`,
    `${countInvariants(report, "not-applicable")} not applicable`,
    ...(sessions.length > 1 ? [counted(composition.length, "composition hazard")] : []),
  ].join(", ")}`;
};

/** Two spaces, the mark, the id and its gaps. */
const HEAD = 13;
const MAX_PLACES = 5;
const COLORS = { pass: "green", "not-applicable": "dim", fail: "red" } as const;

const verdictLines = ({ id, title, state, detail, evidence }: InvariantVerdict, terminal: Terminal): string[] => {
  const { bold, dim, red, paragraph } = terminal;
  const [first = "", ...rest] = paragraph(title, HEAD);
  const head = [`  ${terminal[COLORS[state]](STATE_MARKS[state])} ${bold(id)}  ${first.trimStart()}`, ...rest];
  const remark = (text: string): string[] => paragraph(show(text, LONGEST), HEAD);
  switch (state) {
    case "pass":
      return head;
    case "not-applicable":
      return [...head, ...remark(`not applicable: ${detail}`).map(dim)];
    case "fail": {
      const places = evidence.map((place) => `at ${show(placeOf(place), LONGEST)}`);
      const shown = firstOf(places, MAX_PLACES, (left) => `and ${counted(left, "more place")}`);
      return [...head, ...remark(detail).map(red), ...shown.map((line) => `${" ".repeat(HEAD)}${dim(line)}`)];
    }
  }
};

const compositionLines = ({ sessions, composition }: InvariantsReport, terminal: Terminal): string[] => {
  if (sessions.length < 2) return [];
  const { bold, dim, green, red, paragraph } = terminal;
  const hazards = groupHazards(composition).flatMap(({ kind, servers, words }) => [
    ...paragraph(show(words, LONGEST), 4).map((line, index) =>
      index === 0 ? `  ${red("✗")} ${line.trimStart()}` : line,
    ),
    ...paragraph(`servers: ${servers.map((one) => show(one, LONGEST)).join(", ")}`, 4).map(dim),
    `    ${dim(HAZARDS[kind].fix)}`,
  ]);
  return [
    bold(`${sessions.length} servers behind one client`),
    ...(hazards.length > 0 || isUnanswered({ sessions, composition })
      ? hazards
      : [`  ${green("✓")} no two servers share a tool name or a request id`]),
    "",
  ];
};

export const invariantsView = {
  pretty: ({ report }, terminal) => prettyInvariants(report, terminal),
  brief: ({ report }, terminal) => [invariantsLine(report, terminal)],
  json: ({ report }) => report,
  report: ({ report, tool, files }) => invariantsReport(report, tool, files),
} as const satisfies ReportView<InvariantsResult>;
