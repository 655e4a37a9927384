import type { QuestionRef } from "../../protocol/question.ts";
import { answerItem, outcomeOf } from "./answer.ts";
import { recordsOf } from "./answers.ts";
import { type ExchangeRecord, type Fact, placeOf, placesOf, seen, type View } from "./fact.ts";
import { groupBy } from "./group-by.ts";
import { errorCodeOf } from "./record-members.ts";
import { unseen } from "./unseen.ts";

interface RepeatedFailures extends Pick<Fact, "name" | "doc"> {
  readonly questions: readonly QuestionRef[];
  readonly where: (record: ExchangeRecord, view: View) => boolean;
  /** What the thing that was asked for is called. */
  readonly label: (record: ExchangeRecord) => string | undefined;
  /** What the capture lacks if nothing was asked. */
  readonly missing: string;
}

/** Things the server lists that failed with one and the same code whenever they were asked for, at least twice. */
export const repeatedFailures = ({ where, label, missing, ...head }: RepeatedFailures): Fact => ({
  ...head,
  kind: "list",
  type: "code, times",
  derived: ["times"],
  read(view) {
    // What was not answered, or was turned away at the door, says nothing about the thing.
    const asked = recordsOf(view, this.questions, where).filter(
      (record) => where(record, view) && answerItem(record).open === undefined,
    );
    if (asked.length === 0) return unseen(view, this.questions, missing);
    const items = [...groupBy(asked, (record) => label(record) ?? "").values()].flatMap((records) => {
      const [first] = records;
      const code = errorCodeOf(first?.exchange.response);
      const alike = records.every(
        ({ exchange }) => outcomeOf(exchange) === "error" && errorCodeOf(exchange.response) === code,
      );
      if (first === undefined || code === undefined || records.length < 2 || !alike) return [];
      const place = placeOf(first, "/response/error");
      const value = { code, times: records.length };
      return [{ ...place, value, parts: { code: `${place.pointer}/code`, times: place.pointer }, name: label(first) }];
    });
    return seen(items, placesOf(asked, "/response"));
  },
});
