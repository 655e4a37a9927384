import type { CheckResult, ConformanceResult, SepCount } from "../../model/conformance.ts";
import { stringMember } from "../../model/json.ts";
import { LEVELS } from "../../model/rule.ts";
import { counted, show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { CHECK_MARKS, officialLine, percentOf, REASON_WORDS, SOURCE_WORDS, tierLine } from "./words.ts";

export interface ConformancePaper {
  readonly color: boolean;
  readonly width: number;
  /** Also what passed, and what was left open. */
  readonly verbose?: boolean;
}

/** The result for a person at a terminal: the letter, what stands behind it, and what to do about failures. */
export const renderConformancePretty = (result: ConformanceResult, paper: ConformancePaper): string => {
  const style = createStyle(paper.color);
  return `${[
    ...head(result, style),
    "",
    verdict(result, style),
    ...levels(result),
    ...coverage(result, style),
    ...failures(result, paper, style),
    ...perSep(result, style),
    ...(paper.verbose ? everything(result, style) : []),
    "",
    ...wrapText(`official-style figure: ${officialLine(result)}`, paper.width).map((line) => style.dim(line)),
  ].join("\n")}\n`;
};

/** The answer in one line. */
export const renderConformanceLine = (result: ConformanceResult, { color }: { readonly color: boolean }): string =>
  `${show(result.target, 120)} (${result.target_version}): ${verdict(result, createStyle(color))}\n`;

const head = (result: ConformanceResult, style: Style): string[] => {
  const { info, transport } = result.server;
  const name = stringMember(info, "name");
  return [
    style.bold(show(result.target, 200)),
    ...(name === undefined ? [] : [`${show(name, 80)} ${show(stringMember(info, "version") ?? "", 40)}`.trimEnd()]),
    [
      `SEP corpus ${result.target_version}, ${SOURCE_WORDS[result.corpus_source]}`,
      ...(transport ? [transport] : []),
    ].join(" · "),
    ...result.notes.map((note) => style.yellow(show(note, 300))),
  ];
};

const verdict = (result: ConformanceResult, style: Style): string => {
  const line = style.bold(tierLine(result));
  if (result.tier === null) return `${style.yellow("?")} ${line}`;
  return `${result.tier === "fail" ? style.red("✗") : style.green("✓")} ${line}`;
};

const levels = ({ must, should, may }: ConformanceResult): string[] =>
  ([["MUST", must] as const, ["SHOULD", should] as const, ["MAY", may] as const] as const)
    .filter(([, { total }]) => total > 0)
    .map(([name, count]) => `  ${name.padEnd(6)} ${count.passed}/${count.total} passed (${percentOf(count)})`);

const coverage = ({ coverage: found }: ConformanceResult, style: Style): string[] => [
  `  ${found.exercised} of ${counted(found.checks, "check")} exercised · ${found.not_exercised} not exercised · ${found.not_applicable} not for servers · ${found.not_implemented} not implemented`,
  ...found.reasons
    .filter(({ state }) => state !== "not-for-servers")
    .map(({ reason, checks }) => style.dim(`    ${checks} × ${REASON_WORDS[reason]}`)),
];

const failures = ({ checks }: ConformanceResult, paper: ConformancePaper, style: Style): string[] => {
  const failed = checks.filter(({ state }) => state === "fail");
  return [...LEVELS, null].flatMap((level) => {
    const rows = failed.filter((row) => row.level === level);
    if (rows.length === 0) return [];
    return ["", style.bold(level ?? "without a level"), ...rows.flatMap((row) => failure(row, paper, style))];
  });
};

const MAX_PLACES = 3;

const failure = (row: CheckResult, { width }: ConformancePaper, style: Style): string[] => {
  const line = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - 12)).map(
      (part, index) => `  ${style.dim((index === 0 ? label : "").padEnd(9))} ${part}`,
    );
  const all = row.evidence.map(({ exchange, pointer, item }) => {
    const what = item === undefined ? "" : ` (${show(item, 60)})`;
    return `${show(exchange === null ? "session" : String(exchange), 80)} ${show(pointer, 120)}`.trimEnd() + what;
  });
  // Several rules may point to the same place.
  const places = [...new Set(all)];
  const more = places.length - MAX_PLACES;
  const rules = row.rules.filter(({ state }) => state === "fail").map(({ id }) => id);
  return [
    `${style.red("✗")} ${style.bold(show(row.check, 120))}`,
    ...line("", show(row.text, 300)),
    ...line("expected", row.expected ?? ""),
    ...line("found", show(row.actual ?? "", 300)),
    ...places.slice(0, MAX_PLACES).flatMap((place, index) => line(index === 0 ? "at" : "", place)),
    ...(more > 0 ? line("", `and ${more} more`) : []),
    ...line("rules", rules.map((id) => `${id} (mcptest explain ${id})`).join(", ")),
    ...line("fix", row.fix ?? ""),
    ...line("spec", show(row.spec, 300)),
  ];
};

const perSep = ({ per_sep, checks }: ConformanceResult, style: Style): string[] => [
  "",
  style.dim("SEP   passed  tested  checks  excluded"),
  ...per_sep.map((row) => sepLine(row, checks.filter(({ sep }) => sep === row.sep).length, style)),
];

const sepLine = ({ sep, tested, passed, excluded }: SepCount, checks: number, style: Style): string => {
  const [first = "", ...rest] = [passed, tested, checks, excluded].map(String);
  const text = `${String(sep).padEnd(6)}${first.padStart(6)}${rest.map((figure) => figure.padStart(8)).join("")}`;
  if (passed < tested) return style.red(text);
  return tested === 0 ? style.dim(text) : text;
};

const everything = ({ checks }: ConformanceResult, style: Style): string[] => [
  "",
  ...checks
    .filter(({ state }) => state !== "fail" && state !== "not-for-servers")
    .map((row) => {
      const why = row.detail === undefined ? "" : style.dim(` ${show(row.detail, 160)}`);
      return `${CHECK_MARKS[row.state]} ${show(row.check, 120)}${why}`;
    }),
];
