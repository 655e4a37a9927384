import { isJsonObject, member, stringMember } from "../../model/json.ts";
import { isDefined, saysNotFound } from "./defined-methods.ts";
import { addExhibit, type Exhibit, exhibit } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { counted } from "./quote.ts";
import type { ErrorSeen, Turn } from "./turn.ts";

interface State {
  readonly looked: number;
  readonly wrong: number;
  readonly good: readonly Exhibit[];
  readonly bad: readonly Exhibit[];
}

const METHOD_NOT_FOUND = -32601;

/** An error that is no object is INV-006's business. */
export const notFoundHasItsCode: Invariant<State> = {
  id: "INV-007",
  category: "error-envelope",
  title: "a method-not-found error has the code -32601",
  scope: "session",
  initial: { looked: 0, wrong: 0, good: [], bad: [] },
  step: (state, turn, digest) =>
    foldOver(turn.errors, state, (known, seen) => {
      if (!isNotFound(seen, turn)) return known;
      const { error, at, order } = seen;
      const code = member(error, "code");
      const looked = known.looked + 1;
      const place = { index: turn.index, order };
      const show = (): Exhibit =>
        code === undefined ? exhibit(turn, at, error, digest, order) : exhibit(turn, `${at}/code`, code, digest, order);
      return code === METHOD_NOT_FOUND
        ? { ...known, looked, good: addExhibit(known.good, place, show, 1) }
        : { ...known, looked, wrong: known.wrong + 1, bad: addExhibit(known.bad, place, show) };
    }),
  end: ({ looked, wrong, good, bad }) => {
    if (looked === 0) return notApplicable("no method-not-found error was sent");
    if (wrong > 0)
      return failed(`${wrong} of ${counted(looked, "method-not-found error")} without code ${METHOD_NOT_FOUND}`, bad);
    return passed(`${counted(looked, "method-not-found error")} looked at`, good);
  },
};

/** Turned away before anybody looked at the method. */
const AT_THE_DOOR: ReadonlySet<number> = new Set([401, 403, 407, 429, 503]);

const isNotFound = ({ error, method }: ErrorSeen, { status }: Turn): boolean => {
  if (!isJsonObject(error)) return false;
  if (member(error, "code") === METHOD_NOT_FOUND) return true;
  if (saysNotFound(stringMember(error, "message") ?? "")) return true;
  return method !== undefined && !isDefined(method) && !AT_THE_DOOR.has(status ?? 0);
};
