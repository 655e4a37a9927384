import { isJsonObject, member, valueAt } from "../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "./answer.ts";
import { askedDuring, type QuestionMethod, questionsOf, type ServerQuestion } from "./client-questions.ts";
import { type ExchangeRecord, type Fact, type Item, seen } from "./fact.ts";
import { inapplicable } from "./left-out.ts";
import { heardIn } from "./messages.ts";
import { unseen } from "./unseen.ts";

/**
 * What became of the requests during which the server asked the client something of one kind. `mayBlock` tells a question
 * that the client alone cannot settle: the server may wait for as long as that takes.
 */
export const askedCalls = (
  head: Pick<Fact, "name" | "doc">,
  method: QuestionMethod,
  mayBlock: (question: ServerQuestion) => boolean,
): Fact => ({
  ...head,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: "anything",
  read(view) {
    const isBlocked = (record: ExchangeRecord): boolean =>
      outcomeOf(record.exchange) === "silence" && !isRefused(record) && questionsOf(record, view).some(mayBlock);
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, `a message of the server's (${head.name})`);
    const records = askedDuring(view, method);
    if (records.length === 0) return inapplicable(`no request with ${method} was answered`, heard.slice(0, 1));
    return seen(
      records.map((record) => (isBlocked(record) ? { ...answerItem(record), open: BLOCKED } : answerItem(record))),
    );
  },
});

/** Where the client said no to everything there is nothing to wait for. In the stateful era that stands elsewhere. */
const isRefused = ({ request }: ExchangeRecord): boolean => {
  const responses = valueAt(request, "params", "inputResponses");
  const actions = isJsonObject(responses) ? Object.values(responses).map((response) => member(response, "action")) : [];
  return actions.length > 0 && actions.every((action) => action === "decline" || action === "cancel");
};

const BLOCKED: Item["open"] & object = {
  reason: "prerequisite-missing",
  detail: "the server may wait until the user has done something that no probe does",
  except: ["asked", "trouble"],
};
