import type { Condition, Expectation } from "../../../src/judge/core/rule.ts";
import type { Hooks } from "../hooks.ts";
import type { Context } from "../mutants/context.ts";
import type { MutantOptions } from "../mutants/mutant.ts";

/** A correct server that makes one unusual choice the text permits: the counterpart of a mutant. */
export interface Innocent {
  id: string;
  /** What this server does otherwise than most, in one sentence. */
  choice: string;
  /** Revision, page#anchor and the gist of the sentence that permits it, or what no sentence forbids. */
  permittedBy: string;
  /** A function for hooks that count or remember: every server gets its own. */
  hooks?: Hooks | (() => Hooks);
  /** Options without which the choice does not show, or that are the choice. */
  options?: MutantOptions;
  /** Where it is met; by default over HTTP in the newest revision of each era. */
  in?: readonly Context[];
  /** The rules that come nearest to failing this server, each with a stricter version that does fail it. */
  closestTo: Readonly<Record<string, Stricter>>;
  /** Why two runs may accuse it of different rules among those below; only as long as there are any. */
  unsteady?: string;
  /** Rules that fail it all the same, each with the reason why they should not. Empty once they are mended. */
  knownFalse?: Readonly<Record<string, string>>;
}

/**
 * A version of a rule that asks for more than the text does. It is laid over the row of the rule; what it leaves out stays
 * as it is. It may look at the recording itself (raw_exchanges, raw_processes) beside the facts that rules use. It fails the
 * innocent, and does not fail the usual server.
 */
export interface Stricter {
  /** What it would have every server do, as a claim. */
  name: string;
  when?: readonly Condition[];
  each?: boolean;
  expect?: readonly Expectation[];
  /** The context where it is tried; by default the first of the innocent in whose revision the rule exists. */
  in?: Context;
}
