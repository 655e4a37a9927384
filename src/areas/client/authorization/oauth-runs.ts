import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../base/json.ts";
import { type ExchangeRecord, placeOf, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { headerValue } from "../../../judge/core/header-value.ts";
import type { Place } from "../../../judge/core/verdict.ts";
import { recordsIn } from "../../../judge/core/view.ts";
import { type ClientSession, clientSessions } from "../client-sessions.ts";

export type OAuthKind = "resource-metadata" | "server-metadata" | "registration" | "authorization" | "token" | "other";

/** A request that is said to somebody beside the MCP endpoint. */
export interface OAuthRequest extends Place {
  readonly record: ExchangeRecord;
  readonly kind: OAuthKind;
  readonly url: URL;
  /** Of the query, or of the form. */
  readonly params: URLSearchParams;
  /** What was posted as JSON. */
  readonly posted: JsonObject | undefined;
  readonly status: number;
  /** The JSON that was answered, without what gives access. */
  readonly answer: JsonObject | undefined;
  readonly seq: number;
  readonly name: string;
}

/** A request to the MCP endpoint. */
export interface EndpointRequest extends Place {
  readonly record: ExchangeRecord;
  readonly status: number;
  readonly seq: number;
  readonly method: string;
  readonly name: string;
  /** The scheme and the tag of the credential. */
  readonly credential: { readonly scheme: string; readonly tag: string } | undefined;
  readonly challenges: readonly string[];
}

/** Everything that happened in one scenario, or in one recording, that signing in is made of. */
export interface OAuthRun extends Place {
  readonly scenario: string | undefined;
  /** The address of the MCP server, as the client knows it. */
  readonly endpoint: string;
  readonly asked: readonly OAuthRequest[];
  readonly atEndpoint: readonly EndpointRequest[];
  /** The client came to its end, or fell silent: only then is what it did not do something that it left out. */
  readonly isOver: boolean;
}

const WELL_KNOWN = "/.well-known/";

/** The runs in which clients of the view's revision signed in, or were asked to. */
export const oauthRunsIn = (view: View): readonly OAuthRun[] => view.once(gather);

const gather = (view: View): readonly OAuthRun[] => {
  const conversations = new Map((view.capture.conversations ?? []).map((one) => [one.id, one]));
  const scenarioOf = ({ exchange }: ExchangeRecord): string =>
    conversations.get(exchange.conversation ?? "")?.scenario ?? "";
  const isAside = ({ exchange }: ExchangeRecord): boolean =>
    conversations.get(exchange.conversation ?? "")?.purpose === ASIDE;
  const overHttp = recordsIn(view.capture).filter(({ exchange }) => exchange.http !== undefined);
  const sessions = clientSessions(view.capture).filter(({ transport }) => transport === "streamable-http");
  return [...groupBy(overHttp, scenarioOf)].flatMap(([key, all]): OAuthRun[] => {
    const own = sessions.filter(({ scenario = "" }) => scenario === key);
    if (!revisionsIn(own).includes(view.revision)) return [];
    const isOver = own.some(({ clientEnd }) => clientEnd === "itself" || clientEnd === "silence");
    return (openRun(all, isAside, key === "" ? undefined : key, pathOfTarget(view)) ?? []).map((run) => ({
      ...run,
      isOver,
    }));
  });
};

/** How the recorder calls what is said to other origins than that of the server. */
const ASIDE = "requests to another origin";

/** Those that were agreed on; where nothing was, those that were asked for. */
const revisionsIn = (sessions: readonly ClientSession[]): readonly string[] => {
  const agreed = sessions.filter(({ records }) =>
    records.some(({ exchange }) => member(exchange.response, "result") !== undefined),
  );
  return (agreed.length > 0 ? agreed : sessions).map(({ revision }) => revision);
};

const openRun = (
  records: readonly ExchangeRecord[],
  isAside: (record: ExchangeRecord) => boolean,
  scenario: string | undefined,
  path: string,
): Omit<OAuthRun, "isOver">[] | undefined => {
  const near = records.filter((record) => !isAside(record));
  const here = near.filter(({ exchange }) => isPath(exchange.http?.url, path));
  const [first] = here;
  const host = hostIn(near);
  if (!first || host === undefined) return undefined;
  const origin = `http://${host}`;
  const atEndpoint = here.map(readEndpointRequest);
  const named = new Set(
    atEndpoint.flatMap(({ challenges }) => challenges.flatMap((line) => metadataUrlIn(line) ?? [])),
  );
  const asked = records
    .filter((record) => !here.includes(record) && record.exchange.request === undefined)
    .flatMap((record) => readOAuthRequest(record, isAside(record) ? undefined : origin, named) ?? []);
  return [{ ...placeOf(first, "/http"), scenario, endpoint: `${origin}${path}`, asked, atEndpoint }];
};

const pathOfTarget = ({ capture }: View): string =>
  capture.target?.kind === "http" && URL.canParse(capture.target.url) ? new URL(capture.target.url).pathname : "/";

const isPath = (url: string | undefined, path: string): boolean =>
  url === undefined || (URL.canParse(url) && new URL(url).pathname === path);

/** The server as its clients call it; a challenge calls it so too. */
const hostIn = (records: readonly ExchangeRecord[]): string | undefined => {
  for (const { exchange } of records) {
    const host = headerValue(exchange.http?.request_headers, "host");
    if (host !== undefined) return host;
  }
  const challenges = records.flatMap((record) => readEndpointRequest(record).challenges);
  const named = challenges.flatMap((line) => metadataUrlIn(line) ?? []).find((url) => URL.canParse(url));
  return named === undefined ? undefined : new URL(named).host;
};

export const metadataUrlIn = (challenge: string): string | undefined => {
  const unquoted = challenge.replace(/(\w+)="((?:[^"\\]|\\.)*)"/g, (whole, name: string) =>
    name === "resource_metadata" ? whole : "",
  );
  return /resource_metadata="([^"]+)"/.exec(unquoted)?.[1];
};

