import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Item, seen } from "../../../judge/core/fact.ts";
import { judgedValue } from "../../../judge/core/facts/structured-content.ts";
import { heardIn } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";

export const sampledResults = defineFact({
  name: "sampled_results",
  doc: "The structuredContent of each tool_result in a sampling request whose tool has an outputSchema there, held against that schema.",
  type: "state (fits, differs), errors",
  derived: true,
  questions: "anything",
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0 || view.schemas === undefined)
      return unseen(view, this.questions, "a message of the server's (sampled_results)");
    const { pairs, evaluations } = view.schemas;
    const mine = new Set<Item["exchange"]>([...view.records.map(({ id }) => id), null]);
    const items = pairs.flatMap(({ role, exchange, pointer, evaluation, tool }): Item[] =>
      role === "sampled-result" && mine.has(exchange)
        ? [{ exchange, pointer, name: tool, ...judgedValue(evaluations[evaluation]), parts: { state: pointer } }]
        : [],
    );
    return seen(items, heard.slice(0, 1));
  },
});
