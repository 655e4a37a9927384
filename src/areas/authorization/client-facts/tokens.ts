import { listMember, member, stringMember } from "../../../base/json.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { requestHeader } from "../../../judge/core/client/http.ts";
import { documentAt } from "./registration.ts";
import {
  type EndpointRequest,
  listedIn,
  type OAuthRequest,
  oauthFact,
  oauthRunFact,
  ofKind,
  type SignIn,
  takesPart,
} from "./sign-ins.ts";

const tokensOf = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "token").filter(({ status, answer }) => status === 200 && stringMember(answer, "access_token"));

const refreshesOf = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "token").filter(({ params }) => params.get("grant_type") === "refresh_token");

const EXPIRES = "a token expires and the client goes on";
const SENDS_TOKEN_REQUEST = "the client sends a token request";

/** How a token request shows who sends it. */
const methodOf = ({ sent, params }: OAuthRequest): string => {
  const header = requestHeader(sent, "authorization") ?? "";
  const isBasic = /^basic /i.test(header);
  if (isBasic && params.has("client_secret")) return "several";
  if (isBasic) return "client_secret_basic";
  if (params.has("client_secret")) return "client_secret_post";
  return params.has("client_assertion") ? "private_key_jwt" : "none";
};

export const tokenAuthentications = oauthFact("token_authentications", {
  doc: "How clients prove who they are at the token endpoint, beside what its metadata lists.",
  type: "listed, unlisted or several",
  scenarios: ["auth-token-basic", "auth-token-post", "auth-token-none"],
  words: {
    unlisted: "a way that the metadata does not list",
    several: "the secret in the header and in the form",
  },
  missing: SENDS_TOKEN_REQUEST,
  // Elsewhere a server may have registered a public client without listing that it takes any.
  among: (run) =>
    run.scenario === undefined
      ? []
      : ofKind(run, "token").filter(({ params }) =>
          ["authorization_code", "refresh_token"].includes(params.get("grant_type") ?? ""),
        ),
  say: (one, run) => {
    const listed = listMember(documentAt(run, one), "token_endpoint_auth_methods_supported");
    if (listed.length === 0) return undefined;
    const method = methodOf(one);
    return method === "several" ? "several" : listed.includes(method) ? "listed" : "unlisted";
  },
});

/** From the first accepted request with a token on, until one is refused. */
const afterToken = (run: SignIn): readonly EndpointRequest[] => {
  const begin = run.atEndpoint.findIndex(({ credential, status }) => credential !== undefined && status < 300);
  const later = begin < 0 ? [] : run.atEndpoint.slice(begin + 1);
  const end = later.findIndex(({ status, credential }) => status === 401 && credential !== undefined);
  return later.slice(0, end < 0 ? undefined : end);
};

const OPENINGS: ReadonlySet<string> = new Set(["initialize", "server/discover"]);

/** Only in a scenario are all requests certainly of one client. */
export const tokenPresence = oauthFact("token_presence", {
  doc: "Whether requests have the token in their header, once one with it was accepted.",
  type: "header or missing",
  scenarios: ["auth-sign-in"],
  words: { missing: "a request without the token" },
  missing: "a request with a token is accepted and the client goes on",
  among: (run) => (run.scenario === undefined ? [] : afterToken(run)),
  // A client that connects anew, with nothing in its memory, has no token yet.
  say: ({ credential, name }) => (credential ? "header" : OPENINGS.has(name ?? "") ? undefined : "missing"),
});

const tagsOf = (run: SignIn, name: string): readonly string[] => [
  ...new Set(ofKind(run, "token").flatMap(({ answer }) => stringMember(answer, name) ?? [])),
];

