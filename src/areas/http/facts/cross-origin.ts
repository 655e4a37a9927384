import { isLoopbackUrl } from "../../../base/loopback.ts";
import { headerObject, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { isSuccess, itemOf, requestHeader, statusOf } from "../../../judge/core/facts/http-records.ts";

const ASKED = ["foreign-origin", "foreign-origin:notification", "foreign-origin-post"] as const;

/** What a browser lets the page read: any page may, this one may, or neither. */
const grantOf = (record: ExchangeRecord, allowed: unknown): "any" | "this-origin" | "none" => {
  if (allowed === "*") return "any";
  return allowed !== undefined && allowed === requestHeader(record, "origin") ? "this-origin" : "none";
};

const hostOf = ({ capture: { target } }: View): "loopback" | "elsewhere" =>
  target?.kind === "http" && isLoopbackUrl(target.url) ? "loopback" : "elsewhere";

/** A wall and a rate limit stand before the question. */
const isJudged = (record: ExchangeRecord): boolean => ![undefined, 401, 429].includes(statusOf(record));

/** A refusal gives nothing away, whoever may read it; a JSON-RPC error is one, whatever its status. */
const isServed = (record: ExchangeRecord): boolean => isSuccess(record) && outcomeOf(record.exchange) !== "error";

export const crossOriginGrants = defineFact({
  name: "cross_origin_grants",
  doc: "Whether the browser of a web page elsewhere is told to let it read the answers (CORS), and whether it was served.",
  kind: "observations",
  type: "object: host (loopback or elsewhere), served (true or false), allows (any, this-origin or none), credentials (true or false)",
  derived: true,
  words: { any: "any web page may read the answers", "this-origin": "the origin that asked may read the answers" },
  questions: ASKED,
  among: (view) => recordsOf(view, ASKED).filter(isJudged),
  missing: "an answer to a request of a foreign web page",
  each: (record, view) => {
    const headers = headerObject(record.exchange.http?.response_headers ?? []);
    const allows = grantOf(record, headers["access-control-allow-origin"]);
    const credentials = headers["access-control-allow-credentials"] === "true";
    return itemOf(
      record,
      { host: hostOf(view), served: isServed(record), allows, credentials },
      { host: "", served: "/http/status", allows: "/http/response_headers", credentials: "/http/response_headers" },
    );
  },
});
