import type { Result } from "../../model/result.ts";
import type { Section } from "../../model/rule.ts";
import { show } from "../capture-head.ts";
import { STATE_MARKS } from "../findings/words.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { answerOf } from "./answer.ts";
import { headline } from "./headline.ts";
import { splitCauses } from "./known.ts";
import { lanesOf, type Tone } from "./lanes.ts";
import { renderCause } from "./pretty-cause.ts";
import { renderKnown } from "./pretty-known.ts";
import { serverRows } from "./to-findings.ts";

export interface PrettyOptions {
  readonly color: boolean;
  readonly width: number;
  /** Also what passed, and what was left open. */
  readonly verbose?: boolean;
}

/** The result for a person at a terminal. The first screen answers: does it work, how good is it, what to fix first. */
export const renderResultPretty = (result: Result, options: PrettyOptions): string => {
  const style = createStyle(options.color);
  const causes = splitCauses(result);
  const counted = causes.fresh.filter(({ verdict, follows }) =>
    [verdict, ...follows].some(({ advisory }) => !advisory),
  );
  const warnings = causes.fresh.filter((cause) => !counted.includes(cause));
  return `${[
    ...head(result, style),
    "",
    headline(result, style),
    ...answerOf(result, causes).flatMap((sentence) =>
      wrapText(show(sentence, 400), options.width - 2).map((line) => `  ${line}`),
    ),
    "",
    ...lanes(result, style),
    ...matrix(result, style),
    ...sections(result, options, style),
    ...counted.flatMap((cause, index) => [
      "",
      ...renderCause(result, cause, { ...options, brief: false }, style, index + 1),
    ]),
    ...(warnings.length > 0
      ? [
          "",
          style.bold("Warnings"),
          ...wrapText("They rest on prose or on a conclusion, and count in no grade.", options.width).map(style.dim),
        ]
      : []),
    ...warnings.flatMap((cause) => renderCause(result, cause, { ...options, brief: !options.verbose }, style)),
    ...renderKnown(result, causes.known, options, style),
    ...errors(result, style),
    ...openQuestions(result, options, style),
    ...(options.verbose ? everything(result, style) : []),
    ...hints([...causes.fresh, ...causes.known][0]?.verdict.id, style),
  ]
    .map(notACommand)
    .join("\n")}\n`;
};

/** A line of a log that begins with two colons is a command to some runners. */
const notACommand = (line: string): string => line.replace(/^(\s*)::/, "$1\\x3a:");

const head = (result: Result, style: Style): string[] => [
  style.bold(show(result.target, 200)),
  serverRows(result)
    .map(([label, value]) =>
      label === "server" || label === "transport" ? show(value, 80) : `${label} ${show(value, 120)}`,
    )
    .join(" · "),
  ...result.notes.map((note) => style.yellow(show(note, 200))),
];

/** How it fares in each revision, where each was probed in full. */
const matrix = ({ matrix: rows = [] }: Result, style: Style): string[] =>
  rows.length === 0
    ? []
    : [
        ...rows.map(({ revision, grade, counts: { states, levels } }) => {
          const failed = levels.MUST.failed + levels.SHOULD.failed + levels.MAY.failed;
          const words = `${states.pass} passed${failed === 0 ? "" : `, ${levels.MUST.failed} MUST and ${failed - levels.MUST.failed} other failed`}`;
          return `  ${revision}  ${style.bold((grade ?? "?").padEnd(2))}  ${style.dim(words)}`;
        }),
        "",
      ];

const TONES: Readonly<Record<Tone, "green" | "yellow" | "red" | "dim">> = {
  pass: "green",
  warn: "yellow",
  fail: "red",
  none: "dim",
};

/** One line a mark; a grade alone stands in the headline already. */
const lanes = (result: Result, style: Style): string[] => {
  const rows = lanesOf(result);
  if (rows.length < 2) return [];
  const longest = Math.max(...rows.map(({ name }) => name.length));
  return [
    ...rows.map(
      ({ name, mark, tone, words }) =>
        `  ${show(name, 40).padEnd(longest)}  ${style.bold(style[TONES[tone]](show(mark, 4).padEnd(2)))}  ${style.dim(show(words, 120))}`,
    ),
    "",
  ];
};

const BAR = 20;

const sections = ({ compliance }: Result, { width }: PrettyOptions, style: Style): string[] => {
  const longest = Math.max(0, ...compliance.sections.map(({ section }) => section.length));
  return compliance.sections.map(({ section, grade, passed, failed, failed_must }) => {
    const total = passed + failed;
    const good = failed === 0 ? BAR : Math.min(BAR - 1, Math.round((passed / total) * BAR));
    const paint = failed_must > 0 ? style.red : failed > 0 ? style.yellow : style.green;
    const bar = width < 60 ? "" : `${style.green("█".repeat(good))}${paint("░".repeat(BAR - good))}  `;
    const name = (section satisfies Section).padEnd(longest);
    return `  ${name}  ${paint((grade ?? "?").padEnd(2))}  ${bar}${passed}/${total}${failed > 0 ? paint(`  ${failed} failed`) : ""}`;
  });
};

const errors = ({ verdicts }: Result, style: Style): string[] =>
  verdicts.flatMap((verdict) =>
    verdict.state === "error"
      ? [
          "",
          style.red(
            `mcptest itself failed at ${show(verdict.id, 40)}: ${show(verdict.message, 200)}; please report it with the capture`,
          ),
        ]
      : [],
  );

/** By reason: a server behind a login leaves hundreds of questions open for the same one. */
const openQuestions = ({ verdicts }: Result, { width }: PrettyOptions, style: Style): string[] => {
  const open = verdicts.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict] : []));
  const reasons = [...new Set(open.map(({ reason }) => reason))];
  if (reasons.length === 0) return [];
  return [
    "",
    ...reasons.flatMap((reason) => {
      const rows = open.filter((row) => row.reason === reason);
      const details = [...new Set(rows.map(({ detail }) => show(detail, 120)))];
      const text = `inconclusive, ${show(reason, 40)} (${rows.length}): ${details.slice(0, 3).join("; ")}${details.length > 3 ? "; …" : ""}`;
      return wrapText(text, width - 2).map((line, index) => style.dim(index === 0 ? line : `  ${line}`));
    }),
  ];
};

const everything = ({ verdicts }: Result, style: Style): string[] => [
  "",
  ...verdicts
    .filter(({ state }) => state !== "fail" && state !== "error")
    .map((verdict) => {
      const why = "detail" in verdict ? style.dim(` ${show(verdict.detail, 120)}`) : "";
      const mark = verdict.state === "pass" ? style.green(STATE_MARKS.pass) : STATE_MARKS[verdict.state];
      return `${mark} ${show(verdict.id, 40)}  ${show(verdict.title, 300)}${why}`;
    }),
];

const hints = (first: string | undefined, style: Style): string[] =>
  first === undefined
    ? []
    : [
        "",
        style.dim(`mcptest explain ${show(first, 40)} says more; --reporter html -o report.html shows what was said`),
      ];
