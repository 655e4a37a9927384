import { isJsonObject, type Json, member } from "../../model/json.ts";
import { addExhibit, type Exhibit, exhibit } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { counted } from "./quote.ts";

interface State {
  readonly looked: number;
  readonly wrong: number;
  readonly good: readonly Exhibit[];
  readonly bad: readonly Exhibit[];
}

/** A member `error` is an envelope whatever it holds, null too. */
export const errorsHaveShape: Invariant<State> = {
  id: "INV-006",
  category: "error-envelope",
  title: "every JSON-RPC error has an integer code and a string message",
  scope: "session",
  initial: { looked: 0, wrong: 0, good: [], bad: [] },
  step: (state, turn, digest) =>
    foldOver(turn.errors, state, (known, { error, at, order }) => {
      const show = (): Exhibit => exhibit(turn, at, error, digest, order);
      const place = { index: turn.index, order };
      return isEnvelope(error)
        ? { ...known, looked: known.looked + 1, good: addExhibit(known.good, place, show, 1) }
        : { ...known, looked: known.looked + 1, wrong: known.wrong + 1, bad: addExhibit(known.bad, place, show) };
    }),
  end: ({ looked, wrong, good, bad }) => {
    if (looked === 0) return notApplicable("no error was sent");
    if (wrong > 0)
      return failed(`${wrong} of ${counted(looked, "error")} without an integer code or a string message`, bad);
    return passed(`${counted(looked, "error")} looked at`, good);
  },
};

const isEnvelope = (error: Json): boolean =>
  isJsonObject(error) && Number.isInteger(member(error, "code")) && typeof member(error, "message") === "string";
