import { isErrorObject } from "../is-error-object.ts";
import { concludeErrors, type ErrorTally, NO_ERRORS, tallyError } from "./error-tally.ts";
import { placedEvidence } from "./evidence.ts";
import { foldOver, type Invariant } from "./invariant.ts";

/** Whatever `error` contains, even null, is checked. */
export const errorsHaveShape: Invariant<ErrorTally> = {
  id: "INV-006",
  category: "error-envelope",
  title: "every JSON-RPC error has an integer code and a string message",
  scope: "session",
  initial: NO_ERRORS,
  step: (state, turn, digest) =>
    foldOver(turn.errors, state, (known, seen) => {
      const { error, at, order } = seen;
      return tallyError(known, turn, seen, isErrorObject(error), () => placedEvidence(turn, at, error, digest, order));
    }),
  end: concludeErrors("error", "an integer code or a string message"),
};
