import { stringMember } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, placeOf, placesOf, seen } from "../../../judge/core/fact.ts";
import { isAboutOrigin } from "../../../judge/core/facts/posts.ts";
import { inapplicable, TRANSPORT } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";

/** Only 500: the statuses above it are mostly said by something in front of the server. */
export const faults = defineFact({
  name: "faults",
  doc: "Requests that were answered with HTTP 500 and no JSON-RPC message.",
  type: "object: asked (method), status",
  read(view) {
    if (view.transport === "stdio") return inapplicable("on stdio there is no status that says so", TRANSPORT);
    // Middleware that refuses an Origin often does so by an exception, which is no failure.
    const asked = [...view.records, ...view.cutShort].filter((record) => isRequest(record) && !isAboutOrigin(record));
    if (asked.length === 0) return unseen(view, this.questions, "a request over HTTP");
    const failed = asked.filter(({ exchange }) => exchange.http?.status === 500 && outcomeOf(exchange) === "refused");
    return seen(
      failed.map((record) => ({
        value: { asked: record.method ?? "", status: 500 },
        ...placeOf(record),
        name: record.method,
        parts: { asked: "/request/method", status: "/http/status" },
      })),
      placesOf(asked.slice(0, 1)),
    );
  },
});

const isRequest = ({ request, exchange }: ExchangeRecord): boolean =>
  exchange.http?.status !== undefined &&
  request?.["jsonrpc"] === "2.0" &&
  stringMember(request, "method") !== undefined &&
  request["id"] !== undefined;
