import { isJsonObject, member, stringMember } from "../../../base/json.ts";
import { requestHeader } from "../../../judge/core/client/http.ts";
import { declaredWith } from "../../../judge/core/client/view.ts";
import {
  type EndpointRequest,
  type OAuthRequest,
  oauthFact,
  oauthRunFact,
  ofKind,
  parameterIn,
  type SignIn,
} from "./sign-ins.ts";
import { EXTENSIONS, extensionGrants } from "./tokens.ts";

const CREDENTIALS = ["auth-client-credentials", "auth-client-credentials-jwt"] as const;
const ASKS = "the client asks the authorization server";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const tokenRequests = (run: SignIn): readonly OAuthRequest[] => ofKind(run, "token");

const hasGrant = (run: SignIn, grant: string): boolean =>
  tokenRequests(run).some(({ params }) => params.get("grant_type") === grant);

/** The test servers check proofs and assertions themselves, because a fact cannot verify a signature. This is their finding. */
const reasonOf = ({ answer, status }: OAuthRequest): string =>
  status === 200 ? "accepted" : (stringMember(answer, "error_description") ?? `refused with ${status}`);

export const grantsWithoutUser = oauthFact("grants_without_user", {
  doc: "How a client that was given credentials of its own asks for a token where only client credentials are served.",
  type: "object: is (client_credentials, or what it was), resource (named, missing)",
  in: CREDENTIALS,
  words: { missing: "no resource" },
  missing: ASKS,
  // A client that never asks so does not have the extension.
  among: (run) => (hasGrant(run, "client_credentials") ? ofKind(run, "token", "authorization", "registration") : []),
  say: ({ kind, params }) =>
    kind === "token"
      ? { is: params.get("grant_type") ?? "missing", resource: params.get("resource") ? "named" : "missing" }
      : { is: kind, resource: "named" },
});

export const clientAssertions = oauthFact("client_assertions", {
  doc: "What our authorization server says about the assertions of clients that were given a key.",
  type: "object: type, is (accepted, or why not)",
  in: ["auth-client-credentials-jwt"],
  missing: "the client asks for a token with an assertion",
  among: (run) => tokenRequests(run).filter(({ params }) => params.get("grant_type") === "client_credentials"),
  say: (one) => ({ type: one.params.get("client_assertion_type") ?? "missing", is: reasonOf(one) }),
});

export const secretsShown = oauthFact("secrets_shown", {
  doc: "How a client shows its secret where the token endpoint takes it in the header.",
  type: "header, form or nowhere",
  in: ["auth-client-credentials"],
  words: { form: "the secret in the form", nowhere: "no secret" },
  missing: "the client asks for a token with its secret",
  among: (run) => tokenRequests(run).filter(({ params }) => params.get("grant_type") === "client_credentials"),
  say: ({ sent, params }) =>
    /^basic /i.test(requestHeader(sent, "authorization") ?? "")
      ? "header"
      : params.has("client_secret")
        ? "form"
        : "nowhere",
});

const isExchange = ({ params }: OAuthRequest): boolean => (params.get("grant_type") ?? "").endsWith(":token-exchange");

export const tokenExchanges = oauthFact("token_exchanges", {
  doc: "What the identity provider of ours says about the exchange of an ID token.",
  type: "accepted, or why not",
  in: ["auth-enterprise"],
  missing: "the client exchanges its ID token at the identity provider",
  among: (run) => tokenRequests(run).filter(isExchange),
  say: reasonOf,
});

export const grantsRedeemed = oauthFact("grants_redeemed", {
  doc: "What our authorization server says about the grant of the identity provider.",
  type: "object: grant, is (accepted, or why not)",
  in: ["auth-enterprise"],
  missing: "the client redeems the grant of the identity provider",
  among: (run) => (tokenRequests(run).some(isExchange) ? tokenRequests(run).filter((one) => !isExchange(one)) : []),
  say: (one) => ({ grant: one.params.get("grant_type") ?? "missing", is: reasonOf(one) }),
});

export const extensionsDeclared = oauthFact("extensions_declared", {
  doc: "Whether a client that gets its token by an extension declares it.",
  type: "declared or undeclared",
  scenarios: ["auth-client-credentials", "auth-enterprise"],
  words: { undeclared: "capabilities without the extension that the token was got by" },
  missing: "the client gets a token by an extension and goes on",
  among: (run) =>
    extensionGrants(run).length === 0 ? [] : run.atEndpoint.filter(({ status }) => status < 300).slice(0, 1),
  say: ({ sent }, run) => {
    const names = extensionGrants(run).map(
      ({ params }) => EXTENSIONS[params.get("grant_type") as keyof typeof EXTENSIONS],
    );
    const declared = member(declaredWith(sent), "extensions");
    return names.every((name) => isJsonObject(declared) && name in declared) ? "declared" : "undeclared";
  },
});

const BOUND = ["auth-dpop", "auth-dpop-nonce"] as const;

/** Only of clients that can: who sends no proof at all does not support them. */
const boundRuns = (run: SignIn): boolean =>
  [...run.asked, ...run.atEndpoint].some(({ sent }) => requestHeader(sent, "dpop") !== undefined);

