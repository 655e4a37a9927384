// The client's sign-in requests beside the MCP endpoint, and its requests at the endpoint meanwhile.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, type JsonObject, listMember, stringMember } from "../../../base/json.ts";
import type { ScenarioName } from "../../../capture/scenario-names.ts";
import { NEVER, timelineOf } from "../../../capture/timeline.ts";
import { derivedAt, itemsFact, type NamedPlace, type Place, placeOf } from "../../../judge/core/client/fact.ts";
import { inHeaders, requestHeader, responseHeader } from "../../../judge/core/client/http.ts";
import { allSessions, type Fact, type Message, type Session, type View } from "../../../judge/core/client/view.ts";

export type OAuthKind = "resource-metadata" | "server-metadata" | "registration" | "authorization" | "token" | "other";

/** A request to something beside the MCP endpoint. */
export interface OAuthRequest extends NamedPlace {
  readonly sent: Message;
  readonly sentAt: number;
  readonly kind: OAuthKind;
  readonly url: URL;
  /** Of the query, or of the form. */
  readonly params: URLSearchParams;
  /** What was posted as JSON. */
  readonly posted: JsonObject | undefined;
  readonly status: number;
  /** The JSON that was answered, without what gives access. */
  readonly answer: JsonObject | undefined;
}

/** A request to the MCP endpoint. */
export interface EndpointRequest extends NamedPlace {
  readonly sent: Message;
  readonly sentAt: number;
  readonly status: number;
  readonly method: string;
  /** The scheme and the tag of the credential. */
  readonly credential: { readonly scheme: string; readonly tag: string } | undefined;
  readonly challenges: readonly string[];
}

/** Everything that happened in one scenario, or in one recording, that signing in is made of. */
export interface SignIn extends Place {
  readonly scenario: string | undefined;
  /** The address of the MCP server, as the client knows it. */
  readonly endpoint: string;
  readonly asked: readonly OAuthRequest[];
  readonly atEndpoint: readonly EndpointRequest[];
  /** The client came to its end, or fell silent: only then is what it did not do something that it left out. */
  readonly isOver: boolean;
}

interface Head<T> extends Pick<Fact, "doc" | "type" | "words" | "scenarios"> {
  /** Only what happened in these; absent: in any, recorded sessions included. */
  readonly in?: readonly ScenarioName[];
  /** The step that the session has to reach. */
  readonly missing: string;
  /** One word or object about each. */
  readonly say: (one: T, run: SignIn) => Json | undefined;
}

/** A fact about things of one kind in every run: `among` finds them. */
export const oauthFact = <T extends NamedPlace>(
  name: string,
  { in: only, scenarios = only, among, say, ...head }: Head<T> & { readonly among: (run: SignIn) => readonly T[] },
): Fact =>
  itemsFact(name, {
    ...{ ...head, ...(scenarios ? { scenarios } : {}) },
    among: (view) =>
      signInsIn(view)
        .filter(({ scenario }) => only === undefined || only.some((one) => one === scenario))
        .flatMap((run) =>
          among(run).flatMap((one) => {
            const value = say(one, run);
            return value === undefined ? [] : [derivedAt(one, value)];
          }),
        ),
  });

/** A fact that says one thing about a run as a whole. */
export const oauthRunFact = (
  name: string,
  { say, ...head }: Omit<Head<SignIn>, "say"> & { readonly say: (run: SignIn) => Json | undefined },
): Fact => oauthFact(name, { ...head, among: (run) => [run], say: (run: SignIn) => say(run) });

/** The runs in which clients of the view's revision signed in, or were asked to. */
const signInsIn = (view: View): readonly SignIn[] => view.once(gather);

const gather = (view: View): readonly SignIn[] => {
  const path = pathOfTarget(view);
  const recordings = groupBy(timelineOf(view.capture).exchanges, ({ session }) => session.recording);
  const overHttp = [...recordings.values()].flat().filter(({ http }) => http !== undefined);
  const sessions = allSessions(view).filter(({ transport }) => transport === "streamable-http");
  return [...groupBy(overHttp, ({ session }) => session.scenario ?? "")].flatMap(([key, all]): SignIn[] => {
    const own = sessions.filter(({ scenario = "" }) => scenario === key);
    if (!revisionsIn(own).includes(view.revision)) return [];
    const isOver = own.some(({ end }) => end === "itself" || end === "silence");
    return openRun(all, asideIn(view), key === "" ? undefined : key, path).map((run) => ({ ...run, isOver }));
  });
};

/** How the recorder calls what is said to other origins than that of the server. */
const ASIDE = "requests to another origin";

const asideIn = ({ capture }: View): ((message: Message) => boolean) => {
  const ids = new Set((capture.conversations ?? []).flatMap(({ id, purpose }) => (purpose === ASIDE ? [id] : [])));
  return ({ session }) => ids.has(session.conversation);
};

/** Those that were agreed on; where nothing was, those that were asked for. */
const revisionsIn = (sessions: readonly Session[]): readonly string[] => {
  const agreed = sessions.filter(({ exchanges }) => exchanges.some(({ result }) => result !== undefined));
  return (agreed.length > 0 ? agreed : sessions).map(({ revision }) => revision);
};

