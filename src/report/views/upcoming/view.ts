import type {
  UpcomingExtension,
  UpcomingRemoval,
  UpcomingReport,
  UpcomingRule,
} from "../../../judge/corpus/upcoming.ts";
import type { ReportView } from "../../report.ts";
import { placeLine } from "../../terminal/finding-lines.ts";
import { separated, show, type Terminal } from "../../terminal/terminal.ts";
import { upcomingPage } from "./page.ts";
import { byUse, CHANGE_WORDS, draftSentence, removalWords, sourceWords, USE_WORDS, upcomingHeadline } from "./words.ts";

const head = (report: UpcomingReport, { bold, paragraph, yellow }: Terminal): string[] => [
  ...(report.target === null ? [] : [bold(show(report.target))]),
  ...(report.server?.name == null
    ? []
    : [
        [show(report.server.name, 120), ...(report.revision === null ? [] : [`speaks ${report.revision}`])].join(" · "),
      ]),
  ...report.notes.map((note) => yellow(show(note))),
  ...paragraph(`${upcomingHeadline(report)}.`, 0, 0),
];

const MARKS = { used: "!", "not-seen": "–", unknown: "?" } as const;

const removalLines = (removal: UpcomingRemoval, { bold, row, yellow, dim }: Terminal): string[] => {
  const { feature, use, evidence, instead, link, sep } = removal;
  const paint = use === "used" ? yellow : dim;
  const [first] = evidence;
  return [
    `${use === undefined ? "" : `${paint(MARKS[use])} `}${bold(show(feature))}${sep === undefined ? "" : ` ${dim(`SEP-${sep}`)}`}`,
    ...row("when", show(removalWords(removal))),
    ...(use === undefined ? [] : row("here", USE_WORDS[use])),
    ...(use === "used" && first ? row("seen", placeLine(first)) : []),
    ...(instead === undefined || use === "not-seen" ? [] : row("instead", instead)),
    ...(use === "not-seen" ? [] : row("page", link)),
  ];
};

const ruleLine = ({ id, title, change, state }: UpcomingRule, { bold, dim }: Terminal): string =>
  `  ${bold(id)} ${dim(CHANGE_WORDS[change])}  ${show(title)}${state === undefined ? "" : dim(` (${state} by the draft)`)}`;

const extensionLine = (
  { identifier, name, status, link, declared }: UpcomingExtension,
  { bold, dim }: Terminal,
): string => {
  const mark = declared === undefined ? "" : declared ? "! " : "– ";
  const words = [status, ...(declared ? ["declared by this server"] : []), ...(link === undefined ? [] : [link])];
  return `  ${mark}${bold(show(name ?? identifier, 120))}  ${dim(show(words.join(" · "), 300))}`;
};

/** What is coming, for a person at a terminal: what concerns the server first. Nothing of it fails anything. */
export const upcomingView = {
  pretty: (report, terminal) => {
    const { bold, paragraph, dim } = terminal;
    const { removals, draft, proposals } = report;
    return separated([
      head(report, terminal),
      [bold(`Deprecated (${removals.length})`), ...byUse(removals).flatMap((one) => removalLines(one, terminal))],
      [
        bold("The draft"),
        ...(draft.rules.length === 0
          ? paragraph(draftSentence(report), 2, 2)
          : draft.rules.map((rule) => ruleLine(rule, terminal))),
      ],
      proposals.length === 0
        ? []
        : [
            bold(`Accepted, and in no revision yet (${proposals.length})`),
            ...proposals.flatMap(({ number, title, status, link }) => [
              `  ${bold(`SEP-${number}`)} ${dim(show(status))}  ${show(title)}`,
              `    ${link}`,
            ]),
          ],
      [
        bold(`Extensions (${report.extensions.length})`),
        ...report.extensions.map((one) => extensionLine(one, terminal)),
      ],
      paragraph(show(`By ${sourceWords(report)}`, 400), 0, 0).map(dim),
    ]);
  },
  brief: (report) => [`${report.target === null ? "" : `${show(report.target)}: `}${upcomingHeadline(report)}`],
  report: upcomingPage,
} as const satisfies ReportView<UpcomingReport>;
