import { ANSWER_TYPE, answerItem } from "../../../judge/core/answer.ts";
import { phraseOf, recordsOf } from "../../../judge/core/answers.ts";
import { type ExchangeRecord, type Fact, type Item, seen, type View } from "../../../judge/core/fact.ts";
import { ifProtected } from "../../../judge/core/protection.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** An answer that may be a refusal for want of credentials. Silence says nothing at all here. */
export const answer = (record: ExchangeRecord): Item => {
  const item = answerItem(record, undefined, { beforeAuth: true });
  return item.open ? { ...item, open: { ...item.open, except: [] } } : item;
};

export interface ProtectedQuestion {
  readonly name: string;
  readonly doc: string;
  readonly questions: readonly QuestionRef[];
  /** Also where the server has a scheme of its own. */
  readonly anyScheme?: boolean;
  /** Which of the exchanges count; by default all. */
  readonly among?: (view: View) => readonly ExchangeRecord[];
  readonly words?: NonNullable<Fact["words"]>;
}

export const answersIfProtected = ({ anyScheme = false, among, ...head }: ProtectedQuestion): Fact => ({
  ...head,
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read: (view) =>
    ifProtected(
      view,
      () => {
        const found = among?.(view) ?? recordsOf(view, head.questions);
        return found.length === 0
          ? unseen(view, head.questions, phraseOf(head.doc))
          : seen(found.map((record) => answer(record)));
      },
      { anyScheme },
    ),
});
