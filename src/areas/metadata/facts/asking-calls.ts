import { isJsonObject, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { answerItem } from "../../../judge/core/answer.ts";
import { declaredBy, inputRequestsIn } from "../../../judge/core/client-questions.ts";
import { type ExchangeRecord, type Fact, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { isOfEra } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";

/** What is asked for: a tool, a prompt or a resource. */
const objectOf = ({ method, request }: ExchangeRecord): string | undefined => {
  const params = member(request, "params");
  const name = stringMember(params, "name") ?? stringMember(params, "uri");
  return method === undefined || name === undefined ? undefined : `${method} ${name}`;
};

const usualCalls = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => record.exchange.deliberate !== true && objectOf(record) !== undefined && isOfEra(record, view),
  );

/** Things that asked for input once, when everything was declared, called by a client that declares nothing. */
export const undeclaredCalls: Fact = {
  name: "undeclared_calls",
  doc: "The answers to calls by a client that declares nothing, of tools that ask a client that declares everything for input.",
  kind: "observations",
  type: "answer, and result_type",
  derived: ["outcome"],
  questions: ["call:#"],
  read(view) {
    const calls = usualCalls(view);
    const asking = new Set(calls.filter(asksForInput).map(objectOf));
    if (calls.length === 0) return unseen(view, this.questions, "a call of a tool");
    const found = calls.filter(
      (record) => asking.has(objectOf(record)) && declaresNothing(record) && isFirstRound(record),
    );
    if (found.length === 0)
      return inapplicable("nothing that was called asks the client for input", placesOf(calls.slice(0, 3)));
    return seen(
      found.map((record) => {
        const item = answerItem(record, stringMember(paramsOf(record), "name"));
        const type = member(resultOf(record), "resultType");
        const value: JsonObject = {
          ...(isJsonObject(item.value) ? item.value : {}),
          ...(type === undefined ? {} : { result_type: type }),
        };
        return { ...item, value, parts: { ...item.parts, result_type: "/response/result/resultType" } };
      }),
    );
  },
};

const asksForInput = (record: ExchangeRecord): boolean =>
  Object.keys(inputRequestsIn(record) ?? {}).length > 0 && !declaresNothing(record);

const declaresNothing = (record: ExchangeRecord): boolean => Object.keys(declaredBy(record) ?? {}).length === 0;

const isFirstRound = ({ request }: ExchangeRecord): boolean =>
  valueAt(request, "params", "inputResponses") === undefined;
