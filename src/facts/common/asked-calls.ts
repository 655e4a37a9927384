import { type Fact, seen } from "../fact.ts";
import { ANSWER_TYPE, answerItem } from "./answer.ts";
import { askedDuring, type QuestionMethod } from "./client-questions.ts";
import { inapplicable, unseen } from "./gaps.ts";
import { heardIn } from "./messages.ts";

/** What became of the requests during which the server asked the client something of one kind. */
export const askedCalls = (head: Pick<Fact, "name" | "doc">, method: QuestionMethod): Fact => ({
  ...head,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], `a message of the server's (${head.name})`);
    const seats = askedDuring(view, method);
    if (seats.length === 0) return inapplicable(`no request with ${method} was answered`, heard.slice(0, 1));
    return seen(seats.map((seat) => answerItem(seat, view)));
  },
});
