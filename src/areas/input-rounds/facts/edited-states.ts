import { isJsonObject, member, valueAt } from "../../../base/json.ts";
import { answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placesOf, seen } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";

/** What the call came to where it succeeded. The state itself, repeated in a result, is no outcome, and neither is _meta. */
const success = (record: ExchangeRecord): string | undefined => {
  const result = resultOf(record);
  if (!isJsonObject(result) || member(result, "isError") === true) return undefined;
  if (member(result, "resultType") !== "complete") return undefined;
  const { _meta: _, ...rest } = result;
  const state = member(paramsOf(record), "requestState");
  const text = JSON.stringify(rest);
  return typeof state === "string" && state !== "" ? text.replaceAll(JSON.stringify(state).slice(1, -1), "") : text;
};

const isRefused = (record: ExchangeRecord): boolean => {
  const outcome = outcomeOf(record.exchange);
  return outcome === "error" || outcome === "refused" || (outcome === "result" && success(record) === undefined);
};

const itemOf = (record: ExchangeRecord, taken: "refused" | "other result"): Item => {
  const item = answerItem(record);
  const value = isJsonObject(item.value) ? item.value : {};
  return { ...item, value: { ...value, taken }, parts: { ...item.parts, taken: "/response" } };
};

const UNSTEADY = "the unchanged requestState did not lead to the same result each time";
const UNANSWERED = "no changed requestState was answered";
const WITHOUT_EFFECT = "no change of the requestState that was accepted changed the result";

export const editedRequestStates = defineFact({
  name: "edited_request_states",
  doc: "What came of retries whose requestState was changed, beside retries with the unchanged one that all led to the same result. A changed state that leads to that result, too, shows nothing and is left out.",
  type: "answer, and taken (refused: an error or the question again, other result: twice the same success that the unchanged state does not lead to)",
  derived: ["outcome", "taken"],
  questions: ["input:#-edited-state-#", "input:#-edited-state-#-again", "input:#-kept-state-#"],
  read(view) {
    const edited = recordsOf(view, ["input:#-edited-state-#"]);
    const kept = recordsOf(view, ["input:#-kept-state-#"]);
    if (kept.length === 0) {
      const calls = recordsOf(view, ["input:#"]);
      const couldBeAsked = recordsOf(view, ["input:#-round-#"]).some(
        ({ exchange }) => valueAt(exchange.request, "params", "requestState") !== undefined,
      );
      return calls.length === 0 || couldBeAsked
        ? unseen(view, this.questions, "a retry with a changed requestState")
        : inapplicable("no tool that was called gave a requestState", placesOf(calls.slice(0, 3), "/response"));
    }
    const [usual] = kept.map(success);
    if (usual === undefined || kept.length < 3 || kept.some((record) => success(record) !== usual))
      return inconclusive("prerequisite-missing", UNSTEADY, placesOf(kept.slice(0, 3)));
    const again = recordsOf(view, ["input:#-edited-state-#-again"]);
    const isSeenTwice = (record: ExchangeRecord): boolean =>
      again.some((other) => stateOf(other) === stateOf(record) && success(other) === success(record));
    const items = edited.flatMap((record) => {
      if (isRefused(record)) return [itemOf(record, "refused")];
      const other = success(record);
      return other !== undefined && other !== usual && isSeenTwice(record) ? [itemOf(record, "other result")] : [];
    });
    if (items.length > 0) return seen(items);
    return edited.some((record) => success(record) === usual)
      ? inapplicable(WITHOUT_EFFECT, placesOf(edited.slice(0, 3), "/response"))
      : inconclusive("prerequisite-missing", UNANSWERED, placesOf(edited.slice(0, 3)));
  },
});

const stateOf = (record: ExchangeRecord): unknown => member(paramsOf(record), "requestState");