export const boundSchemes = oauthFact("bound_schemes", {
  doc: "The scheme by which clients show tokens that are bound to a key.",
  type: "DPoP or another scheme",
  in: BOUND,
  missing: "a client with a key shows a token that is bound to it",
  among: (run) => (boundRuns(run) ? run.atEndpoint.filter(({ credential }) => credential !== undefined) : []),
  say: ({ credential }) => (credential?.scheme.toLowerCase() === "dpop" ? "DPoP" : (credential?.scheme ?? "")),
});

const faultOf = ({ challenges }: EndpointRequest): string | undefined => {
  const challenge = challenges.find((line) => parameterIn(line, "error") === "invalid_dpop_proof");
  return challenge === undefined
    ? undefined
    : (parameterIn(challenge, "error_description") ?? "a proof that is not good");
};

export const serverProofs = oauthFact("server_proofs", {
  doc: "What our server says about the proof of each request with a token that is bound to a key.",
  type: "accepted, or why not",
  in: BOUND,
  missing: "a client with a key shows a token that is bound to it",
  among: (run) =>
    boundRuns(run) ? run.atEndpoint.filter(({ credential }) => credential?.scheme.toLowerCase() === "dpop") : [],
  say: (one) => faultOf(one) ?? "accepted",
});

export const tokenProofs = oauthFact("token_proofs", {
  doc: "What our authorization server says about the proofs of token requests.",
  type: "accepted, or why not",
  in: BOUND,
  missing: "a client with a key sends a token request",
  among: (run) => (boundRuns(run) ? tokenRequests(run) : []),
  say: ({ answer }) =>
    stringMember(answer, "error") === "invalid_dpop_proof"
      ? (stringMember(answer, "error_description") ?? "a proof that is not good")
      : "accepted",
});

export const tokenNonces = oauthRunFact("token_nonces", {
  doc: "Whether a token request that was refused for want of a nonce is repeated with it.",
  type: "repeated or not-repeated",
  in: ["auth-dpop-nonce"],
  words: { "not-repeated": "no token request with the nonce" },
  missing: "the authorization server asks for a nonce",
  say: (run) => {
    const asks = tokenRequests(run).filter(({ answer }) => stringMember(answer, "error") === "use_dpop_nonce");
    const [first] = asks;
    if (!first) return undefined;
    if (tokenRequests(run).some(({ sentAt, status }) => sentAt > first.sentAt && status === 200)) return "repeated";
    return run.isOver ? "not-repeated" : undefined;
  },
});

export const serverNonces = oauthRunFact("server_nonces", {
  doc: "Whether a request that the server refused for want of a nonce is repeated with it.",
  type: "repeated, new-sign-in or not-repeated",
  in: ["auth-dpop-nonce"],
  words: {
    "new-sign-in": "a new authorization, although only a nonce was asked for",
    "not-repeated": "no request with the nonce",
  },
  missing: "the server asks for a nonce",
  say: (run) => {
    const asks = run.atEndpoint.find(({ challenges }) =>
      challenges.some((line) => parameterIn(line, "error") === "use_dpop_nonce"),
    );
    if (!asks) return undefined;
    const accepted = run.atEndpoint.find(({ sentAt, status }) => sentAt > asks.sentAt && status < 300);
    const again = ofKind(run, "authorization").some(
      ({ sentAt }) => sentAt > asks.sentAt && sentAt < (accepted?.sentAt ?? Number.POSITIVE_INFINITY),
    );
    if (again) return "new-sign-in";
    return accepted ? "repeated" : run.isOver ? "not-repeated" : undefined;
  },
});

export const workloadAssertions = oauthFact("workload_assertions", {
  doc: "How a workload that was given a JWT asks for a token, and what our authorization server says about it.",
  type: "object: grant, is (accepted, or why not)",
  in: ["auth-workload"],
  missing: "the client asks for a token with the JWT of the workload",
  among: (run) => (hasGrant(run, JWT_BEARER) ? tokenRequests(run) : []),
  say: (one) => ({ grant: one.params.get("grant_type") ?? "missing", is: reasonOf(one) }),
});

export const afterRefusedWorkload = oauthFact("after_refused_workload", {
  doc: "What a workload does after its JWT was refused.",
  type: "array: nothing, same-again, or another grant",
  in: ["auth-workload-refused"],
  missing: "the JWT of the workload is refused",
  among: (run) =>
    tokenRequests(run)
      .filter(({ params, status }) => params.get("grant_type") === JWT_BEARER && status >= 400)
      .slice(0, 1),
  say: ({ sentAt, params }, run) => {
    const used = params.get("assertion");
    const later = ofKind(run, "token", "authorization").filter((one) => one.sentAt > sentAt);
    return later.flatMap((one): string[] => {
      if (one.kind === "authorization") return ["authorization"];
      const grant = one.params.get("grant_type") ?? "missing";
      if (grant !== JWT_BEARER) return [grant];
      return one.params.get("assertion") === used ? ["same-again"] : [];
    });
  },
});
