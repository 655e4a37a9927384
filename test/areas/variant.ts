// The variants of the correct server that prove the rules: one table of mutants and one of near-misses per area
// (test/areas/<area>). A row says which rules it is about, where it is met, and how it differs from the correct server.

import type { Condition, Expectation } from "../../src/judge/core/rule.ts";
import type { Hooks } from "../servers/hooks.ts";
import type { Context, VariantOptions } from "./contexts.ts";

interface Variant {
  /** A function for hooks that count or remember: every server gets its own. */
  hooks?: Hooks | (() => Hooks);
  /** Options without which the difference does not show, or that are the difference. */
  options?: VariantOptions;
  /** Where it is met; by default over HTTP in the newest revision of each era. */
  in?: readonly Context[];
}

/** A server with exactly one deliberate fault. */
export interface Mutant extends Variant {
  /** What this server does wrong, in one sentence. */
  vice: string;
  /** The rules that are about this fault; the kill matrix holds all that fail. */
  fails: readonly string[];
}

/** A correct server that makes one unusual choice the text permits: the counterpart of a mutant. */
export interface NearMiss extends Variant {
  /** What this server does otherwise than most, in one sentence. */
  choice: string;
  /** Revision, page#anchor and the gist of the sentence that permits it, or what no sentence forbids. */
  permittedBy: string;
  /** The rules that come nearest to failing this server, each with a stricter version that does fail it. */
  closestTo: Readonly<Record<string, Stricter>>;
  /** Why two runs may accuse it of different rules among those below; only as long as there are any. */
  unsteady?: string;
  /** Rules that fail it all the same, each with the reason why they should not. Empty once they are fixed. */
  knownFalse?: Readonly<Record<string, string>>;
}

/**
 * A version of a rule that asks for more than the text does. It is laid over the row of the rule; what it leaves out stays
 * as it is. It may look at the recording itself (raw_exchanges, raw_processes) beside the facts that rules use. It fails the
 * near-miss, and does not fail the usual server.
 */
export interface Stricter {
  /** What it would have every server do, as a claim. */
  name: string;
  when?: readonly Condition[];
  each?: boolean;
  expect?: readonly Expectation[];
  /** The context where it is tried; by default the first of the near-miss in whose revision the rule exists. */
  in?: Context;
}

/** A variant that proves rules of several areas is a row in each of them, and is written out in its home. */
export interface Shared<Part> {
  home: string;
  part: Part;
}

type Rules = string | readonly string[];
export type Stricters = { readonly [rule: `${Uppercase<string>}-${number}`]: Stricter };

export type MutantTable = Readonly<Record<string, Mutant | Shared<Rules>>>;
export type NearMissTable = Readonly<Record<string, NearMiss | Shared<Stricters>>>;

/** Contexts, lists of contexts and options, in any order. */
type Where = Context | readonly Context[] | VariantOptions;

/** A row may hold its hooks directly. */
type Row<Said> = Said & Hooks & Omit<Variant, "in">;

/** The rules that are about the fault, where it is met, and the fault. */
export const mutant = (fails: Rules, ...rest: [...Where[], Row<Pick<Mutant, "vice">>]): Mutant => {
  const { row, ...where } = partsOf(rest);
  const { vice, hooks, options: _options, ...own } = row;
  return { vice, fails: typeof fails === "string" ? [fails] : fails, ...where, ...hooksOf(hooks, own) };
};

/** Where it is met, the choice, and a stricter version of each rule that it is close to, by the id of the rule. */
export const nearMiss = (
  ...rest: [...Where[], Row<Pick<NearMiss, "choice" | "permittedBy" | "unsteady" | "knownFalse">> & Stricters]
): NearMiss => {
  const { row, ...where } = partsOf(rest);
  const { choice, permittedBy, unsteady, knownFalse, hooks, options: _options, ...others } = row;
  const isRule = ([name]: [string, unknown]): boolean => name.includes("-");
  const members = Object.entries(others);
  return {
    choice,
    permittedBy,
    ...where,
    ...hooksOf(hooks, Object.fromEntries(members.filter((member) => !isRule(member)))),
    closestTo: Object.fromEntries(members.filter(isRule)) as Record<string, Stricter>,
    ...(unsteady === undefined ? {} : { unsteady }),
    ...(knownFalse === undefined ? {} : { knownFalse }),
  };
};

/** The variant of another area with the same id, for the rules of this one. */
export const sameAs = <Part>(home: string, part: Part): Shared<Part> => ({ home, part });

const partsOf = <R extends { options?: VariantOptions }>(
  rest: readonly [...Where[], R],
): { row: R; in?: readonly Context[]; options?: VariantOptions } => {
  const row = rest[rest.length - 1] as R;
  const where = rest.slice(0, -1) as Where[];
  const contexts = where.flatMap((one) => (typeof one === "string" ? [one] : isList(one) ? one : []));
  const options = [...where.filter((one) => typeof one === "object" && !isList(one)), row.options ?? {}];
  const all: VariantOptions = Object.assign({}, ...options);
  return {
    row,
    ...(contexts.length === 0 ? {} : { in: contexts }),
    ...(Object.keys(all).length === 0 ? {} : { options: all }),
  };
};

const isList = (where: Where): where is readonly Context[] => Array.isArray(where);

const hooksOf = (hooks: Variant["hooks"], own: Hooks): Pick<Variant, "hooks"> => {
  if (typeof hooks === "function") return { hooks };
  const all = { ...hooks, ...own };
  return Object.keys(all).length === 0 ? {} : { hooks: all };
};
