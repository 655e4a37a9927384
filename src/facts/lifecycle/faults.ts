import { stringMember } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { type Fact, seen } from "../fact.ts";
import { placeOf, type Seat } from "../view.ts";

/** Only 500: the statuses above it are mostly said by something in front of the server. */
export const faults: Fact = {
  name: "faults",
  doc: "Requests that were answered with HTTP 500 and no JSON-RPC message.",
  kind: "list",
  type: "object: asked (method), status",
  read(view) {
    if (view.transport === "stdio")
      return inapplicable("on stdio there is no status that says so", [{ exchange: null, pointer: "/transport" }]);
    const asked = view.seats.filter(isRequest);
    if (asked.length === 0) return unseen(view, [], "a request over HTTP");
    const failed = asked.filter(({ exchange }) => exchange.http?.status === 500 && outcomeOf(exchange) === "refused");
    return seen(
      failed.map((seat) => ({
        value: { asked: seat.method ?? "", status: 500 },
        ...placeOf(seat),
        name: seat.method,
        parts: { asked: "/request/method", status: "/http/status" },
      })),
      asked.slice(0, 1).map((seat) => placeOf(seat)),
    );
  },
};

const isRequest = ({ request, exchange }: Seat): boolean =>
  exchange.http?.status !== undefined &&
  request?.["jsonrpc"] === "2.0" &&
  stringMember(request, "method") !== undefined &&
  request["id"] !== undefined;
