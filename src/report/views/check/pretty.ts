import { isSeenWhole } from "../../../model/judged.ts";
import type { Result } from "../../../model/result.ts";
import type { Section } from "../../../model/rule.ts";
import { entryWords, staleSentence } from "../../findings/baseline.ts";
import { STATE_MARKS, WARNINGS_EXPLAINED } from "../../findings/words.ts";
import type { Tone } from "../../report.ts";
import { byReason } from "../../terminal/by-reason.ts";
import { selfErrorLine } from "../../terminal/finding-lines.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { answerOf } from "./answer.ts";
import { knownEntry, splitCauses } from "./baseline.ts";
import { countsForGrade, type FailureCause } from "./causes.ts";
import { headline } from "./headline.ts";
import { lanesOf } from "./lanes.ts";
import { olderLines } from "./older.ts";
import { causeLines } from "./pretty-cause.ts";
import { serverRows } from "./report.ts";

/** The result for a person at a terminal. The first screen answers: does it work, how good is it, what to fix first. */
export const prettyResult = (result: Result, terminal: Terminal): readonly string[] => {
  const causes = splitCauses(result);
  const counting = causes.fresh.filter(countsForGrade);
  const warnings = causes.fresh.filter((cause) => !countsForGrade(cause));
  return [
    ...head(result, terminal),
    "",
    headline(result, terminal),
    ...answerOf(result, causes).flatMap((sentence) => terminal.paragraph(show(sentence, 400), 2)),
    "",
    ...lanes(result, terminal),
    ...matrix(result, terminal),
    ...sections(result, terminal),
    ...counting.flatMap((cause, index) => ["", ...causeLines(result, cause, terminal, { number: index + 1 })]),
    ...(warnings.length > 0
      ? ["", terminal.bold("Warnings"), ...terminal.paragraph(WARNINGS_EXPLAINED).map(terminal.dim)]
      : []),
    ...warnings.flatMap((cause) => causeLines(result, cause, terminal, { brief: !terminal.verbose })),
    ...olderLines(result, terminal),
    ...known(result, causes.known, terminal),
    ...result.verdicts.flatMap((verdict) =>
      verdict.state === "error" ? ["", selfErrorLine(verdict.id, verdict.message, terminal)] : [],
    ),
    ...openQuestions(result, terminal),
    ...(terminal.verbose ? everything(result, terminal) : []),
    ...hints([...causes.fresh, ...causes.known][0]?.verdict.id, terminal),
  ];
};

const head = (result: Result, { bold, yellow }: Terminal): string[] => [
  bold(show(result.target)),
  serverRows(result)
    .map(([label, value]) =>
      label === "server" || label === "transport" ? show(value, 80) : `${label} ${show(value, 120)}`,
    )
    .join(" · "),
  ...result.notes.map((note) => yellow(show(note))),
];

/** How the server does in each revision, if all were probed in full. */
const matrix = ({ matrix: rows = [] }: Result, { bold, dim }: Terminal): string[] =>
  rows.length === 0
    ? []
    : [
        ...rows.map(({ revision, grade, counts: { states, levels } }) => {
          const failed = levels.MUST.failed + levels.SHOULD.failed + levels.MAY.failed;
          const words = `${states.pass} passed${failed === 0 ? "" : `, ${levels.MUST.failed} MUST and ${failed - levels.MUST.failed} other failed`}`;
          return `  ${revision}  ${bold((grade ?? "?").padEnd(2))}  ${dim(words)}`;
        }),
        "",
      ];

const TONES = { pass: "green", warn: "yellow", fail: "red", none: "dim" } as const satisfies Record<
  Tone,
  keyof Terminal
>;

/** One line per score. If there is only the grade, the headline already has it. */
const lanes = (result: Result, terminal: Terminal): string[] => {
  const rows = lanesOf(result);
  if (rows.length < 2) return [];
  const longest = Math.max(...rows.map(({ name }) => name.length));
  return [
    ...rows.map(
      ({ name, mark, tone, words }) =>
        `  ${show(name, 40).padEnd(longest)}  ${terminal.bold(terminal[TONES[tone]](show(mark, 4).padEnd(2)))}  ${terminal.dim(show(words, 120))}`,
    ),
    "",
  ];
};

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
const known = (result: Result, causes: readonly FailureCause[], terminal: Terminal): string[] => {
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
    ...(listed.length === 0
      ? []
      : ["", terminal.bold("Known to fail"), ...[...terminal.paragraph(explained), ...lines].map(terminal.dim)]),
    ...(terminal.verbose ? causes.flatMap((cause) => ["", ...causeLines(result, cause, terminal)]) : []),
    ...stale.flatMap((id) => ["", terminal.red(staleSentence(show(id, 40)))]),
  ];
};

const openQuestions = ({ verdicts }: Result, { paragraph, dim }: Terminal): string[] => {
  const open = verdicts.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict] : []));
  if (open.length === 0) return [];
  const words = byReason(open, 3).map(
    ({ reason, count, details }) => `inconclusive, ${show(reason, 40)} (${count}): ${details}`,
  );
  return ["", ...words.flatMap((text) => paragraph(text, 2, 0)).map(dim)];
};

const everything = ({ verdicts, server }: Result, { dim, green }: Terminal): string[] => [
  "",
  ...verdicts
    .filter(({ state }) => state !== "fail" && state !== "error")
    .map((verdict) => {
      const why = "detail" in verdict ? dim(` ${show(verdict.detail, 120)}`) : "";
      const held = isSeenWhole(server.outcome) ? green(STATE_MARKS.pass) : HELD_IN_PART;
      const mark = verdict.state === "pass" ? held : STATE_MARKS[verdict.state];
      return `${mark} ${show(verdict.id, 40)}  ${show(verdict.title, 300)}${why}`;
    }),
];

/** Instead of a check mark, where the server was not seen as a whole. */
const HELD_IN_PART = "·";

const hints = (first: string | undefined, { dim }: Terminal): string[] =>
  first === undefined
    ? []
    : ["", dim(`run mcptest explain ${show(first, 40)} for more; --reporter html -o report.html shows the messages`)];
