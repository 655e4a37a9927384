import { greatest } from "../../../base/extremes.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { isGet, itemOf, statusOf } from "../../../judge/core/facts/http-records.ts";
import { inapplicable, TRANSPORT } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";

/** Over HTTP+SSE a client is refused when it asks for its stream. */
const isOpening = (record: ExchangeRecord): boolean =>
  isAsked(record, ["second-client"]) || (isGet(record) && isAsked(record, ["open-stream"]));

/** A wall and a rate limit have nothing to do with how many clients there are. */
const isWalledOff = (record: ExchangeRecord): boolean => [401, 403, 407, 429].includes(statusOf(record) ?? 0);

const startOf = ({ exchange }: ExchangeRecord): number => exchange.timing?.start_ms ?? 0;

/** What was refused and asked again; an answer that came later shows that the server was there. */
const refusedIn = (view: View): readonly ExchangeRecord[] => {
  const lastServed = greatest([0, ...view.records.map(({ exchange }) => exchange.timing?.response_ms ?? 0)]);
  return view.cutShort
    .filter((record) => isOpening(record) && !isWalledOff(record) && startOf(record) < lastServed)
    .filter(({ exchange }) => outcomeOf(exchange) === "error" || (exchange.http?.status ?? 0) >= 400);
};

/** Whether the server had no room for a second client beside the first. */
export const hasRoomForOne = (view: View): boolean => refusedIn(view).length > 0;

export const furtherClients = defineFact({
  name: "further_clients",
  doc: "What a second client met that came while the first was connected.",
  type: "object: met (served or refused), status",
  derived: ["met"],
  questions: ["second-client"],
  read(view) {
    if (view.transport === "stdio") return inapplicable("on stdio a process has one client", TRANSPORT);
    // Once refused, it comes again when the first has left; that it is served then is not the question.
    const [refused] = refusedIn(view);
    const met = refused
      ? [refused]
      : view.records.filter((record) => isAsked(record, ["second-client"]) && !isWalledOff(record));
    if (met.length === 0) return unseen(view, this.questions, "a second client");
    const items = met.map((record) =>
      itemOf(
        record,
        {
          met: refused || outcomeOf(record.exchange) !== "result" ? "refused" : "served",
          status: statusOf(record) ?? 0,
        },
        { met: "", status: "/http/status" },
      ),
    );
    return seen(items, placesOf(met));
  },
});
