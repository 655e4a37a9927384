import { appendFileSync } from "node:fs";
import type { Command } from "commander";
import { REPORT_FORMATS, type ReportFormat } from "../model/report-format.ts";
import type { Console } from "./console.ts";
import { type OutputFile, openOutputFile, writeFailure } from "./output-file.ts";
import { quoted, UsageError } from "./usage-error.ts";

export const REPORTERS = REPORT_FORMATS;
export type Reporter = ReportFormat;

/** One `--reporter` or one `-o`, kept in the order typed: an `-o` belongs to the reporter beside it. */
export type ReporterAsk = { readonly reporter: string } | { readonly out: string };

export interface ReporterFlags {
  /** All three hold the same list, whichever flag was used. */
  readonly reporter?: readonly ReporterAsk[];
  readonly format?: readonly ReporterAsk[];
  readonly out?: readonly ReporterAsk[];
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export interface ChosenReport<R extends Reporter = Reporter> {
  readonly reporter: R;
  /** Absent: stdout. */
  readonly out?: string;
  readonly file?: OutputFile;
}

/** What a report is printed on. */
export interface Paper {
  readonly color: boolean;
  readonly width: number;
}

/** `--reporter`, `-o` and what goes with them. The first of `names` is the one used when none is asked for. */
export const addReporterFlags = (command: Command, names: readonly Reporter[]): Command => {
  const asks: ReporterAsk[] = [];
  const collect = (ask: (text: string) => ReporterAsk) => (text: string) => {
    asks.push(ask(text));
    return asks;
  };
  const [first, ...others] = names;
  return command
    .option(
      "--reporter <name>",
      `${[`${first} (default)`, ...others].join(", ")}; repeatable, each with its own -o`,
      collect((reporter) => ({ reporter })),
    )
    .option(
      "--format <name>",
      "the same as --reporter",
      collect((reporter) => ({ reporter })),
    )
    .option(
      "-o, --out <file>",
      "where the report goes (- for stdout)",
      collect((out) => ({ out })),
    )
    .option("--quiet", "one line")
    .option("--verbose", "also what passed")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error");
};

/** Which reports were asked for. Their files are opened here, before a server is troubled for an impossible path. */
export const readReporters = <R extends Reporter>(
  flags: ReporterFlags,
  allowed: readonly R[],
  fallback: R,
): readonly ChosenReport<R>[] => {
  const chosen = pair(flags.reporter ?? flags.format ?? flags.out ?? [], allowed, fallback);
  const toStdout = chosen.filter(({ out }) => out === undefined);
  if (toStdout.length > 1) {
    const names = toStdout.map(({ reporter }) => reporter).join(" and ");
    throw new UsageError(`${names} cannot share stdout; give all but one of them a file with -o`);
  }
  const paths = chosen.flatMap(({ out }) => (out === undefined ? [] : [out]));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`-o ${quoted(twice)} is named twice; give each reporter its own file`);
  return chosen.map((report) => (report.out === undefined ? report : { ...report, file: openOutputFile(report.out) }));
};

/** An `-o` goes to the reporter before it, or, when that one has its file, to the next. */
const pair = <R extends Reporter>(
  asks: readonly ReporterAsk[],
  allowed: readonly R[],
  fallback: R,
): readonly ChosenReport<R>[] => {
  const chosen: { reporter: R; out?: string }[] = [];
  const waiting: string[] = [];
  for (const ask of asks) {
    const last = chosen.at(-1);
    if ("reporter" in ask) {
      const out = waiting.shift();
      chosen.push({ reporter: readName(ask.reporter, allowed), ...(out === undefined ? {} : { out }) });
    } else if (last && last.out === undefined && waiting.length === 0) last.out = ask.out;
    else waiting.push(ask.out);
  }
  if (chosen.length === 0) {
    const out = waiting.shift();
    chosen.push({ reporter: fallback, ...(out === undefined ? {} : { out }) });
  }
  const [unclaimed] = waiting;
  if (unclaimed !== undefined)
    throw new UsageError(`-o ${quoted(unclaimed)} has no report of its own; name one with --reporter beside it`);
  return chosen.map(({ reporter, out }) => (out === undefined || out === "-" ? { reporter } : { reporter, out }));
};

const readName = <R extends Reporter>(text: string, allowed: readonly R[]): R => {
  const wanted = text === "md" ? "markdown" : text;
  const found = allowed.find((name) => name === wanted);
  if (found) return found;
  throw new UsageError(`--reporter ${quoted(text)} is not a choice; use one of ${allowed.join(", ")}`);
};

/** Renders each report and puts it where it was asked for. In GitHub's runner `github` also writes the step summary. */
export const writeReports = <R extends Reporter>(
  chosen: readonly ChosenReport<R>[],
  render: (reporter: R, paper: Paper) => string,
  console: Console,
): void => {
  for (const { reporter, file } of chosen) {
    if (file) file.commit(render(reporter, PLAIN));
    else console.out(render(reporter, console));
    // Who offers github offers markdown: the summary is the comment's text.
    if (reporter === "github") appendStepSummary(() => render("markdown" as R, PLAIN), console);
  }
};

/** In a file nobody's terminal decides. */
const PLAIN: Paper = { color: false, width: 100 };

const appendStepSummary = (render: () => string, console: Console): void => {
  const path = process.env["GITHUB_STEP_SUMMARY"];
  if (path === undefined || path === "") return;
  try {
    appendFileSync(path, render());
  } catch (error) {
    console.err(`mcptest: the step summary was not written: ${writeFailure(error)}\n`);
  }
};
