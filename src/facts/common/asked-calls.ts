import { type Fact, seen } from "../fact.ts";
import { ANSWER_TYPE, answerItem } from "./answer.ts";
import { askedDuring, type QuestionMethod } from "./client-questions.ts";
import { inapplicable } from "./left-out.ts";
import { heardIn } from "./messages.ts";
import { unseen } from "./unseen.ts";

/** What became of the requests during which the server asked the client something of one kind. */
export const askedCalls = (head: Pick<Fact, "name" | "doc">, method: QuestionMethod): Fact => ({
  ...head,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: "anything",
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, `a message of the server's (${head.name})`);
    const records = askedDuring(view, method);
    if (records.length === 0) return inapplicable(`no request with ${method} was answered`, heard.slice(0, 1));
    return seen(records.map((record) => answerItem(record)));
  },
});
