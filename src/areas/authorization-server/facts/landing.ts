import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { readStrictJson } from "../../../base/strict-json.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { headerValue } from "../../../capture/header-value.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { type QuestionName, stepName } from "../../../protocol/question.ts";
import { pageOf } from "./page.ts";

/**
 * Where an authorization request led a user agent without cookies of its own: back to the client, to a refusal, to a page of
 * the authorization server, or on to another one.
 */
export type Landing = { readonly record: ExchangeRecord; readonly asked: URL } & (
  | { readonly kind: "client"; readonly to: URL }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "page"; readonly shape: string }
  | { readonly kind: "elsewhere"; readonly to: URL; readonly shape: string }
  | { readonly kind: "unknown"; readonly why: string }
);

/** The exchanges of one attempt: the request itself and what it was redirected to, in order. */
export const attemptOf = (view: View, question: QuestionName, as = ""): readonly ExchangeRecord[] => {
  const name = stepName(question, as);
  const then = stepName(question, as === "" ? "then" : `${as}-then`);
  return view.records.filter(
    ({ step }) => step === name || (step?.startsWith(`${then}-`) === true && /^\d+$/.test(step.slice(then.length + 1))),
  );
};

export const landingOf = (attempt: readonly ExchangeRecord[]): Landing | undefined => {
  const [first] = attempt;
  const asked = first && addressOf(first.exchange);
  if (!first || !asked) return undefined;
  const client = asked.searchParams.get("redirect_uri");
  for (const record of attempt) {
    const to = redirectOf(record.exchange);
    if (to && client !== null && isBackAt(to, client)) return { record, asked, kind: "client", to };
  }
  const record = attempt.at(-1) ?? first;
  const { http, trouble } = record.exchange;
  if (trouble || http?.status === undefined)
    return { record, asked, kind: "unknown", why: trouble?.detail ?? "no answer" };
  const to = redirectOf(record.exchange);
  if (to) {
    const isAway = to.origin !== asked.origin;
    return isAway
      ? { record, asked, kind: "elsewhere", to, shape: `${http.status} ${shapeOf(to)}` }
      : { record, asked, kind: "unknown", why: "it redirects on and on" };
  }
  if (BUSY.has(http.status)) return { record, asked, kind: "unknown", why: `HTTP ${http.status}` };
  if (http.status >= 400) return { record, asked, kind: "refused", status: http.status };
  if (http.status >= 300 || oauthError(record.exchange) !== undefined)
    return { record, asked, kind: "refused", status: http.status };
  const at = addressOf(record.exchange) ?? asked;
  // A page at the very address that was asked has the parameters of the request, which differ on purpose.
  const where = at.pathname === asked.pathname ? "" : shapeOf(at);
  return { record, asked, kind: "page", shape: `${http.status} ${where} ${pageOf(record.exchange).shape}` };
};

/** The same page, whatever the names in it: ids in the path and the values of parameters differ from request to request. */
const shapeOf = ({ origin, pathname, searchParams }: URL): string =>
  `${origin}${pathname.replaceAll(/\/[^/]*\d[^/]*|\/[^/]{16,}/g, "/*")}?${[...new Set(searchParams.keys())].sort().join("&")}`;

/** Back at the redirect URI: with its own parameters, and whatever others. */
const isBackAt = (to: URL, redirectUri: string): boolean => {
  if (!URL.canParse(redirectUri)) return false;
  const client = new URL(redirectUri);
  const isThere = to.protocol === client.protocol && to.host === client.host && to.pathname === client.pathname;
  return isThere && [...client.searchParams].every(([name, value]) => to.searchParams.getAll(name).includes(value));
};

/** Too many requests, or out of service: no answer to what was asked. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

export const addressOf = ({ http }: Exchange): URL | undefined =>
  http?.url !== undefined && URL.canParse(http.url) ? new URL(http.url) : undefined;

const redirectOf = (exchange: Exchange): URL | undefined => {
  const status = exchange.http?.status ?? 0;
  const location = headerValue(exchange.http?.response_headers, "location");
  const base = addressOf(exchange)?.href;
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, base)) return undefined;
  return new URL(location, base);
};

/** The JSON object of a body, whatever the status. */
export const bodyObject = ({ http, response }: Exchange): JsonObject | undefined => {
  const value = response ?? (http?.body?.encoding === "utf8" ? jsonIn(http.body.data) : undefined);
  return isJsonObject(value) ? value : undefined;
};

const jsonIn = (text: string): Json | undefined => {
  const reading = readStrictJson(text, { depth: 32, values: 10_000 });
  return reading.ok ? reading.value : undefined;
};

export const oauthError = (exchange: Exchange): string | undefined => {
  const error = bodyObject(exchange)?.["error"];
  return typeof error === "string" ? error : undefined;
};

/** Where the document or error of an exchange stands. */
export const bodyPointer = ({ response }: Exchange): string => (response === undefined ? "/http/body" : "/response");
