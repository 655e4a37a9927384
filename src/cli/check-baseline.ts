import type { Result } from "../model/result.ts";
import { LEVEL_GATES } from "../score/gate.ts";
import { readBaseline, updateBaseline } from "../suite/baseline.ts";
import type { RedLevel } from "../suite/decide.ts";
import { holdBaseline, knownFailures } from "../suite/hold-baseline.ts";
import type { Console } from "./console.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { exitOf, type Gate } from "./gate.ts";
import { openOutputFile } from "./output-file.ts";
import { type BaselineFile, openBaseline } from "./suite/compliance-files.ts";
import { UsageError } from "./usage-error.ts";

/** The flags of a command that holds one result against a baseline. */
export interface BaselineFlags {
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly quiet?: boolean;
}

export interface Baseline {
  /** Says on stderr how the result stands, and what the exit code is then. */
  settle(result: Result, gate: Gate | undefined): ExitCode;
}

/** Opened before anything is asked: a bad file costs no session. */
export const openCheckBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  const updating = flags.updateBaseline ?? false;
  const file = await openBaseline(flags.baseline, undefined, updating);
  if (!file) return undefined;
  return {
    settle: (result, gate) => {
      const entries = updating ? rewrite(file, result, flags, console) : file.entries;
      const held = holdBaseline(result.verdicts, entries, redLevel(gate));
      const shown = [held.line, ...held.details.map((detail) => `  ${detail}`)];
      if (!flags.quiet || !held.pass) for (const line of shown) console.err(`${line}\n`);
      // A level says which failures are red; that is decided row by row here. A grade or tier is asked for beside it.
      const rest = exitOf(result, gate !== undefined && !isLevel(gate) ? gate : "never");
      const judged = rest === EXIT.ok || rest === EXIT.inconclusive;
      return judged && !held.pass ? EXIT.failed : rest;
    },
  };
};

const isLevel = (gate: Gate): gate is (typeof LEVEL_GATES)[number] => LEVEL_GATES.some((level) => level === gate);

/** Whoever keeps a list of what fails wants to hear of everything that is not on it. */
const redLevel = (gate: Gate | undefined): RedLevel => (gate !== undefined && isLevel(gate) ? gate : "any");

const rewrite = (
  file: BaselineFile,
  result: Result,
  flags: BaselineFlags,
  console: Console,
): BaselineFile["entries"] => {
  const { pass, fail } = result.counts.states;
  if (pass + fail === 0)
    throw new UsageError(`${file.path} was not written: nothing was judged that it could be made from`);
  const text = updateBaseline(file.text, knownFailures(result.verdicts, file.entries));
  const entries = readBaseline(text, file.path);
  openOutputFile(file.path).commit(text);
  if (!flags.quiet)
    console.err(
      `wrote ${file.path}: ${entries.length === 0 ? "nothing fails; the file may go" : `${entries.length} known to fail`}\n`,
    );
  return entries;
};
