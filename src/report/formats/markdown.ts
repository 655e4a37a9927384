import { untrusted } from "../../base/untrusted.ts";
import { webLink } from "../escape/link.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { isKnown } from "../findings/baseline.ts";
import { originWords } from "../findings/origin.ts";
import { countStates, failuresOf, groupsOf, placeOf } from "../findings/words.ts";
import type { ReportFinding } from "../findings-report.ts";
import type { Block, BlockTable, Report } from "../report.ts";

/** For a comment on a pull request, which holds 65,536 characters at most. */
const LONGEST_COMMENT = 60_000;
const MAX_PLACES = 5;

export const renderMarkdown = (report: Report): string => {
  const { scores = [], causes, summary, notes, tool, unseen } = report;
  const answer = report.answer ?? (unseen === undefined ? [] : [unseen]);
  const failures = failuresOf(report);
  // What follows from a cause is listed with it, not repeated.
  const follows = causes && new Map(causes.map(({ finding, follows: ids }) => [finding.id, ids.map(({ id }) => id)]));
  const toFix = failures.filter(
    (finding) => finding.revision === undefined && !isKnown(finding) && (!follows || follows.has(finding.id)),
  );
  const older = fitting(
    failures.filter(({ revision }) => revision !== undefined).map((finding) => renderFailure(finding, [])),
    LONGEST_COMMENT / 6,
  );
  const { shown, left } = fitting(
    toFix.map((finding) => renderFailure(finding, follows?.get(finding.id) ?? [])),
    LONGEST_COMMENT / 2,
  );
  return `${[
    `### ${MARKS[overall(report)]} ${show(report.title)}: ${show(report.headline)}`,
    "",
    show(report.target, 200),
    ...answer.flatMap((sentence) => ["", show(sentence)]),
    ...summaryTable([...summary, ...scores.map(({ name, mark, words }) => [name, `${mark} · ${words}`] as const)]),
    ...(shown.length > 0 ? ["", "#### What to fix", "", ...shown] : []),
    ...(left > 0 ? ["", `… and ${left} more; the HTML report lists all of them.`] : []),
    ...(older.shown.length > 0 ? ["", "#### In older revisions that it also speaks", "", ...older.shown] : []),
    ...(older.left > 0 ? ["", `… and ${older.left} more.`] : []),
    ...knownList(failures.filter(isKnown)),
    ...(report.blocks ?? []).filter(isInComment).flatMap(markdownBlock),
    ...groupTable(report),
    ...(notes.length > 0 ? ["", ...notes.slice(0, 20).map((note) => `- ${show(note)}`)] : []),
    "",
    `<sub>${show(tool.name)} ${show(tool.version)}</sub>`,
  ].join("\n")}\n`;
};

/** The tools are told in detail in a comment; of what a model reads, and where it is taken, only what was found. */
const isInComment = ({ id, tables }: Block): boolean =>
  id === "tools" ||
  ((id === "safety" || id === "accepted") && tables.some(({ rows, folded }) => !folded && rows.length > 0));

/** Rows of one table in a comment. */
const MOST_ROWS = 50;

/** A lane in detail. */
const markdownBlock = ({ title, tables }: Block): string[] => [
  "",
  `#### ${show(title)}`,
  ...tables.flatMap(markdownTable),
];

const markdownTable = ({ caption, columns, rows, empty, folded }: BlockTable): string[] => {
  // What a reader of a page opens on request has no room in a comment.
  if (folded) return [];
  if (rows.length === 0) return empty === undefined ? [] : ["", show(empty)];
  const left = rows.length - MOST_ROWS;
  return [
    "",
    `**${show(caption)}**`,
    "",
    line(columns),
    line(columns.map(() => "---")),
    ...rows.slice(0, MOST_ROWS).map((cells) => line(cells.map(({ text }) => show(text, 300)))),
    ...(left > 0 ? ["", `… and ${left} more; the HTML report lists all of them.`] : []),
  ];
};

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const MARKS = { failed: "❌", warned: "⚠️", passed: "✅", unknown: "❔" } as const;

