import type {
  DigestOf,
  Evidence,
  InvariantCategory,
  InvariantId,
  InvariantState,
  SessionHead,
} from "../../model/invariants.ts";
import type { Turn } from "./turn.ts";

/** What an invariant says about what it has seen. */
export interface Finding {
  readonly state: InvariantState;
  readonly detail: string;
  readonly evidence: readonly Evidence[];
}

/**
 * A property of a session as a fold over its turns. `step` sees each turn once and keeps little; `end` decides. The
 * result does not depend on the order of the turns: a recording completes its exchanges in another order than it
 * begins them.
 */
export interface Invariant<State> {
  readonly id: InvariantId;
  readonly category: InvariantCategory;
  readonly title: string;
  /**
   * `conversation`: folded over each conversation by itself, without what the client did wrong on purpose.
   * `regular`: the same over all conversations together.
   * `session`: folded over every error that was said, also in answer to that.
   */
  readonly scope: "conversation" | "regular" | "session";
  readonly initial: State;
  readonly step: (state: State, turn: Turn, digest: DigestOf) => State;
  readonly end: (state: State, head: SessionHead, digest: DigestOf) => Finding;
}

export const passed = (detail: string, evidence: readonly Evidence[]): Finding => ({ state: "pass", detail, evidence });
export const failed = (detail: string, evidence: readonly Evidence[]): Finding => ({ state: "fail", detail, evidence });
export const notApplicable = (detail: string): Finding => ({ state: "not-applicable", detail, evidence: [] });

/** Every turn is looked at by every invariant, most of them to find nothing: a loop, and the same state comes back. */
export const foldOver = <Item, State>(
  items: readonly Item[],
  initial: State,
  step: (state: State, item: Item, index: number) => State,
): State => {
  let state = initial;
  for (let index = 0; index < items.length; index++) state = step(state, items[index] as Item, index);
  return state;
};
