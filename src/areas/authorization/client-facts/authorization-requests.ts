import { member, stringMember } from "../../../base/json.ts";
import { documentAt } from "./registration.ts";
import { documentsOf, type OAuthRequest, oauthFact, ofKind, redirectOf, resourceOf, type SignIn } from "./sign-ins.ts";

const AUTHORIZES = "the client sends an authorization request";
const REDEEMS = "the client redeems a code";
const authorizationsOf = (run: SignIn): readonly OAuthRequest[] => ofKind(run, "authorization");
const SIGN_IN = ["auth-sign-in"] as const;

export const authorizationRequests = oauthFact("authorization_requests", {
  doc: "Every authorization request: what it asks for, and whether it keeps the query of the endpoint.",
  type: "object: response_type, client_id, code_challenge (present, missing), code_challenge_method, resource (present, missing), query (kept, lost)",
  scenarios: SIGN_IN,
  words: { lost: "the endpoint without the query that its metadata gives it", missing: "nothing" },
  missing: AUTHORIZES,
  among: authorizationsOf,
  say: ({ params, url }, run) => {
    const has = (name: string): string => (params.get(name) ? "present" : "missing");
    const endpoints = documentsOf(run).flatMap(({ answer }) => stringMember(answer, "authorization_endpoint") ?? []);
    const own = endpoints
      .map((one) => new URL(one))
      .find((one) => one.origin === url.origin && one.pathname === url.pathname);
    const kept = [...(own?.searchParams ?? [])].every(([name, value]) => params.getAll(name).includes(value));
    return {
      response_type: params.get("response_type") ?? "missing",
      client_id: has("client_id"),
      code_challenge: has("code_challenge"),
      code_challenge_method: params.get("code_challenge_method") ?? "missing",
      resource: has("resource"),
      query: kept ? "kept" : "lost",
    };
  },
});

/** The code that an authorization request was answered with. */
const authorizationOf = (run: SignIn, { params }: OAuthRequest): OAuthRequest | undefined => {
  const code = params.get("code");
  return authorizationsOf(run).find((one) => code !== null && redirectOf(one)?.get("code") === code);
};

const redemptions = (run: SignIn): readonly OAuthRequest[] =>
  ofKind(run, "token").filter(({ params }) => params.get("grant_type") === "authorization_code");

const VERIFIER = /^\[s256:([^:]+):(\d+):(unreserved|other)\]$/;

export const codeVerifiers = oauthFact("code_verifiers", {
  doc: "Whether the code verifier of a token request fits the challenge that came before, and is as long as it has to be.",
  type: "fits, wrong, too-short or missing",
  scenarios: SIGN_IN,
  words: {
    wrong: "a verifier that does not fit the challenge",
    "too-short": "a verifier of fewer than 43 characters, more than 128, or with characters that are not allowed",
    missing: "no verifier",
  },
  missing: REDEEMS,
  among: redemptions,
  say: (one, run) => {
    const before = authorizationOf(run, one);
    const challenge = before?.params.get("code_challenge");
    if (!before || !challenge) return undefined;
    const [, digest, length = "0", letters] = VERIFIER.exec(one.params.get("code_verifier") ?? "") ?? [];
    if (digest === undefined) return "missing";
    const isPlain = before.params.get("code_challenge_method") !== "S256";
    if (!isPlain && digest !== challenge) return "wrong";
    return Number(length) < 43 || Number(length) > 128 || letters === "other" ? "too-short" : "fits";
  },
});

/** A client that opens the same address twice does not start anew: only after a code was redeemed is it another flow. */
export const repeatedChallenges = oauthFact("repeated_challenges", {
  doc: "Whether a further authorization, after a code was redeemed, has a code challenge of its own.",
  type: "new or same",
  scenarios: ["auth-expired-token", "auth-step-up"],
  words: { same: "the code challenge of an earlier authorization" },
  missing: "the client has to authorize again",
  among: (run) => againAfterRedemption(run),
  say: ({ request, earlier }) => {
    const challenge = request.params.get("code_challenge");
    if (challenge === null) return undefined;
    return earlier.some(({ params }) => params.get("code_challenge") === challenge) ? "same" : "new";
  },
});

const againAfterRedemption = (run: SignIn) =>
  authorizationsOf(run).flatMap((request) => {
    const redeemed = redemptions(run).filter(({ sentAt, status }) => sentAt < request.sentAt && status === 200);
    const earlier = redeemed.flatMap((one) => authorizationOf(run, one) ?? []);
    const { exchange, pointer, name } = request;
    return earlier.length > 0 ? [{ exchange, pointer, name, request, earlier }] : [];
  });