export const tokensInUrls = oauthRunFact("tokens_in_urls", {
  doc: "How many requests of a client that shows a token have one in their address.",
  type: "integer",
  missing: "the client shows a token",
  say: (run) => {
    const shown = run.atEndpoint.flatMap(({ credential }) => (credential ? [credential.tag] : []));
    const tags = [...new Set([...shown, ...tagsOf(run, "access_token")])];
    const urls = [...run.asked, ...run.atEndpoint].flatMap(({ sent }) => sent.http?.url ?? []);
    const hasToken = (url: string): boolean =>
      /[?&](?:access_token|bearer_token)=/i.test(url) ||
      tags.some((tag) => tag !== "" && (url.includes(tag) || url.includes(encodeURIComponent(tag))));
    const found = urls.filter(hasToken).length;
    return tags.length === 0 && found === 0 ? undefined : found;
  },
});

export const tokensElsewhere = oauthFact("tokens_elsewhere", {
  doc: "Whether requests beside the MCP endpoint show its access token.",
  type: "shown or not-shown",
  scenarios: ["auth-redirected", "auth-sign-in"],
  words: { shown: "the access token of the server, shown to somebody else" },
  missing: "the client has a token and asks somebody else",
  among: (run) => (run.scenario === undefined || tokensOf(run).length === 0 ? [] : run.asked),
  say: ({ sent }, run) => {
    const header = requestHeader(sent, "authorization") ?? "";
    return tagsOf(run, "access_token").some((tag) => header.includes(tag)) ? "shown" : "not-shown";
  },
});

/** A token of an authorization server that is no longer listed is not meant for this server. */
export const tokensAfterMove = oauthRunFact("tokens_after_move", {
  doc: "Whether a client still sends a token of an authorization server that it knows is not listed any more.",
  type: "integer: requests with such a token",
  in: ["auth-moved-server"],
  missing: "the authorization server is replaced, and the client reads who the new one is",
  say: (run) => {
    const [first] = tokensOf(run);
    const moved = ofKind(run, "resource-metadata").findLast(
      ({ status, sentAt }) => status === 200 && sentAt > (first?.sentAt ?? 0),
    );
    if (!first || !moved || listedIn(run).includes(first.url.origin)) return undefined;
    const old = stringMember(first.answer, "access_token");
    // To say goodbye with it is no harm.
    return run.atEndpoint.filter(
      ({ sentAt, credential, method }) => sentAt > moved.sentAt && credential?.tag === old && method !== "DELETE",
    ).length;
  },
});

const refusedTokens = (run: SignIn): readonly EndpointRequest[] =>
  run.atEndpoint.filter(
    ({ status, credential, challenges }) =>
      status === 401 && credential !== undefined && challenges.some((line) => line.includes("invalid_token")),
  );

export const expiredTokens = oauthFact("expired_tokens", {
  doc: "What a client does when a token that was good is refused.",
  type: "recovered, same-again or gave-up",
  in: ["auth-expired-token", "auth-refresh"],
  words: { "same-again": "the token that was refused, again and again", "gave-up": "no attempt to get another" },
  missing: EXPIRES,
  among: (run) => refusedTokens(run).slice(0, 1),
  say: ({ sentAt, credential }, run) => {
    const renewed = ofKind(run, "token", "authorization").some((one) => one.sentAt > sentAt);
    const again = run.atEndpoint.filter((one) => one.sentAt > sentAt && one.credential?.tag === credential?.tag);
    // To say goodbye with it is no harm.
    const tries = again.filter(({ method }) => method === "POST").length;
    if (!renewed) return tries > 1 ? "same-again" : run.isOver ? "gave-up" : undefined;
    return tries > 2 ? "same-again" : "recovered";
  },
});

