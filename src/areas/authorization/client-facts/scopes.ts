import { listMember, member } from "../../../base/json.ts";
import { documentAt } from "./registration.ts";
import { type OAuthRequest, oauthFact, ofKind, parameterIn, resourceOf, type SignIn } from "./sign-ins.ts";

const AUTHORIZES = "the client sends an authorization request";
const authorizationsOf = (run: SignIn): readonly OAuthRequest[] => ofKind(run, "authorization");

const scopesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? "").split(" ").filter((one) => one !== "");

/** A client may always ask for refresh tokens and for who the user is. */
const BESIDE: ReadonlySet<string> = new Set(["offline_access", "openid"]);

export const scopesWhereChallenged = oauthFact("scopes_where_challenged", {
  doc: "The scopes of the first authorization request, where the challenge names some.",
  type: "object: challenged (asked, left-out), others (none, some)",
  in: ["auth-scope-challenge", "auth-scope-special"],
  words: { "left-out": "none of the scopes of the challenge", some: "scopes that the challenge does not name" },
  missing: AUTHORIZES,
  among: (run) => authorizationsOf(run).slice(0, 1),
  say: ({ params }, { scenario }) => {
    const wanted = scenario === "auth-scope-special" ? "ops:special" : "mcp:basic";
    const all = scopesIn(params.get("scope"));
    const others = all.filter((one) => one !== wanted && !BESIDE.has(one));
    return { challenged: all.includes(wanted) ? "asked" : "left-out", others: others.length > 0 ? "some" : "none" };
  },
});

export const scopesWhereSupported = oauthFact("scopes_where_supported", {
  doc: "Scopes of the resource metadata that the first authorization request leaves out, where the challenge names none.",
  type: "array of scopes",
  in: ["auth-scope-supported"],
  missing: AUTHORIZES,
  among: (run) => authorizationsOf(run).slice(0, 1),
  say: ({ params, sentAt }, run) => {
    const asked = scopesIn(params.get("scope"));
    return listMember(resourceOf(run, sentAt), "scopes_supported").filter((one) => !asked.includes(String(one)));
  },
});

export const scopesWhereUnsaid = oauthFact("scopes_where_unsaid", {
  doc: "Scopes of the first authorization request, where nobody names any.",
  type: "array of scopes, without offline_access",
  in: ["auth-scope-unsaid", "auth-sign-in"],
  missing: AUTHORIZES,
  among: (run) => authorizationsOf(run).slice(0, 1),
  say: ({ params }) => scopesIn(params.get("scope")).filter((one) => one !== "offline_access"),
});

export const offlineAccess = oauthFact("offline_access", {
  doc: "Whether offline_access is asked for where the authorization server lists its scopes without it.",
  type: "asked or not-asked",
  scenarios: ["auth-offline-unlisted"],
  words: { asked: "offline_access, which the authorization server does not list" },
  missing: "the client authorizes at a server that lists scopes without offline_access",
  among: authorizationsOf,
  say: (one, run) => {
    const document = documentAt(run, one);
    const listed = listMember(document, "scopes_supported");
    const isWanted = listMember(resourceOf(run, one.sentAt), "scopes_supported").includes("offline_access");
    if (member(document, "scopes_supported") === undefined || listed.includes("offline_access") || isWanted)
      return undefined;
    return scopesIn(one.params.get("scope")).includes("offline_access") ? "asked" : "not-asked";
  },
});

/** A request that was refused for its scope, and the authorizations after it. */
const refusedForScope = (run: SignIn) =>
  run.atEndpoint.flatMap((one) => {
    const challenge = one.challenges.find((line) => parameterIn(line, "error") === "insufficient_scope");
    const wanted = challenge === undefined ? undefined : parameterIn(challenge, "scope");
    return one.status === 403 && wanted !== undefined ? [{ ...one, wanted }] : [];
  });

/** A client without a user may give up. */
export const stepUps = oauthFact("step_ups", {
  doc: "What a client that signed in for a user does when a request is refused for its scope.",
  type: "object: next (stepped-up, other-scope, gave-up), earlier (kept, dropped): the scopes of before",
  in: ["auth-step-up"],
  words: {
    "other-scope": "a new authorization without the scope that was asked for",
    "gave-up": "no new authorization",
    dropped: "a new authorization without the scopes of before",
  },
  missing: "a request is refused for its scope",
  among: (run) => (authorizationsOf(run).length === 0 ? [] : refusedForScope(run).slice(0, 1)),
  say: ({ sentAt, wanted }, run) => {
    const before = authorizationsOf(run).findLast((one) => one.sentAt < sentAt);
    const after = authorizationsOf(run).find((one) => one.sentAt > sentAt);
    if (!after) return run.isOver ? { next: "gave-up" } : undefined;
    const asked = scopesIn(after.params.get("scope"));
    const earlier = scopesIn(before?.params.get("scope")).every((one) => asked.includes(one));
    return { next: asked.includes(wanted) ? "stepped-up" : "other-scope", earlier: earlier ? "kept" : "dropped" };
  },
});

export const stepUpAttempts = oauthFact("step_up_attempts", {
  doc: "How many authorizations follow where a request is refused for its scope again and again.",
  type: "integer",
  in: ["auth-step-up-forever"],
  missing: "a request is refused for its scope",
  among: (run) => refusedForScope(run).slice(0, 1),
  say: ({ sentAt }, run) => authorizationsOf(run).filter((one) => one.sentAt > sentAt).length,
});
