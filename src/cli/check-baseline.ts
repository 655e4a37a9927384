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
  /** How a result stands to it. Nothing is said or written yet. */
  hold(result: Result, gate: Gate | undefined): HeldResult;
}

export interface HeldResult {
  /** The result with its known failures marked, for the reports. */
  readonly result: Result;
  /** Says on stderr how the result stands, writes the file if that was asked for, and tells the exit code. */
  settle(): ExitCode;
}

/** Opened before anything is asked: a bad file costs no session. */
export const openCheckBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  const updating = flags.updateBaseline ?? false;
  const file = await openBaseline(flags.baseline, undefined, updating);
  if (!file) return undefined;
  return {
    hold: (result, gate) => {
      const update = updating ? updateFor(file, result) : undefined;
      const held = holdBaseline(result.verdicts, update?.entries ?? file.entries, redLevel(gate));
      return {
        result: { ...result, baseline: held.standing },
        settle: () => {
          if (updating) write(file, update, flags, console);
          const { pass, line, details } = held.gate;
          const shown = [line, ...details.map((detail) => `  ${detail}`)];
          if (!flags.quiet || !pass) for (const text of shown) console.err(`${text}\n`);
          // A level says which failures are red; that is decided row by row here. A grade or tier is asked for beside it.
          const rest = exitOf(result, gate !== undefined && !isLevel(gate) ? gate : "never");
          const judged = rest === EXIT.ok || rest === EXIT.inconclusive;
          return judged && !pass ? EXIT.failed : rest;
        },
      };
    },
  };
};

const isLevel = (gate: Gate): gate is (typeof LEVEL_GATES)[number] => LEVEL_GATES.some((level) => level === gate);

/** Whoever keeps a list of what fails wants to hear of everything that is not on it. */
const redLevel = (gate: Gate | undefined): RedLevel => (gate !== undefined && isLevel(gate) ? gate : "any");

interface Update {
  readonly text: string;
  readonly entries: BaselineFile["entries"];
}

/** Undefined: nothing was judged that a baseline could be made from. */
const updateFor = (file: BaselineFile, { counts, verdicts }: Result): Update | undefined => {
  if (counts.states.pass + counts.states.fail === 0) return undefined;
  const text = updateBaseline(file.text, knownFailures(verdicts, file.entries));
  return { text, entries: readBaseline(text, file.path) };
};

const write = (file: BaselineFile, update: Update | undefined, flags: BaselineFlags, console: Console): void => {
  if (!update) throw new UsageError(`${file.path} was not written: nothing was judged that it could be made from`);
  const { text, entries } = update;
  openOutputFile(file.path).commit(text);
  if (!flags.quiet)
    console.err(
      `wrote ${file.path}: ${entries.length === 0 ? "nothing fails; the file may go" : `${entries.length} known to fail`}\n`,
    );
};
