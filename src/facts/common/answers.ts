import type { Fact } from "../fact.ts";
import { seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { ANSWER_TYPE, type AnswerOptions, answerItem } from "./answer.ts";
import { type StepName, unseen } from "./gaps.ts";

interface Question extends AnswerOptions {
  readonly name: string;
  readonly doc: string;
  /** The plan's names for the question. */
  readonly steps: readonly StepName[];
  /** How it is recognised in captures that know no steps. */
  readonly where?: (seat: Seat, view: View) => boolean;
  /** A label for reports: the cursor sent, say. Comes from the server or from us. */
  readonly label?: (seat: Seat) => string | undefined;
}

/** The fact most rules rest on: how the server answered one question of the plan, each time it was asked. */
export const answersTo = ({ name, doc, steps, where, label, beforeAuth = false }: Question): Fact => ({
  name,
  doc,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const found = seatsOf(view, steps, where);
    if (found.length === 0) return unseen(view, steps, `a question of this kind (${name})`);
    return seen(found.map((seat) => answerItem(seat, view, label?.(seat), { beforeAuth })));
  },
});

/** The exchanges in which a question was asked, in the order of the capture. */
export const seatsOf = (
  view: View,
  steps: readonly StepName[],
  where?: (seat: Seat, view: View) => boolean,
): readonly Seat[] => {
  const { named, unnamed } = view.once(sortByStep);
  const found = new Set(where ? unnamed.filter((seat) => where(seat, view)) : []);
  const take = (seats: readonly Seat[] = []): void => {
    for (const seat of seats) found.add(seat);
  };
  for (const name of steps) {
    if (typeof name === "string") take(named.get(name));
    else for (const [step, seats] of named) if (name.test(step)) take(seats);
  }
  return [...found].sort((left, right) => left.index - right.index);
};

interface Sorted {
  readonly named: ReadonlyMap<string, readonly Seat[]>;
  readonly unnamed: readonly Seat[];
}

/** Hundreds of questions look for their exchanges: by name they find them at once. */
const sortByStep = (view: View): Sorted => {
  const named = new Map<string, Seat[]>();
  const unnamed: Seat[] = [];
  for (const seat of view.seats) {
    if (seat.step === undefined) unnamed.push(seat);
    else if (wasSent(seat)) {
      const before = named.get(seat.step);
      if (before) before.push(seat);
      else named.set(seat.step, [seat]);
    }
  }
  return { named, unnamed };
};

const wasSent = ({ exchange }: Seat): boolean => exchange.trouble?.kind !== "not-probed";
