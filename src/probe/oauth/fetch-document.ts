import type { Header } from "../../base/header.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { headerValues } from "../../wire/http/http-call.ts";
import { addressProblem } from "./addresses.ts";
import type { AuthAnswer, AuthHttp } from "./auth-http.ts";
import { type DiscoveryFailure, failed, fromTrouble } from "./failure.ts";

const PUBLIC_HEADERS: readonly Header[] = [
  ["Accept", "application/json"],
  ["Accept-Encoding", "identity"],
];

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type DocumentAnswer =
  | { readonly ok: true; readonly document: JsonObject; readonly answer: AuthAnswer }
  | { readonly ok: false; readonly failure: DiscoveryFailure };

/**
 * A public JSON document, without credentials. Redirects are followed within the origin only, a few, each an exchange of its own: a
 * server must not choose which host we turn to next.
 */
export const fetchDocument = async (http: AuthHttp, step: string, url: URL): Promise<DocumentAnswer> => {
  let next = url;
  for (let redirects = 0; ; redirects += 1) {
    const problem = await addressProblem(http, next);
    if (problem) return { ok: false, failure: problem };
    const answer = await http.send({ step, method: "GET", url: next, headers: PUBLIC_HEADERS });
    if (!isRedirect(answer)) return read(answer);
    const refused = (why: string): DocumentAnswer => ({ ok: false, failure: failed("redirected", why, answer) });
    if (redirects === MAX_REDIRECTS) return refused(`${url.href} redirects more than ${MAX_REDIRECTS} times`);
    const [location = ""] = headerValues(answer.headers, "location");
    if (!URL.canParse(location, next.href)) return refused(`${next.href} redirects to no address`);
    const target = new URL(location, next);
    if (target.origin !== next.origin)
      return refused(`${next.href} redirects to another origin, ${target.origin}, which is not followed`);
    next = target;
  }
};

const isRedirect = ({ status }: AuthAnswer): boolean => status !== undefined && REDIRECTS.has(status);

const read = (answer: AuthAnswer): DocumentAnswer => {
  const { trouble, status, json, url } = answer;
  if (status !== undefined && status !== 200)
    return { ok: false, failure: failed("not-found", `${url.href} answered ${status}`, answer) };
  if (trouble && trouble.kind !== "not-json") return { ok: false, failure: fromTrouble(trouble, answer) };
  if (!isJsonObject(json))
    return { ok: false, failure: failed("not-json", `${url.href} did not answer with a JSON object`, answer) };
  return { ok: true, document: json, answer };
};
