import { both, type Question } from "../../protocol/question.ts";

/** What `mcptest auth` asks an authorization server. What is followed from an answer is filed beside it: `right-then-1`. */
export const AUTHORIZATION_SERVER_QUESTIONS = {
  "authorization-request": both("a correct authorization request, and one of a client that does not exist", {
    sends: ["right", "unknown-client"],
    besides: ["right-then-#", "unknown-client-then-#"],
  }),
  "authorization-without-pkce": both("an authorization request of a public client without a code challenge", {
    besides: ["then-#"],
  }),
  "authorization-with-plain": both("an authorization request with the code challenge method plain", {
    besides: ["then-#"],
  }),
  "authorization-redirect": both(
    "authorization requests whose redirect URI is not the registered one: another path, query, port, scheme or host",
    {
      sends: ["path", "query", "port", "scheme", "host"],
      besides: ["path-then-#", "query-then-#", "port-then-#", "scheme-then-#", "host-then-#"],
    },
  ),
  "authorization-error": both(
    "authorization requests that fail without a user: an unknown response type, and prompt=none of OpenID Connect",
    { sends: ["response-type", "prompt-none"], besides: ["response-type-then-#", "prompt-none-then-#"] },
  ),
  "authorization-resource": both("an authorization request whose resource is no absolute URI", {
    besides: ["then-#"],
  }),
  "client-registration": both("the registration of a client, which is deleted in the end where that is offered", {
    sends: ["made"],
    besides: ["loopback-only"],
  }),
  "plain-http-registration": both(
    "the registration of a client whose redirect URI is http on another host, and an authorization request with it",
    { sends: ["made", "used"], besides: ["used-then-#"] },
  ),
  "client-removal": both("the deletion of the client that was registered", { besides: ["second", "plain-http"] }),
  "proxied-authorization": both(
    "an authorization request of a second client, where that of the first was passed on to another authorization server",
    { sends: ["second"], besides: ["registered", "second-then-#"] },
  ),
  "client-document": both(
    "an authorization request of a client whose id is the address of a correct document, three times",
    {
      sends: ["right-#"],
      besides: ["right-#-then-#", "fetched-#"],
    },
  ),
  "bad-client-document": both(
    "the same with documents that name another client id, list another redirect URI or none, are no JSON, are answered with a redirect, or are large",
    {
      sends: ["wrong-id", "other-redirect", "no-redirects", "not-json", "moved", "large"],
      besides: [
        ...(["wrong-id-then-#", "other-redirect-then-#", "no-redirects-then-#", "not-json-then-#"] as const),
        ...(["moved-then-#", "large-then-#", "fetched-#", "fetched-target"] as const),
      ],
    },
  ),
  "private-client-document": both(
    "the same with an address of this machine, where the authorization server is elsewhere",
    {
      besides: ["then-#", "fetched"],
    },
  ),
  "token-refusal": both(
    "token requests that nothing entitles to a token: a made-up code, an unknown client with a made-up secret, no grant type",
    { sends: ["made-up-code", "unknown-client", "no-grant-type"] },
  ),
  "token-by-get": both("a token request by GET, with everything in the query string"),
  "code-exchange": both("token requests with a code: with the wrong verifier, with the right one, and once more", {
    sends: ["wrong-verifier", "right", "again"],
    besides: ["callback", "revoked"],
  }),
  "client-credentials": both("a token request for client credentials without any"),
  "identity-assertion": both("a token request with an unsigned assertion of an identity provider that does not exist"),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly "authorization-server": typeof AUTHORIZATION_SERVER_QUESTIONS;
  }
}
