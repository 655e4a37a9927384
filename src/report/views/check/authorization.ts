import type { AuthorizationBlock } from "../../../scores/authorization/authorization.ts";
import type { Result } from "../../../scores/result/result.ts";

const PLACES: Readonly<Record<string, string>> = {
  rfc8414: "RFC 8414",
  openid: "OpenID Connect",
  "openid-appended": "OpenID Connect",
};

/** What an authorization server is and offers, a row each. */
export const authorizationRows = (
  { revision, server: { outcome } }: Result,
  { issuer, server, metadata, offers, client, token }: AuthorizationBlock,
): readonly (readonly [string, string])[] => {
  const kinds = [...new Set(metadata.map((place) => PLACES[place] ?? place))];
  const offered = [
    ...(offers.code_challenge_methods ? [`PKCE ${offers.code_challenge_methods.join(", ")}`] : []),
    ...(offers.registration ? ["dynamic registration"] : []),
    ...(offers.client_documents ? ["client metadata documents"] : []),
    ...(offers.iss ? ["iss in responses"] : []),
    ...offers.extensions.map((name) => `extension ${name}`),
  ];
  return [
    ["issuer", issuer],
    ...(server === null ? [] : [["named by", server] as const]),
    ["judged by", revision ?? "unknown"],
    ...(kinds.length > 0 ? [["metadata", kinds.join(" and ")] as const] : []),
    ...(offered.length > 0 ? [["offers", offered.join(", ")] as const] : []),
    ["client", client ? `${client.kind}${client.confidential ? ", with a secret" : ""}` : "none"],
    ...(token === null ? [] : [["token", token] as const]),
    ...(outcome && outcome !== "complete" ? [["outcome", outcome] as const] : []),
  ];
};
