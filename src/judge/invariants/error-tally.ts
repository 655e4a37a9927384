import { counted } from "../../base/counted.ts";
import { addEvidence, type PlacedEvidence } from "./evidence.ts";
import { failed, type InvariantFinding, notApplicable, passed } from "./invariant.ts";
import type { ErrorSeen, Turn } from "./turn.ts";

/** The errors that an invariant looked at. */
export interface ErrorTally {
  readonly looked: number;
  readonly wrong: number;
  readonly good: readonly PlacedEvidence[];
  readonly bad: readonly PlacedEvidence[];
}

export const NO_ERRORS: ErrorTally = { looked: 0, wrong: 0, good: [], bad: [] };

/** One example of a right error is enough; of the wrong ones, the first are kept. */
export const tallyError = (
  { looked, wrong, good, bad }: ErrorTally,
  { index }: Turn,
  { order }: ErrorSeen,
  isRight: boolean,
  show: () => PlacedEvidence,
): ErrorTally => ({
  looked: looked + 1,
  wrong: isRight ? wrong : wrong + 1,
  good: isRight ? addEvidence(good, { index, order }, show, 1) : good,
  bad: isRight ? bad : addEvidence(bad, { index, order }, show),
});

/** Any wrong error fails the invariant; `lacking` says what the wrong ones are without. */
export const concludeErrors =
  (noun: string, lacking: string) =>
  ({ looked, wrong, good, bad }: ErrorTally): InvariantFinding => {
    if (looked === 0) return notApplicable(`no ${noun} was sent`);
    if (wrong > 0) return failed(`${wrong} of ${counted(looked, noun)} without ${lacking}`, bad);
    return passed(`${counted(looked, noun)} looked at`, good);
  };