export const states = oauthFact("states", {
  doc: "Whether authorization requests have a state, and one of their own.",
  type: "own, missing or repeated",
  scenarios: SIGN_IN,
  words: { missing: "no state", repeated: "the state of an earlier authorization" },
  missing: AUTHORIZES,
  among: authorizationsOf,
  say: (one, run) => {
    const state = one.params.get("state");
    if (!state) return "missing";
    const again = againAfterRedemption(run).find(({ request }) => request.sentAt === one.sentAt);
    return again?.earlier.some(({ params }) => params.get("state") === state) ? "repeated" : "own";
  },
});

const isRedeemed = (run: SignIn, one: OAuthRequest): boolean => {
  const code = redirectOf(one)?.get("code");
  return ofKind(run, "token").some(({ params, sentAt }) => sentAt > one.sentAt && params.get("code") === code);
};

export const wrongStates = oauthFact("wrong_states", {
  doc: "What becomes of a code that came with another state than the one that was sent, or with none.",
  type: "redeemed or discarded",
  in: ["auth-state-changed", "auth-state-missing"],
  words: { redeemed: "a token request with a code that came with the wrong state" },
  missing: "an authorization request with a state is answered with another",
  among: (run) => authorizationsOf(run).filter(({ params }) => params.get("state")),
  say: (one, run) => {
    const back = redirectOf(one);
    if (!back?.get("code") || back.get("state") === one.params.get("state")) return undefined;
    return isRedeemed(run, one) ? "redeemed" : "discarded";
  },
});

/** What an authorization response says of its issuer, and what the client made of it. */
const issuersFact = (
  name: string,
  said: string,
  wanted: (iss: string | null, announced: boolean, issuer: string) => boolean,
  scenario:
    | "auth-iss-right"
    | "auth-iss-missing"
    | "auth-iss-wrong"
    | "auth-iss-unannounced"
    | "auth-iss-absent"
    | "auth-iss-normalized",
) =>
  oauthFact(name, {
    doc: `What becomes of a code whose redirect ${said}.`,
    type: "redeemed or discarded",
    in: [scenario],
    words: { redeemed: "a token request with that code", discarded: "no token request with that code" },
    missing: "an authorization request is answered with a code",
    among: authorizationsOf,
    say: (one, run) => {
      const back = redirectOf(one);
      const document = documentAt(run, one);
      const issuer = stringMember(document, "issuer");
      if (!back?.get("code") || issuer === undefined) return undefined;
      const announced = member(document, "authorization_response_iss_parameter_supported") === true;
      if (!wanted(back.get("iss"), announced, issuer)) return undefined;
      return isRedeemed(run, one) ? "redeemed" : run.isOver ? "discarded" : undefined;
    },
  });

export const rightIssuers = issuersFact(
  "right_issuers",
  "names its issuer, as announced",
  (iss, announced, issuer) => announced && iss === issuer,
  "auth-iss-right",
);
export const missingIssuers = issuersFact(
  "missing_issuers",
  "names no issuer although that is announced",
  (iss, announced) => announced && iss === null,
  "auth-iss-missing",
);
export const wrongIssuers = issuersFact(
  "wrong_issuers",
  "names another issuer",
  (iss, announced, issuer) => announced && iss !== null && iss !== issuer,
  "auth-iss-wrong",
);
export const unannouncedIssuers = issuersFact(
  "unannounced_issuers",
  "names another issuer although none is announced",
  (iss, announced, issuer) => !announced && iss !== null && iss !== issuer,
  "auth-iss-unannounced",
);
export const absentIssuers = issuersFact(
  "absent_issuers",
  "names no issuer, and none is announced",
  (iss, announced) => !announced && iss === null,
  "auth-iss-absent",
);
export const normalizedIssuers = issuersFact(
  "normalized_issuers",
  "names its issuer in another spelling",
  (iss, _, issuer) => iss !== null && iss !== issuer,
  "auth-iss-normalized",
);

/** Another document about the same endpoint may announce it. */
const announcesElsewhere = (run: SignIn, answer: OAuthRequest["answer"]): boolean =>
  documentsOf(run).some(
    (one) =>
      member(one.answer, "code_challenge_methods_supported") !== undefined &&
      stringMember(one.answer, "authorization_endpoint") === stringMember(answer, "authorization_endpoint"),
  );

const pkceFact = (name: string, isOpenId: boolean) =>
  oauthFact(name, {
    doc: `Authorization requests to a server whose ${isOpenId ? "OpenID" : "OAuth"} metadata does not announce PKCE.`,
    type: "integer: how many",
    scenarios: isOpenId ? ["auth-no-pkce-openid"] : ["auth-no-pkce"],
    missing: "the client reads metadata that does not announce PKCE",
    among: (run) =>
      documentsOf(run).filter(
        ({ answer, url }) =>
          member(answer, "code_challenge_methods_supported") === undefined &&
          member(answer, "authorization_endpoint") !== undefined &&
          url.pathname.includes("openid-configuration") === isOpenId &&
          !announcesElsewhere(run, answer),
      ),
    say: ({ answer, sentAt }, run) => {
      const endpoint = stringMember(answer, "authorization_endpoint") ?? "";
      return authorizationsOf(run).filter((one) => one.sentAt > sentAt && endpoint.startsWith(one.url.origin)).length;
    },
  });

