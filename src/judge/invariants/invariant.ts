import type { DigestOf } from "../../base/digest.ts";
import type { SessionHead } from "../../capture/session-sink.ts";
import type { Evidence, InvariantState, InvariantVerdict } from "../invariants.ts";
import type { Turn } from "./turn.ts";

/** What an invariant concludes. */
export type InvariantFinding = Pick<InvariantVerdict, "state" | "detail" | "evidence">;

/**
 * A property of a session, as a fold over its turns. `step` sees each turn once and keeps little; `end` decides. The
 * result must not depend on the order of the turns: a recording does not complete its exchanges in the order it began
 * them.
 */
export interface Invariant<State> extends Pick<InvariantVerdict, "id" | "category" | "title"> {
  /**
   * `conversation`: folded over each conversation separately, without what the client did wrong on purpose.
   * `regular`: the same over all conversations together.
   * `session`: folded over every error, including answers to what was wrong on purpose.
   */
  readonly scope: "conversation" | "regular" | "session";
  readonly initial: State;
  readonly step: (state: State, turn: Turn, digest: DigestOf) => State;
  readonly end: (state: State, head: SessionHead, digest: DigestOf) => InvariantFinding;
}

const finding =
  (state: InvariantState) =>
  (detail: string, evidence: readonly Evidence[]): InvariantFinding => ({ state, detail, evidence });

export const passed = finding("pass");
export const failed = finding("fail");
export const notApplicable = (detail: string): InvariantFinding => ({ state: "not-applicable", detail, evidence: [] });

/** Every invariant sees every turn and mostly finds nothing, so this is a plain loop that allocates nothing. */
export const foldOver = <Item, State>(
  items: readonly Item[],
  initial: State,
  step: (state: State, item: Item, index: number) => State,
): State => {
  let state = initial;
  for (let index = 0; index < items.length; index++) state = step(state, items[index] as Item, index);
  return state;
};