const openRun = (
  all: readonly Message[],
  isAside: (message: Message) => boolean,
  scenario: string | undefined,
  path: string,
): readonly Omit<SignIn, "isOver">[] => {
  const near = all.filter((one) => !isAside(one));
  const here = near.filter(({ http }) => isPath(http?.url, path));
  const [first] = here;
  const isHere = new Set(here);
  const host = hostIn(near);
  if (!first || host === undefined) return [];
  const origin = `http://${host}`;
  const atEndpoint = here.map(readEndpointRequest);
  const named = new Set(
    atEndpoint.flatMap(({ challenges }) => challenges.flatMap((line) => metadataUrlIn(line) ?? [])),
  );
  const asked = all
    .filter((one) => !isHere.has(one) && one.value === undefined)
    .flatMap((one) => readOAuthRequest(one, isAside(one) ? undefined : origin, named) ?? []);
  return [{ ...placeOf(first, "/http"), scenario, endpoint: `${origin}${path}`, asked, atEndpoint }];
};

const pathOfTarget = ({ capture }: View): string =>
  capture.target?.kind === "http" && URL.canParse(capture.target.url) ? new URL(capture.target.url).pathname : "/";

const isPath = (url: string | undefined, path: string): boolean =>
  url === undefined || (URL.canParse(url) && new URL(url).pathname === path);

/** The server as its clients call it; a challenge calls it so too. */
const hostIn = (messages: readonly Message[]): string | undefined => {
  const [host] = messages.flatMap((one) => requestHeader(one, "host") ?? []);
  if (host !== undefined) return host;
  const challenges = messages.flatMap((one) => readEndpointRequest(one).challenges);
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

const readEndpointRequest = (sent: Message): EndpointRequest => {
  const { http, sentAt } = sent;
  const credential = requestHeader(sent, "authorization");
  const [, scheme = "", tag = credential ?? ""] = /^(\S+) +(.+)$/.exec(credential ?? "") ?? [];
  return {
    ...{ ...inHeaders(sent), name: sent.method ?? http?.method ?? "" },
    ...{ sent, sentAt, status: http?.status ?? 0, method: http?.method ?? "" },
    credential: credential === undefined ? undefined : { scheme, tag },
    challenges: (http?.response_headers ?? [])
      .filter(([name]) => name.toLowerCase() === "www-authenticate")
      .map(([, value]) => value),
  };
};

const readOAuthRequest = (
  sent: Message,
  /** Of the server; undefined where the address is another's and written out. */
  origin: string | undefined,
  named: ReadonlySet<string>,
): OAuthRequest | undefined => {
  const { http, sentAt, exchange } = sent;
  if (!http?.url || !URL.canParse(http.url)) return undefined;
  const raw = exchange?.request_raw;
  const written = new URL(http.url);
  const url = origin === undefined ? written : new URL(`${written.pathname}${written.search}`, origin);
  const posted = objectIn(raw?.data);
  const params = raw !== undefined && !posted ? new URLSearchParams(raw.data) : url.searchParams;
  const kind = kindOf(http.method, url, params, posted, named);
  return {
    ...{ ...placeOf(sent, raw === undefined ? "/http/url" : "/request_raw"), name: `${http.method} ${url.pathname}` },
    ...{ sent, sentAt, kind, url, params, posted, status: http.status ?? 0, answer: objectIn(http.body?.data) },
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

const WELL_KNOWN = "/.well-known/";

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

export const ofKind = ({ asked }: SignIn, ...kinds: readonly OAuthKind[]): readonly OAuthRequest[] =>
  asked.filter(({ kind }) => kinds.includes(kind));

/** Whether the client does anything to sign in, in this run. */
export const takesPart = ({ asked }: SignIn): boolean => asked.some(({ kind }) => kind !== "other");

/** The documents of authorization servers that were read, each with the address it was read from. */
export const documentsOf = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "server-metadata").filter(({ status, answer }) => status === 200 && answer !== undefined);

export const resourceOf = (run: SignIn, before = NEVER): JsonObject | undefined =>
  ofKind(run, "resource-metadata").findLast(({ sentAt, status, answer }) => status === 200 && answer && sentAt < before)
    ?.answer;

/** The issuers that the resource metadata listed before a moment. */
export const listedIn = (run: SignIn, before?: number): readonly string[] =>
  listMember(resourceOf(run, before), "authorization_servers").filter((one): one is string => typeof one === "string");

/** The document that names an endpoint. */
export const documentNaming = (run: SignIn, { url }: OAuthRequest): OAuthRequest | undefined =>
  documentsOf(run).findLast(({ answer }) =>
    ENDPOINTS.some((name) => {
      const endpoint = stringMember(answer, name);
      return endpoint !== undefined && URL.canParse(endpoint) && sameAddress(new URL(endpoint), url);
    }),
  );

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "registration_endpoint"] as const;

export const sameAddress = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname;

/** The parameters of the redirect that answers an authorization request. */
export const redirectOf = ({ sent }: OAuthRequest): URLSearchParams | undefined => {
  const location = responseHeader(sent, "location");
  return location !== undefined && URL.canParse(location) ? new URL(location).searchParams : undefined;
};