export const withoutPkce = pkceFact("without_pkce", false);
export const withoutPkceOpenId = pkceFact("without_pkce_openid", true);

export const methodsWherePlain = oauthFact("methods_where_plain", {
  doc: "The PKCE method of authorization requests to a server that announces plain alone.",
  type: "S256, plain or missing, or none where there is no request",
  in: ["auth-plain-pkce"],
  missing: "the client reads metadata that announces the plain method alone",
  among: (run) => documentsOf(run).slice(0, 1),
  say: (_, run) => {
    const [request] = authorizationsOf(run);
    return request ? (request.params.get("code_challenge_method") ?? "missing") : "none";
  },
});

const grantOf = ({ params }: OAuthRequest): string => params.get("grant_type") ?? "";

export const tokenResources = oauthFact("token_resources", {
  doc: "Whether token requests, to redeem a code or to refresh, name the resource.",
  type: "named or missing",
  scenarios: ["auth-refresh", "auth-sign-in"],
  words: { missing: "no resource" },
  missing: "the client sends a token request",
  among: (run) => ofKind(run, "token").filter((one) => ["authorization_code", "refresh_token"].includes(grantOf(one))),
  say: ({ params }) => (params.get("resource") ? "named" : "missing"),
});

export const resourceParameters = oauthFact("resource_parameters", {
  doc: "What the resource parameter of authorization and token requests is.",
  type: "object: is (this-server, other, relative, fragment), form (exact, slash, origin, other), agrees (same, different)",
  scenarios: SIGN_IN,
  words: {
    relative: "no absolute URI",
    fragment: "a URI with a fragment",
    other: "a URI that is not this server's",
    slash: "a slash at the end that nobody asked for",
    origin: "the origin alone, although the metadata names a path",
    different: "another value than in the authorization request",
  },
  missing: "the client names a resource",
  among: (run) => [...authorizationsOf(run), ...redemptions(run)].filter(({ params }) => params.get("resource")),
  say: (one, run) => {
    const given = one.params.get("resource") ?? "";
    const named = stringMember(resourceOf(run, one.sentAt), "resource");
    const before = one.kind === "token" ? authorizationOf(run, one)?.params.get("resource") : undefined;
    const agrees = before === undefined || before === null || bare(before) === bare(given) ? "same" : "different";
    return { is: whose(given, run, named), form: formOf(given, run.endpoint, named), agrees };
  },
});

/** A slash at the end, or letters of another size in the host, make no other resource. */
const bare = (uri: string): string => (URL.canParse(uri) ? new URL(uri).href : uri).replace(/\/$/, "");

/** In a recording through a proxy the server has an address that the client does not know. */
const whose = (given: string, run: SignIn, named: string | undefined): string => {
  if (!URL.canParse(given)) return "relative";
  const url = new URL(given);
  if (given.includes("#")) return "fragment";
  if (given === named || url.origin === new URL(run.endpoint).origin) return "this-server";
  if (named !== undefined && URL.canParse(named) && new URL(named).origin === url.origin) return "this-server";
  return run.scenario === undefined ? "this-server" : "other";
};

const formOf = (given: string, endpoint: string, named: string | undefined): string => {
  if (given === endpoint || given === named) return "exact";
  if (given === `${endpoint}/` || given === `${named}/`) return "slash";
  const path = named !== undefined && URL.canParse(named) ? new URL(named).pathname : "/";
  return URL.canParse(given) && path !== "/" && ["/", ""].includes(new URL(given).pathname) ? "origin" : "other";
};

export const codeRedemptions = oauthFact("code_redemptions", {
  doc: "How every code is redeemed.",
  type: "object: where (same-server, other-server), times (once, again: after it was redeemed), redirect (same, other)",
  scenarios: SIGN_IN,
  words: {
    "other-server": "a code that another authorization server issued",
    again: "a code that was redeemed already",
    other: "another redirect URI than in the authorization request",
  },
  missing: REDEEMS,
  among: redemptions,
  say: (one, run) => {
    const before = authorizationOf(run, one);
    if (!before) return undefined;
    const code = one.params.get("code");
    const earlier = redemptions(run).some(
      ({ sentAt, status, params }) => sentAt < one.sentAt && status === 200 && params.get("code") === code,
    );
    const [used, first] = [one.params.get("redirect_uri"), before.params.get("redirect_uri")];
    const document = documentAt(run, before);
    const token = stringMember(document, "token_endpoint");
    const isThere = token === undefined || new URL(token).origin === one.url.origin;
    return {
      where: isThere ? "same-server" : "other-server",
      times: earlier ? "again" : "once",
      redirect: used === null || used === first ? "same" : "other",
    };
  },
});