export const parameterIn = (challenge: string, name: string): string | undefined =>
  new RegExp(`(?:^|[ ,])${name}="([^"]*)"`).exec(challenge)?.[1];

const readEndpointRequest = (record: ExchangeRecord): EndpointRequest => {
  const { http, seq = 0 } = record.exchange;
  const credential = headerValue(http?.request_headers, "authorization");
  const [, scheme = "", tag = credential ?? ""] = /^(\S+) +(.+)$/.exec(credential ?? "") ?? [];
  return {
    ...placeOf(record, "/http/request_headers"),
    record,
    seq,
    status: http?.status ?? 0,
    method: http?.method ?? "",
    name: record.method ?? http?.method ?? "",
    credential: credential === undefined ? undefined : { scheme, tag },
    challenges: (http?.response_headers ?? [])
      .filter(([name]) => name.toLowerCase() === "www-authenticate")
      .map(([, value]) => value),
  };
};

const readOAuthRequest = (
  record: ExchangeRecord,
  /** Of the server; undefined where the address is another's and written out. */
  origin: string | undefined,
  named: ReadonlySet<string>,
): OAuthRequest | undefined => {
  const { http, request_raw: raw, seq = 0 } = record.exchange;
  if (!http?.url || !URL.canParse(http.url)) return undefined;
  const written = new URL(http.url);
  const url = origin === undefined ? written : new URL(`${written.pathname}${written.search}`, origin);
  const posted = objectIn(raw?.data);
  const params = raw !== undefined && !posted ? new URLSearchParams(raw.data) : url.searchParams;
  const kind = kindOf(http.method, url, params, posted, named);
  return {
    ...placeOf(record, raw === undefined ? "/http/url" : "/request_raw"),
    ...{ record, kind, url, params, posted, seq, status: http.status ?? 0, answer: objectIn(http.body?.data) },
    name: `${http.method} ${url.pathname}`,
  };
};

const objectIn = (text: string | undefined): JsonObject | undefined => {
  if (!text?.startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const kindOf = (
  method: string,
  { href, pathname }: URL,
  params: URLSearchParams,
  posted: JsonObject | undefined,
  named: ReadonlySet<string>,
): OAuthKind => {
  if (pathname.includes(`${WELL_KNOWN}oauth-protected-resource`) || named.has(href)) return "resource-metadata";
  if (pathname.includes(`${WELL_KNOWN}oauth-authorization-server`)) return "server-metadata";
  if (pathname.includes(`${WELL_KNOWN}openid-configuration`)) return "server-metadata";
  if (method === "POST" && (posted?.["redirect_uris"] !== undefined || pathname.endsWith("/register")))
    return "registration";
  if (method === "POST" && params.has("grant_type")) return "token";
  const asksForCode = ["response_type", "code_challenge", "redirect_uri"].some((name) => params.has(name));
  return method === "GET" && asksForCode ? "authorization" : "other";
};

export const ofKind = ({ asked }: OAuthRun, ...kinds: readonly OAuthKind[]): readonly OAuthRequest[] =>
  asked.filter(({ kind }) => kinds.includes(kind));

/** Whether the client does anything to sign in, in this run. */
export const takesPart = ({ asked }: OAuthRun): boolean => asked.some(({ kind }) => kind !== "other");

/** The documents of authorization servers that were read, each with the address it was read from. */
export const documentsOf = (run: OAuthRun): readonly OAuthRequest[] =>
  ofKind(run, "server-metadata").filter(({ status, answer }) => status === 200 && answer !== undefined);

export const resourceOf = (run: OAuthRun, before = Number.POSITIVE_INFINITY): JsonObject | undefined =>
  ofKind(run, "resource-metadata").findLast(({ seq, status, answer }) => status === 200 && answer && seq < before)
    ?.answer;

/** The issuers that the resource metadata listed before a moment. */
export const listedIn = (run: OAuthRun, before?: number): readonly string[] =>
  listMember(resourceOf(run, before), "authorization_servers").filter((one): one is string => typeof one === "string");

/** The document that names an endpoint. */
export const documentNaming = (run: OAuthRun, { url }: OAuthRequest): OAuthRequest | undefined =>
  documentsOf(run).findLast(({ answer }) =>
    ENDPOINTS.some((name) => {
      const endpoint = stringMember(answer, name);
      return endpoint !== undefined && URL.canParse(endpoint) && sameAddress(new URL(endpoint), url);
    }),
  );

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "registration_endpoint"] as const;

export const sameAddress = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname;

/** Answers with a code: the redirect of an authorization request. */
export const redirectOf = ({ record }: OAuthRequest): URLSearchParams | undefined => {
  const location = headerValue(record.exchange.http?.response_headers, "location");
  return location !== undefined && URL.canParse(location) ? new URL(location).searchParams : undefined;
};