const overall = ({ findings, unseen }: Report): keyof typeof MARKS => {
  const failed = findings.filter(({ state }) => state === "fail");
  const isRed = ({ baseline, severity }: ReportFinding): boolean =>
    baseline === undefined ? severity === "error" : baseline !== "known";
  if (failed.some(isRed)) return "failed";
  if (unseen !== undefined) return "unknown";
  if (failed.length > 0) return "warned";
  return findings.some(({ state }) => state === "pass") ? "passed" : "unknown";
};

const summaryTable = (summary: Report["summary"]): string[] =>
  summary.length === 0
    ? []
    : ["", "| | |", "|---|---|", ...summary.map(([label, value]) => `| ${show(label)} | ${show(value)} |`)];

const SEVERITY_MARKS = { error: "❌", warning: "⚠️", note: "💡" } as const;

const renderFailure = (finding: ReportFinding, also: readonly string[]): string => {
  const { id, title, severity, expected, actual, evidence, fix, link, revision, level, at, details = [] } = finding;
  const page = webLink(link);
  const source = originWords(finding);
  const places = evidence
    .slice(0, MAX_PLACES)
    .map((one) => `${show(placeOf(one), 200)}${one.item === undefined ? "" : ` (${show(one.item, 60)})`}`);
  const more = evidence.length > MAX_PLACES ? ` and ${evidence.length - MAX_PLACES} more` : "";
  return [
    `- ${SEVERITY_MARKS[severity]} **${show(id)}** ${show(title)}${page === undefined ? "" : ` ([spec](${page}))`}`,
    ...(revision === undefined ? [] : [`  - a ${show(level ?? "MAY")} of ${show(revision)}; it counts in no grade`]),
    ...(expected === undefined ? [] : [`  - expected: ${show(expected)}`]),
    ...(actual === undefined ? [] : [`  - found: ${show(actual, 300)}`]),
    ...details.map(([label, text]) => `  - ${show(label)}: ${show(text, 300)}`),
    ...(at ? [`  - in: ${show(`${at.file}:${at.line}:${at.column}`, 300)}`] : []),
    ...(places.length === 0 ? [] : [`  - at: ${places.join("; ")}${more}`]),
    ...(source === undefined ? [] : [`  - ${show(source)}`]),
    ...(fix === undefined || source !== undefined ? [] : [`  - fix: ${show(fix)}`]),
    ...(also.length === 0 ? [] : [`  - so also: ${also.map((one) => show(one)).join(", ")}`]),
  ].join("\n");
};

const MAX_KNOWN = 50;

/** What needs no attention now, one line each. */
const knownList = (known: readonly ReportFinding[]): string[] =>
  known.length === 0
    ? []
    : [
        "",
        "#### Known to fail",
        "",
        ...known
          .slice(0, MAX_KNOWN)
          .map(({ id, title, reason = "" }) => `- 🔕 **${show(id)}** ${show(title)} (${show(reason, 200)})`),
        ...(known.length > MAX_KNOWN ? [`- and ${known.length - MAX_KNOWN} more`] : []),
      ];

const groupTable = ({ findings }: Report): string[] => {
  const groups = groupsOf(findings);
  if (groups.length === 0) return [];
  return [
    "",
    "| | passed | failed | not applicable | inconclusive |",
    "|---|---:|---:|---:|---:|",
    ...groups.slice(0, 100).map(({ group, findings: own }) => {
      const { pass, fail, inconclusive, error, "not-applicable": absent } = countStates(own);
      return `| ${show(group)} | ${pass} | ${fail} | ${absent} | ${inconclusive + error} |`;
    }),
  ];
};

/** As many as fit, at least one. */
const fitting = (
  texts: readonly string[],
  room: number,
): { readonly shown: readonly string[]; readonly left: number } => {
  let used = 0;
  const count = texts.findIndex((text) => {
    used += text.length + 1;
    return used > room;
  });
  const shown = count < 0 ? texts : texts.slice(0, Math.max(1, count));
  return { shown, left: texts.length - shown.length };
};

const show = (text: string, length = 600): string => escapeMarkdown(untrusted(text), length);
