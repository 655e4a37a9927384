import { embeddedRuleset, withdrawnReason } from "../../judge/corpus-files/embedded.ts";
import { chooseRules } from "../../judge/session/rule-choice.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import { defaultGates, type Gate, isRuleGate, strictest } from "../../scores/result/gate.ts";
import type { Result } from "../../scores/result/result.ts";
import type { FailLevel } from "../../suite/judge/decide.ts";
import { holdBaseline, knownFailures } from "../../suite/judge/hold-baseline.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { BaselineFlags } from "../flags/common-flags.ts";
import { exitOf } from "../flags/gate-flag.ts";
import type { Console } from "../terminal/console.ts";
import {
  type BaselineFile,
  type BaselineUpdate,
  nothingToWrite,
  openBaseline,
  updatedBaseline,
  writeBaseline,
} from "./compliance-files.ts";

export interface Baseline {
  /** Compares a result with it. Prints and writes nothing yet. */
  compare(result: Result, gates: readonly Gate[] | undefined): ComparedResult;
}

export interface ComparedResult {
  /** The result with its known failures marked, for the reports. */
  readonly result: Result;
  /** Prints the outcome on stderr, writes the file if asked to, and returns the exit code. */
  finish(): ExitCode;
}

/** Opened before the probe: a broken file must not cost a session. */
export const openCheckBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  const updating = flags.updateBaseline ?? false;
  const file = await openBaseline(flags.baseline, undefined, updating);
  if (!file) return undefined;
  return {
    compare: (result, given) => {
      const update = updating ? updateFor(file, result) : undefined;
      const entries = comparable(update?.entries ?? file.entries, result);
      const held = holdBaseline(result.verdicts, entries, redLevel(given), withdrawnReason);
      return {
        result: { ...result, baseline: held.standing },
        finish: () => {
          if (updating && !update) throw nothingToWrite(file);
          if (update) writeBaseline(file, update, flags, console);
          const { pass, line, details } = held.gate;
          const shown = [line, ...details.map((detail) => `  ${detail}`)];
          if (!flags.quiet || !pass) for (const text of shown) console.err(`${text}\n`);
          // The baseline has applied the gates about rules one by one; a grade, a tier or a lane counts in addition.
          const more = (given ?? defaultGates(result)).filter((gate) => !isRuleGate(gate));
          const rest = exitOf(result, more);
          const judged = rest === EXIT.ok || rest === EXIT.inconclusive;
          return judged && !pass ? EXIT.failed : rest;
        },
      };
    },
  };
};

/**
 * Of a part, only what was judged is compared; and that a listed rule holds counts only where everything was asked that
 * decides it.
 */
const comparable = (
  entries: readonly BaselineEntry[],
  { asked, revision, verdicts, server }: Result,
): readonly BaselineEntry[] => {
  if (!asked || revision === null) return entries;
  const { isWhole } = chooseRules(embeddedRuleset(revision), asked, server.transport ?? undefined);
  const states = new Map(verdicts.map(({ id, state }) => [id, state]));
  return entries.filter(({ rule_id }) => states.has(rule_id) && (states.get(rule_id) !== "pass" || isWhole(rule_id)));
};

/** Whoever keeps a list of known failures wants to hear of every other one. */
const redLevel = (gates: readonly Gate[] | undefined): FailLevel => strictest(gates ?? []) ?? "any";

/** Undefined: nothing was judged that a baseline could be made from. */
const updateFor = (file: BaselineFile, { counts, verdicts }: Result): BaselineUpdate | undefined =>
  counts.states.pass + counts.states.fail === 0
    ? undefined
    : updatedBaseline(file, knownFailures(verdicts, file.entries, withdrawnReason));
