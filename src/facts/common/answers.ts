import type { Fact } from "../fact.ts";
import { seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { ANSWER_TYPE, type AnswerOptions, answerItem } from "./answer.ts";
import { isStep, type StepName, unseen } from "./gaps.ts";

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

/** The exchanges in which a question was asked. */
export const seatsOf = (
  view: View,
  steps: readonly StepName[],
  where?: (seat: Seat, view: View) => boolean,
): readonly Seat[] =>
  view.seats.filter((seat) =>
    seat.step === undefined ? (where?.(seat, view) ?? false) : isStep(seat.step, steps) && wasSent(seat),
  );

const wasSent = ({ exchange }: Seat): boolean => exchange.trouble?.kind !== "not-probed";
