import { isJsonObject, type JsonObject, member, stringMember } from "../../model/json.ts";
import { answerItem } from "../common/answer.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { isOfEra } from "../common/modern.ts";
import { type Fact, seen } from "../fact.ts";
import { declaredBy, inputRequestsIn } from "../lifecycle/server-requests.ts";
import { placeOf, type Seat, type View } from "../view.ts";

/** What is asked for: a tool, a prompt or a resource. */
const objectOf = ({ method, request }: Seat): string | undefined => {
  const params = member(request, "params");
  const name = stringMember(params, "name") ?? stringMember(params, "uri");
  return method === undefined || name === undefined ? undefined : `${method} ${name}`;
};

const usualCalls = (view: View): readonly Seat[] =>
  view.seats.filter((seat) => seat.exchange.deliberate !== true && objectOf(seat) !== undefined && isOfEra(seat, view));

/** Things that asked for input once, when everything was declared, called by a client that declares nothing. */
export const undeclaredCalls: Fact = {
  name: "undeclared_calls",
  doc: "The answers to calls by a client that declares nothing, of tools that ask a client that declares everything for input.",
  kind: "observations",
  type: "answer, and result_type",
  derived: ["outcome"],
  read(view) {
    const calls = usualCalls(view);
    const asking = new Set(calls.filter(asksForInput).map(objectOf));
    if (calls.length === 0) return unseen(view, [/^call-\d+$/], "a call of a tool");
    const found = calls.filter((seat) => asking.has(objectOf(seat)) && declaresNothing(seat) && isFirstRound(seat));
    if (found.length === 0)
      return inapplicable(
        "nothing that was called asks the client for input",
        calls.slice(0, 3).map((seat) => placeOf(seat)),
      );
    return seen(
      found.map((seat) => {
        const item = answerItem(seat, view, stringMember(member(seat.request, "params"), "name"));
        const type = member(member(seat.exchange.response, "result"), "resultType");
        const value: JsonObject = {
          ...(isJsonObject(item.value) ? item.value : {}),
          ...(type === undefined ? {} : { result_type: type }),
        };
        return { ...item, value, parts: { ...item.parts, result_type: "/response/result/resultType" } };
      }),
    );
  },
};

const asksForInput = (seat: Seat): boolean =>
  Object.keys(inputRequestsIn(seat) ?? {}).length > 0 && !declaresNothing(seat);

const declaresNothing = (seat: Seat): boolean => Object.keys(declaredBy(seat) ?? {}).length === 0;

const isFirstRound = ({ request }: Seat): boolean => member(member(request, "params"), "inputResponses") === undefined;