export const refreshes = oauthFact("refreshes", {
  doc: "Which refresh token a client uses, and whether it says who it is.",
  type: "object: token (newest, older, unknown), client (named, unnamed)",
  scenarios: ["auth-refresh"],
  words: {
    older: "a refresh token that another has taken the place of",
    unknown: "a refresh token that nobody issued",
    unnamed: "nothing that says which client it is",
  },
  missing: "the client refreshes a token",
  among: (run) => (tagsOf(run, "refresh_token").length === 0 ? [] : refreshesOf(run)),
  say: (one, run) => {
    // Two refreshes at the same time have the same token.
    const issued = tokensOf(run).filter(
      ({ sentAt, sent }) => (sent.answeredAt === NEVER ? sentAt : sent.answeredAt) < one.sentAt,
    );
    const tags = issued.flatMap(({ answer }) => stringMember(answer, "refresh_token") ?? []);
    if (tags.length === 0 && run.scenario === undefined) return undefined;
    const used = one.params.get("refresh_token") ?? "";
    const token = used === tags.at(-1) ? "newest" : tags.includes(used) ? "older" : "unknown";
    const isNamed = one.params.has("client_id") || methodOf(one) !== "none";
    return { token, client: isNamed ? "named" : "unnamed" };
  },
});

export const refreshTokensElsewhere = oauthRunFact("refresh_tokens_elsewhere", {
  doc: "How many requests, but those to token endpoints, have a refresh token in them.",
  type: "integer",
  scenarios: ["auth-refresh"],
  missing: "a refresh token is issued",
  say: (run) => {
    const tags = tagsOf(run, "refresh_token");
    if (tags.length === 0) return undefined;
    const others = [...run.atEndpoint, ...run.asked.filter(({ kind }) => kind !== "token")];
    return others.filter(({ sent: { value, exchange, http } }) => {
      const text = JSON.stringify([value, exchange?.request_raw, http?.url, http?.request_headers]);
      return tags.some((tag) => text.includes(tag) || text.includes(encodeURIComponent(tag)));
    }).length;
  },
});

export const refreshesWithoutToken = oauthFact("refreshes_without_token", {
  doc: "How often a client that was given no refresh token tries to refresh.",
  type: "integer",
  in: ["auth-expired-token"],
  missing: EXPIRES,
  among: (run) => refusedTokens(run).slice(0, 1),
  say: (_, run) => refreshesOf(run).length,
});

export const refusedRefreshes = oauthFact("refused_refreshes", {
  doc: "What a client does when a refresh is refused.",
  type: "object: attempts (with the same token)",
  in: ["auth-refresh-refused"],
  missing: "a refresh is refused",
  among: (run) =>
    refreshesOf(run)
      .filter(({ status }) => status >= 400)
      .slice(0, 1),
  // Whether a person is asked to sign in again at once is up to the client.
  say: ({ params }, run) => ({
    attempts: refreshesOf(run).filter((one) => one.params.get("refresh_token") === params.get("refresh_token")).length,
  }),
});

export const refreshGrants = oauthFact("refresh_grants", {
  doc: "Whether a client that refreshes tokens said so when it registered.",
  type: "declared or undeclared",
  scenarios: ["auth-refresh"],
  words: { undeclared: "grant_types without refresh_token" },
  missing: "a client that registered refreshes a token",
  among: (run) =>
    refreshesOf(run).length === 0 ? [] : ofKind(run, "registration").filter(({ posted }) => posted !== undefined),
  say: ({ posted }) => (listMember(posted, "grant_types").includes("refresh_token") ? "declared" : "undeclared"),
});

export const attemptsWhereRefused = oauthRunFact("attempts_where_refused", {
  doc: "How many authorization requests a client sends to a server that accepts no token.",
  type: "integer",
  in: ["auth-always-refused"],
  missing: "every token is refused",
  say: (run) => (takesPart(run) && refusedTokens(run).length > 0 ? ofKind(run, "authorization").length : undefined),
});

export const extensionGrants = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "token").filter(
    ({ params, status }) => status === 200 && member(EXTENSIONS, params.get("grant_type") ?? "") !== undefined,
  );

/** The grants that extensions bring, with their names. */
export const EXTENSIONS = {
  client_credentials: "io.modelcontextprotocol/oauth-client-credentials",
  "urn:ietf:params:oauth:grant-type:token-exchange": "io.modelcontextprotocol/enterprise-managed-authorization",
} as const;
