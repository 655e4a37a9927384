import { member } from "../../base/json.ts";
import { headerValue } from "../../capture/header-value.ts";
import type { QuestionRef } from "../../protocol/question.ts";
import { headerObject, outcomeOf } from "./answer.ts";
import { recordsOf } from "./answers.ts";
import { type Fetched, fetchedDocuments } from "./authorization-documents.ts";
import { type Challenge, readChallenges } from "./challenge.ts";
import { type ExchangeRecord, placeOf, placesOf, type Reading, type Unseen, type View } from "./fact.ts";
import { inapplicable, inconclusive } from "./left-out.ts";
import { unseen } from "./unseen.ts";

/** The plain request without credentials, asked more than once. */
export const ANONYMOUS: readonly QuestionRef[] = ["no-token:#"];

export const challengesOf = ({ exchange }: ExchangeRecord): readonly Challenge[] => {
  const headers = exchange.http?.response_headers;
  // Most answers have none, and that is told without putting their headers together.
  if (headers === undefined || headerValue(headers, "www-authenticate") === undefined) return [];
  const header = headerObject(headers)["www-authenticate"];
  return typeof header === "string" ? readChallenges(header) : [];
};

export const bearerOf = (record: ExchangeRecord): Challenge | undefined =>
  challengesOf(record).find(({ scheme }) => scheme === "bearer");

/** The address that a challenge gives for the resource metadata; any scheme may (RFC 9728, 5.1). */
export const metadataNamedIn = (record: ExchangeRecord): string | undefined =>
  challengesOf(record).flatMap(({ parameters }) => parameters["resource_metadata"] ?? [])[0];

/** What stands between a client without credentials and the server, as far as it showed. */
type Protection =
  | { readonly kind: "closed"; readonly records: readonly ExchangeRecord[]; readonly signs: readonly ExchangeRecord[] }
  | { readonly kind: "none"; readonly reading: Unseen };

export const protectionIn = (view: View): Protection => view.once(findProtection);

const findProtection = (view: View): Protection => {
  const records = recordsOf(view, ANONYMOUS);
  const open = records.find(isServed) ?? servedUnasked(view, records);
  if (open) return { kind: "none", reading: inapplicable("the server asks for no credentials", [placeOf(open)]) };
  if (records.length === 0) return { kind: "none", reading: unseen(view, ANONYMOUS, "a request without credentials") };
  if (!records.some((record) => asksForCredentials(record, view)))
    return {
      kind: "none",
      reading: inconclusive(
        "auth-required",
        "the server refuses the request and does not say that it is for want of credentials",
        placesOf(records),
      ),
    };
  return { kind: "closed", records, signs: signsIn(view, records) };
};

/** Nobody was asked for credentials, because none were given and everything was served. */
const servedUnasked = ({ capture, records }: View, asked: readonly ExchangeRecord[]): ExchangeRecord | undefined => {
  if (asked.length > 0 || capture.target?.kind !== "http" || capture.target.header_names.length > 0) return undefined;
  return records.find(({ exchange }) => exchange.step !== undefined && outcomeOf(exchange) === "result");
};

/** A 401 says so; so does a challenge; so does a refusal where the same request is served with the user's credentials. */
const asksForCredentials = (record: ExchangeRecord, { capture }: View): boolean => {
  const { status } = record.exchange.http ?? {};
  if (status === 401 || challengesOf(record).length > 0) return true;
  const keyed = capture.target?.kind === "http" && capture.target.header_names.length > 0;
  return keyed && capture.outcome === "complete" && status !== undefined && status >= 300 && status < 500;
};

/**
 * Signs that the server means OAuth, as the authorization pages do, and not a scheme of its own, which is allowed. The
 * word Bearer is none: a token that was agreed on by other means is sent under the same name.
 */
const signsIn = (view: View, records: readonly ExchangeRecord[]): readonly ExchangeRecord[] => [
  ...records.filter((record) => metadataNamedIn(record) !== undefined),
  ...fetchedDocuments(view)
    .filter((fetched) => isSign(fetched, records))
    .map(({ record }) => record),
  // Asked in 2025-03-26 alone, which has authorization servers without metadata; a page for every path is no sign.
  ...(hasOtherScheme(records)
    ? []
    : recordsOf(view, ["default-endpoint:authorize", "default-endpoint:token"]).filter(isOauthError)),
];

/**
 * Metadata at the path of the endpoint is about the endpoint. What lies at the root of an origin may be there for its
 * other users: that counts only where no other scheme is asked for, and a login with OpenID Connect never does.
 */
const isSign = ({ document, step, route }: Fetched, records: readonly ExchangeRecord[]): boolean => {
  if (!SIGNS.some((name) => member(document, name) !== undefined)) return false;
  if (step === "resource-metadata" && route !== "root") return true;
  return !route.startsWith("openid") && !hasOtherScheme(records);
};

/** Challenges, and none of them Bearer. */
const hasOtherScheme = (records: readonly ExchangeRecord[]): boolean =>
  records.some((record) => challengesOf(record).length > 0) &&
  !records.some((record) => bearerOf(record) !== undefined);

const isOauthError = ({ exchange: { http, response } }: ExchangeRecord): boolean =>
  typeof member(response, "error") === "string" || /"error" ?: ?"/.test(http?.body?.data ?? "");

/** As which kind of protection a wall presents itself. */
export const schemeOf = (view: View): "oauth" | "bearer" | "other" | undefined => {
  const protection = protectionIn(view);
  if (protection.kind === "none") return undefined;
  if (protection.signs.length > 0) return "oauth";
  return protection.records.some((record) => bearerOf(record) !== undefined) ? "bearer" : "other";
};

const SIGNS = ["authorization_servers", "resource", "authorization_endpoint", "token_endpoint"];

/** With a refusal a result is a leak, not service. */
export const isServed = ({ exchange }: ExchangeRecord): boolean =>
  outcomeOf(exchange) === "result" && (exchange.http?.status ?? 200) < 300;

/** Reads on where the server protects its endpoint; elsewhere says why there is nothing to read. */
export const ifProtected = (
  view: View,
  read: (records: readonly ExchangeRecord[]) => Reading,
  { anyScheme = false }: { readonly anyScheme?: boolean } = {},
): Reading => {
  const protection = protectionIn(view);
  if (protection.kind === "none") return protection.reading;
  if (!anyScheme && protection.signs.length === 0)
    return inapplicable(
      "the server asks for credentials in a way of its own: no challenge with resource_metadata, no OAuth metadata",
      placesOf(protection.records),
    );
  return read(protection.records);
};
