import { LEVELS } from "../../../judge/core/rule.ts";
import type { CheckResult, ConformanceResult, CoreCount } from "../../../judge/corpus/conformance.ts";
import { serverName } from "../../findings/server-name.ts";
import type { ReportView } from "../../report.ts";
import { placeLine, placeRows } from "../../terminal/finding-lines.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { conformanceReport } from "./report.ts";
import {
  CHECK_MARKS,
  coveragePhrase,
  isForOthers,
  officialLine,
  othersWords,
  percentOf,
  reasonWords,
  SOURCE_WORDS,
  TIER_WORDS,
  tierLine,
} from "./words.ts";

/** The result for a person at a terminal: the tier, the counts behind it, and what to do about failures. */
const prettyConformance = (result: ConformanceResult, terminal: Terminal): readonly string[] => [
  ...head(result, terminal),
  "",
  tierVerdict(result, terminal),
  ...(result.tier === null ? [] : [`  ${TIER_WORDS[result.tier]}`]),
  ...levels(result),
  ...coverage(result, terminal),
  ...failures(result, terminal),
  ...perSep(result, terminal),
  ...(terminal.verbose ? everything(result, terminal) : []),
  "",
  ...terminal.paragraph(`official-style figure: ${officialLine(result)}`).map(terminal.dim),
];

const head = (result: ConformanceResult, { bold, yellow }: Terminal): string[] => {
  const { info, transport } = result.server;
  const name = serverName(info);
  const corpus = `corpus ${result.target_version}, ${SOURCE_WORDS[result.corpus_source]}`;
  return [
    bold(show(result.target)),
    ...(name === "" ? [] : [show(name, 120)]),
    [corpus, ...(transport ? [transport] : [])].join(" · "),
    ...result.notes.map((note) => yellow(show(note, 300))),
  ];
};

const tierVerdict = (result: ConformanceResult, { bold, green, red, yellow }: Terminal): string => {
  const mark = result.tier === null ? yellow("?") : result.tier === "fail" ? red("✗") : green("✓");
  return `${mark} ${bold(tierLine(result))}`;
};

const levels = ({ must, should, may }: ConformanceResult): string[] =>
  Object.entries({ MUST: must, SHOULD: should, MAY: may })
    .filter(([, { total }]) => total > 0)
    .map(([name, count]) => `  ${name.padEnd(6)} ${count.passed}/${count.total} passed (${percentOf(count)})`);

const coverage = (result: ConformanceResult, { dim }: Terminal): string[] => {
  const { coverage: found } = result;
  return [
    `  ${coveragePhrase(result)} · ${found.not_exercised} not exercised · ${found.not_applicable} ${othersWords(result.role)} · ${found.not_implemented} not implemented`,
    ...found.reasons
      .filter(({ state }) => !isForOthers(state))
      .map(({ reason, checks }) => dim(`    ${checks} × ${reasonWords(reason, result.role)}`)),
  ];
};

const failures = ({ checks }: ConformanceResult, terminal: Terminal): string[] => {
  const failed = checks.filter(({ state }) => state === "fail");
  return [...LEVELS, null].flatMap((level) => {
    const rows = failed.filter((row) => row.level === level);
    if (rows.length === 0) return [];
    return ["", terminal.bold(level ?? "without a level"), ...rows.flatMap((row) => failure(row, terminal))];
  });
};

const MAX_PLACES = 3;

const failure = (check: CheckResult, terminal: Terminal): string[] => {
  const { row, red, bold } = terminal;
  const rules = check.rules.filter(({ state }) => state === "fail").map(({ id }) => `${id} (mcptest explain ${id})`);
  return [
    `${red("✗")} ${bold(show(check.check, 120))}`,
    ...row("", show(check.text, 300)),
    ...row("expected", check.expected ?? ""),
    ...row("found", show(check.actual ?? "", 300)),
    // Several rules may point to the same place.
    ...placeRows([...new Set(check.evidence.map(placeLine))], MAX_PLACES, terminal),
    ...row("rules", rules.join(", ")),
    ...row("fix", check.fix ?? ""),
    ...row("spec", show(check.spec, 300)),
  ];
};

const perSep = ({ per_sep, core, checks }: ConformanceResult, terminal: Terminal): string[] => {
  const rowsOf = (which: number | null): number => checks.filter(({ sep }) => sep === which).length;
  const coreRows = rowsOf(null);
  return [
    "",
    terminal.dim("SEP   passed  tested  checks  excluded"),
    ...(coreRows === 0 ? [] : [countLine("core", core, coreRows, terminal)]),
    ...per_sep.map((row) => countLine(String(row.sep), row, rowsOf(row.sep), terminal)),
  ];
};

const countLine = (
  name: string,
  { tested, passed, excluded }: CoreCount,
  checks: number,
  { red, dim }: Terminal,
): string => {
  const [first = "", ...rest] = [passed, tested, checks, excluded].map(String);
  const text = `${name.padEnd(6)}${first.padStart(6)}${rest.map((figure) => figure.padStart(8)).join("")}`;
  if (passed < tested) return red(text);
  return tested === 0 ? dim(text) : text;
};

const everything = ({ checks, tier }: ConformanceResult, { dim }: Terminal): string[] => [
  "",
  ...checks
    .filter(({ state }) => state !== "fail" && !isForOthers(state))
    .map(({ check, state, detail }) => {
      const why = detail === undefined ? "" : dim(` ${show(detail, 160)}`);
      // Without a tier nothing is marked as passed.
      const mark = tier === null && state === "pass" ? "·" : CHECK_MARKS[state];
      return `${mark} ${show(check, 120)}${why}`;
    }),
];

/** The result of `mcptest conformance run`. */
export const conformanceView = {
  pretty: prettyConformance,
  brief: (result, terminal) => [
    `${show(result.target, 120)} (${result.target_version}): ${tierVerdict(result, terminal)} · ${coveragePhrase(result)}`,
  ],
  report: conformanceReport,
} as const satisfies ReportView<ConformanceResult>;
