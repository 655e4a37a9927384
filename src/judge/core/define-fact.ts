import type { Place } from "../../capture/capture.ts";
import { recordsOf } from "./answers.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, type Reading, seen, type View } from "./fact.ts";
import { collect } from "./messages.ts";
import { unseen } from "./unseen.ts";

/** Most facts are lists, and many look at any message. */
type Head = Omit<Fact, "kind" | "questions" | "read"> & Partial<Pick<Fact, "kind" | "questions">>;

/** A reading that goes through things of one kind, and is unseen where there are none. */
interface Search<T> {
  /** What to go through; by default the exchanges in which the questions were asked. */
  readonly among?: (view: View) => readonly T[];
  /** What the capture does not show if there is nothing to go through. */
  readonly missing: string;
  readonly each: (one: T, view: View) => Item | readonly Item[] | undefined;
  /** Items that say the same are reported once. */
  readonly distinct?: true;
  /** Where one can see that nothing else was found; by default the items. */
  readonly looked?: (found: readonly T[]) => readonly Place[];
}

interface Written {
  read(view: View): Reading;
}

/** What has to be written of a fact. */
export type FactSource<T = ExchangeRecord> = Head & (Search<T> | Written) & ThisType<Fact>;

export const defineFact = <T = ExchangeRecord>(source: FactSource<T>): Fact => {
  if ("read" in source) return { kind: "list", questions: "anything", ...source };
  const { among, missing, each, distinct: once, looked, ...head } = source;
  return {
    kind: "list",
    questions: "anything",
    ...head,
    read(view) {
      // Without `among`, T is what its default says.
      const found = among?.(view) ?? (recordsOf(view, this.questions) as readonly unknown[] as readonly T[]);
      if (found.length === 0) return unseen(view, this.questions, missing);
      const items = collect(found, (one) => each(one, view));
      return seen(once ? distinct(items) : items, looked?.(found));
    },
  };
};
