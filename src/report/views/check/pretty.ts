import type { Section } from "../../../judge/core/rule.ts";
import { isSeenWhole } from "../../../judge/judged.ts";
import type { Result, ServerResult } from "../../../scores/result/result.ts";
import { entryWords, staleSentence } from "../../findings/baseline.ts";
import { STATE_MARKS, WARNINGS_EXPLAINED } from "../../findings/words.ts";
import { byReason } from "../../terminal/by-reason.ts";
import { selfErrorLine } from "../../terminal/finding-lines.ts";
import { separated, show, type Terminal } from "../../terminal/terminal.ts";
import { wrapParts } from "../../terminal/wrap-text.ts";
import { knownEntry, splitCauses } from "./baseline.ts";
import { blockedRows } from "./blocked.ts";
import { countsForGrade, type FailureCause } from "./causes.ts";
import { criteriaLines } from "./criteria.ts";
import { headline } from "./headline.ts";
import { lockLines } from "./lock.ts";
import { olderBlocks } from "./older.ts";
import { broughtLines, splitOrigins } from "./origin.ts";
import { causeLines } from "./pretty-cause.ts";
import { indented, summaryBlocks } from "./pretty-summary.ts";
import { safetyLines } from "./safety.ts";
import { subjectWords } from "./subject.ts";
import { toolFindingLines, toolLines } from "./tools.ts";

/**
 * The result for a person at a terminal, who sees the last lines first: the details come before, and what they come to
 * stands at the end. New blocks go between the findings and the summary.
 */
export const prettyResult = (result: Result, terminal: Terminal): readonly string[] => {
  if (result.server.blocked)
    return separated([
      head(result, terminal),
      terminal.verbose ? everything(result, terminal) : [],
      [...headline(result, terminal), ...blockedRows(result.server.blocked, terminal)],
    ]);
  const causes = splitCauses(result);
  const { yours, brought } = splitOrigins(causes.fresh.filter(countsForGrade));
  const { yours: warnings, brought: foreign } = splitOrigins(causes.fresh.filter((cause) => !countsForGrade(cause)));
  return separated([
    head(result, terminal),
    ...failures(result, yours, terminal),
    ...ofServer(result, (server) => [
      trimmed(toolFindingLines(server, terminal)),
      safetyLines(server, terminal),
      lockLines(server, terminal),
      trimmed(criteriaLines(server, terminal)),
    ]),
    trimmed(broughtLines(result, brought, terminal)),
    ...(terminal.verbose ? [...brought, ...foreign].map((cause) => causeLines(result, cause, terminal)) : []),
    warned(result, warnings, terminal),
    ...ofServer(result, (server) => olderBlocks(server, terminal)),
    ...known(result, causes.known, terminal),
    result.verdicts.flatMap((verdict) =>
      verdict.state === "error" ? [selfErrorLine(verdict.id, verdict.message, terminal)] : [],
    ),
    terminal.verbose ? everything(result, terminal) : [],
    openQuestions(result, terminal),
    ...(terminal.verbose ? [sections(result, terminal)] : []),
    ...ofServer(result, (server) => [matrix(server, terminal), trimmed(toolLines(server, terminal))]),
    ...summaryBlocks(result, causes, terminal),
  ]);
};

/** What is said only about servers. */
const ofServer = (result: Result, blocks: (server: ServerResult) => string[][]): string[][] =>
  result.role === undefined ? blocks(result) : [];

/** A block without the empty lines around it. */
const trimmed = (lines: readonly string[]): string[] => {
  const [first, last] = [lines.findIndex((line) => line !== ""), lines.findLastIndex((line) => line !== "")];
  return first < 0 ? [] : lines.slice(first, last + 1);
};

const head = (result: Result, terminal: Terminal): string[] => [
  ...terminal.paragraph(show(result.target, 400), 2, 0).map(terminal.bold),
  ...(result.server.blocked ? [] : indented(wrapParts(serverWords(result), " · ", terminal.width - 2))),
  ...result.notes.flatMap((note) => terminal.paragraph(show(note), 2, 0).map(terminal.yellow)),
];

const serverWords = (result: Result): string[] =>
  subjectWords(result).rows.map(([label, value]) =>
    label === "server" || label === "transport" ? show(value, 80) : `${label} ${show(value, 120)}`,
  );

/** So many are shown in full: with more, nobody would read them before the first is mended. */
const MOST_IN_FULL = 6;

const failures = (result: Result, causes: readonly FailureCause[], terminal: Terminal): string[][] => {
  const most = terminal.verbose ? causes.length : MOST_IN_FULL;
  const rest = causes.slice(most);
  return [
    ...causes.slice(0, most).map((cause, index) => causeLines(result, cause, terminal, { number: index + 1 })),
    rest.flatMap((cause, index) => causeLines(result, cause, terminal, { number: most + index + 1, titleOnly: true })),
    ...(rest.length > 0 ? [[terminal.dim(`--verbose shows the last ${rest.length} in full, too`)]] : []),
  ];
};

