import type { AskedPart } from "../capture/capture.ts";
import { readSelectors } from "../judge/corpus/rule-selectors.ts";
import { embeddedTexts } from "../judge/corpus-files/embedded.ts";
import { planPart } from "../judge/session/rule-choice.ts";
import type { PlanPart } from "../probe/run-context.ts";

/** How much is asked and judged. A part has no grade and no tier; its result says `partial`. */
export interface PartOptions {
  /** One polite conversation, with nothing that is wrong on purpose. */
  readonly quick?: boolean;
  /** Only what decides these: rule ids, the first part of ids (`TOOL`) or sections (`tools`). */
  readonly only?: readonly string[];
  /** Everything but these. */
  readonly skip?: readonly string[];
}

/** Throws TypeError with one line over a word that names no rule. Undefined: everything. */
export const toAsked = ({ quick, only, skip }: PartOptions): AskedPart | undefined =>
  quick || only || skip
    ? {
        ...(quick ? { quick: true as const } : {}),
        ...(only ? { only: read("only", only) } : {}),
        ...(skip ? { skip: read("skip", skip) } : {}),
      }
    : undefined;

export const toPart = (options: PartOptions): { readonly part?: PlanPart } => {
  const asked = toAsked(options);
  return asked ? { part: planPart(asked) } : {};
};

const read = (name: string, typed: readonly string[]): readonly string[] => {
  const found = readSelectors(typed, embeddedTexts());
  if ("problem" in found) throw new TypeError(`${name}: ${found.problem}`);
  return found.words;
};
