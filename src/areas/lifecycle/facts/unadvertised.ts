import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, seen } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { collect } from "../../../judge/core/messages.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { isOfEra } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** A method, the capability it belongs to, and where its result shows that something is there. */
const METHODS: Readonly<
  Record<string, { readonly capability: string; readonly list: (result: Json) => Json | undefined }>
> = {
  "tools/list": { capability: "tools", list: (result) => member(result, "tools") },
  "resources/list": { capability: "resources", list: (result) => member(result, "resources") },
  "prompts/list": { capability: "prompts", list: (result) => member(result, "prompts") },
  "completion/complete": {
    capability: "completions",
    list: (result) => valueAt(result, "completion", "values"),
  },
};

const ABSENT: readonly QuestionRef[] = [
  "tools/list-absent",
  "resources/list-absent",
  "prompts/list-absent",
  "complete-absent",
];

/** Where everything is advertised the list is empty, and the capabilities show it. */
export const unadvertised = defineFact({
  name: "unadvertised",
  doc: "How methods were answered whose capability the server does not advertise.",
  type: "object: asked (method), outcome (as of an answer), code, entries (how many things a result lists)",
  derived: ["outcome", "entries"],
  questions: ABSENT,
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return unseen(view, this.questions, "the server's capabilities");
    const offers = (capability: string): boolean =>
      advertised.items.some(({ value }) => member(value, capability) !== undefined);
    const items = collect(view.records, (record): readonly Item[] => {
      const known = METHODS[record.method ?? ""];
      // 2024-11-05 has completions without a capability for it.
      const isFree = known?.capability === "completions" && view.revision === "2024-11-05";
      if (!known || isFree || offers(known.capability) || !isOfEra(record, view)) return [];
      if (record.step !== undefined && !isAsked(record, ABSENT)) return [];
      return [answered(record, known.list(resultOf(record) ?? null))];
    });
    return seen(items, advertised.items);
  },
});

const answered = (record: ExchangeRecord, list: Json | undefined): Item => {
  const { exchange } = record;
  const outcome = outcomeOf(exchange);
  const value: JsonObject = { outcome, asked: record.method ?? "", entries: Array.isArray(list) ? list.length : 0 };
  const code = isJsonObject(exchange.response) ? member(exchange.response["error"], "code") : undefined;
  if (code !== undefined) value["code"] = code;
  const parts = { outcome: "", asked: "/request/method", entries: "/response/result", code: "/response/error/code" };
  const item: Item = { value, ...placeOf(record), name: record.method, parts };
  const { open } = answerItem(record);
  return open ? { ...item, open: { ...open, except: [] } } : item;
};
