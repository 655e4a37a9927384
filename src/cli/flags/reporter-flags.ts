import { appendFileSync } from "node:fs";
import type { RenderOptions } from "../../report/render.ts";
import { REPORT_FORMATS, type ReportFormat } from "../../report/report-format.ts";
import { type OutputFile, openOutputFile, writeFailure } from "../files/output-file.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { readChoice } from "./choice.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { type FlagsOf, inGroup, inOrder } from "./flag.ts";

export const REPORTERS = REPORT_FORMATS;
export type Reporter = ReportFormat;

/** One `--reporter` or one `-o`. Their order counts: an `-o` belongs to the reporter beside it. */
export type ReporterArgument = { readonly reporter: string } | { readonly out: string };

export interface ChosenReport<R extends Reporter = Reporter>
  extends Pick<PrintOptions, "quiet" | "verbose" | "artifact"> {
  readonly reporter: R;
  /** Absent: stdout. */
  readonly out?: string;
  readonly file?: OutputFile;
}

/** How a report is printed. */
export type PrintOptions = Required<Omit<RenderOptions, "pictures">>;

/** `--reporter`, `-o` and what goes with them. The first of `names` is the default. */
export const reporterFlags = (names: readonly Reporter[]) => {
  const [first, ...others] = names;
  const help = `${[`${first} (default)`, ...others].join(", ")} (repeatable, each with its own -o)`;
  return {
    ...inGroup("Output", {
      "--reporter <name>": inOrder(help, (reporter): ReporterArgument => ({ reporter })),
      "--format <name>": inOrder("the same as --reporter", (reporter): ReporterArgument => ({ reporter })),
      "-o, --out <file>": inOrder("where to write the report (- for stdout)", (out): ReporterArgument => ({ out })),
      "--json": inOrder("the same as --reporter json", (): ReporterArgument => ({ reporter: "json" })),
      "--sarif-path <file>": "the file that sarif shows findings beside, as the repository names it",
      "-q, --quiet": "print one line",
      "-v, --verbose": "also show what passed",
    }),
    ...COMMON_FLAGS,
  };
};

export type ReporterFlags = FlagsOf<ReturnType<typeof reporterFlags>>;

/** The reports to write. Their files are opened here: an impossible path must not cost a probe. */
export const readReporters = <R extends Reporter>(
  flags: ReporterFlags,
  allowed: readonly [R, ...R[]],
  sourceFile?: string,
): readonly ChosenReport<R>[] => {
  const chosen = pair(flags.reporter ?? flags.format ?? flags.json ?? flags.out ?? [], allowed);
  const toStdout = chosen.filter(({ out }) => out === undefined);
  if (toStdout.length > 1) {
    const names = toStdout.map(({ reporter }) => reporter).join(" and ");
    throw new UsageError(`${names} cannot share stdout; give all but one of them a file with -o`);
  }
  const paths = chosen.flatMap(({ out }) => (out === undefined ? [] : [out]));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new UsageError(`-o ${quoted(twice)} is named twice; give each reporter its own file`);
  const { quiet = false, verbose = false, sarifPath } = flags;
  if (sarifPath === "") throw new UsageError("--sarif-path is empty; name a file of the repository");
  return chosen.map(({ reporter, out }) => ({
    reporter,
    quiet,
    verbose,
    artifact: sarifPath ?? sourceFile,
    ...(out === undefined ? {} : { out, file: openOutputFile(out) }),
  }));
};

interface Pair<R> {
  readonly reporter: R;
  out: string | undefined;
}

/** An `-o` goes to the reporter before it, or, if that one has its file, to the next. */
const pair = <R extends Reporter>(
  given: readonly ReporterArgument[],
  allowed: readonly [R, ...R[]],
): readonly Pair<R>[] => {
  const chosen: Pair<R>[] = [];
  const waiting: string[] = [];
  for (const argument of given) {
    const last = chosen.at(-1);
    if ("reporter" in argument) chosen.push({ reporter: readName(argument.reporter, allowed), out: waiting.shift() });
    else if (last && last.out === undefined && waiting.length === 0) last.out = argument.out;
    else waiting.push(argument.out);
  }
  if (chosen.length === 0) chosen.push({ reporter: allowed[0], out: waiting.shift() });
  const [unclaimed] = waiting;
  if (unclaimed !== undefined)
    throw new UsageError(`-o ${quoted(unclaimed)} has no report of its own; name one with --reporter beside it`);
  return chosen.map(({ reporter, out }) => ({ reporter, out: out === "-" ? undefined : out }));
};

const readName = <R extends Reporter>(text: string, allowed: readonly R[]): R =>
  readChoice("--reporter", text === "md" ? "markdown" : text, allowed);

/** Renders each report and puts it where it was asked for. In GitHub's runner `github` also writes the step summary. */
export const writeReports = <R extends Reporter>(
  chosen: readonly ChosenReport<R>[],
  render: (reporter: R, print: PrintOptions) => string,
  console: Console,
): void => {
  const files = chosen.flatMap(({ out }) => (out === undefined ? [] : [out]));
  for (const { reporter, file, quiet, verbose, artifact, out } of chosen) {
    const written = files.filter((path) => path !== out);
    const shared = { quiet, verbose, artifact, written };
    const plain = { ...PLAIN, ...shared };
    if (file) file.commit(render(reporter, plain));
    else console.out(render(reporter, { color: console.color, width: console.width, ...shared }));
    // Every command that offers github offers markdown, which is the text of the summary.
    if (reporter === "github") appendStepSummary(() => render("markdown" as R, plain), console);
  }
};

/** A file is the same whatever terminal it was written from. */
export const PLAIN = { color: false, width: 100 } as const;

const appendStepSummary = (render: () => string, console: Console): void => {
  const path = process.env["GITHUB_STEP_SUMMARY"];
  if (path === undefined || path === "") return;
  try {
    appendFileSync(path, render());
  } catch (error) {
    console.err(`mcptest: the step summary was not written: ${writeFailure(error)}\n`);
  }
};