const MOST_WARNINGS = 4;

const warned = (result: Result, causes: readonly FailureCause[], terminal: Terminal): string[] => {
  if (causes.length === 0) return [];
  const most = terminal.verbose ? causes.length : MOST_WARNINGS;
  const rest = causes.slice(most).map(({ verdict }) => show(verdict.id, 40));
  return [
    terminal.bold("Warnings"),
    ...terminal.paragraph(WARNINGS_EXPLAINED).map(terminal.dim),
    ...causes.slice(0, most).flatMap((cause) => causeLines(result, cause, terminal, { brief: !terminal.verbose })),
    ...(rest.length === 0
      ? []
      : terminal.paragraph(`and ${rest.join(", ")}; --verbose shows them`, 2, 0).map(terminal.dim)),
  ];
};

/** How the server does in each revision, if all were probed in full. */
const matrix = ({ matrix: rows = [] }: ServerResult, { bold, dim }: Terminal): string[] =>
  rows.map(({ revision, grade, counts: { states, levels } }) => {
    const failed = levels.MUST.failed + levels.SHOULD.failed + levels.MAY.failed;
    const words = `${states.pass} passed${failed === 0 ? "" : `, ${levels.MUST.failed} MUST and ${failed - levels.MUST.failed} other failed`}`;
    return `  ${revision}  ${bold((grade ?? "?").padEnd(2))}  ${dim(words)}`;
  });

const BAR = 20;

const sections = ({ compliance }: Result, { red, yellow, green, width }: Terminal): string[] => {
  const longest = Math.max(0, ...compliance.sections.map(({ section }) => section.length));
  return compliance.sections.map(({ section, grade, passed, failed, failed_must }) => {
    const total = passed + failed;
    const good = failed === 0 ? BAR : Math.min(BAR - 1, Math.round((passed / total) * BAR));
    const paint = failed_must > 0 ? red : failed > 0 ? yellow : green;
    const bar = width < 60 ? "" : `${green("█".repeat(good))}${paint("░".repeat(BAR - good))}  `;
    const name = (section satisfies Section).padEnd(longest);
    return `  ${name}  ${paint((grade ?? "?").padEnd(2))}  ${bar}${passed}/${total}${failed > 0 ? paint(`  ${failed} failed`) : ""}`;
  });
};

/** What the baseline lists, one line each: the details were read when it was written. */
const known = (result: Result, causes: readonly FailureCause[], terminal: Terminal): string[][] => {
  const { known: listed = [], stale = [] } = result.baseline ?? {};
  const lines = result.verdicts.flatMap((verdict) => {
    const entry = knownEntry(result, verdict);
    if (!entry) return [];
    const why = entryWords(entry);
    const text = `${show(verdict.id, 40)} ${verdict.advisory ? "warning" : verdict.level} ${show(verdict.title, 300)}`;
    return terminal.paragraph(why === "" ? text : `${text} (${show(why)})`, 4, 2);
  });
  const explained = "The baseline lists them, so they do not fail the run; --verbose shows them in full.";
  return [
    listed.length === 0
      ? []
      : [terminal.bold("Known to fail"), ...[...terminal.paragraph(explained), ...lines].map(terminal.dim)],
    ...(terminal.verbose ? causes.map((cause) => causeLines(result, cause, terminal)) : []),
    ...stale.map((id) => terminal.paragraph(staleSentence(show(id, 40)), 2, 0).map(terminal.red)),
  ];
};

/** How many details of one reason are worth reading before --verbose. */
const MOST_DETAILS = 1;

const openQuestions = ({ verdicts }: Result, { paragraph, dim, verbose }: Terminal): string[] => {
  const open = verdicts.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict] : []));
  return byReason(open, verbose ? 3 : MOST_DETAILS)
    .map(({ reason, count, details }) => `inconclusive, ${show(reason, 40)} (${count}): ${details}`)
    .flatMap((text) => paragraph(text, 2, 0))
    .map(dim);
};

const everything = ({ verdicts, server }: Result, { dim, green, paragraph }: Terminal): string[] =>
  verdicts
    .filter(({ state }) => state !== "fail" && state !== "error")
    .flatMap((verdict) => {
      const why = "detail" in verdict ? dim(` ${show(verdict.detail, 120)}`) : "";
      const held = isSeenWhole(server.outcome) ? green(STATE_MARKS.pass) : HELD_IN_PART;
      const mark = verdict.state === "pass" ? held : STATE_MARKS[verdict.state];
      return paragraph(`${mark} ${show(verdict.id, 40)}  ${show(verdict.title, 300)}${why}`, 4, 0);
    });

/** Instead of a check mark, where the server was not seen as a whole. */
const HELD_IN_PART = "·";
