import { randomUUID } from "node:crypto";
import { GIVEN_CLIENT, PROVIDER_CLIENT } from "../../../probe/scenario/authorization.ts";
import type { Given } from "./given.ts";
import { type IssuerRequest, type IssuerResponse, NOT_FOUND, refusal } from "./reply.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

export interface ProviderPlace {
  readonly origin: string;
  readonly given: Given | undefined;
  /** The issuer of the MCP server's authorization server, and the MCP server. */
  readonly audience: string;
  readonly resource: string;
}

/** The identity provider of an enterprise: it exchanges an ID token for a grant at the authorization server. */
export const answerAsProvider = async (asked: IssuerRequest, place: ProviderPlace): Promise<IssuerResponse> => {
  const { origin } = place;
  if (asked.method === "GET" && asked.path.startsWith("/.well-known/"))
    return {
      status: 200,
      body: { issuer: origin, token_endpoint: `${origin}/token`, grant_types_supported: [TOKEN_EXCHANGE] },
    };
  return asked.path === "/token" && asked.method === "POST" ? exchange(asked, place) : NOT_FOUND;
};

const exchange = async (
  { form }: IssuerRequest,
  { given, origin, audience, resource }: ProviderPlace,
): Promise<IssuerResponse> => {
  const expected: readonly (readonly [string, string])[] = [
    ["grant_type", TOKEN_EXCHANGE],
    ["requested_token_type", ID_JAG],
    ["subject_token_type", ID_TOKEN],
    ["audience", audience],
    ["resource", resource],
  ];
  const wrong = expected.find(([name, value]) => form.get(name) !== value);
  if (wrong) return refusal("invalid_request", `${wrong[0]} is not what it has to be`);
  if (!given?.signs || form.get("subject_token") !== given.idToken)
    return refusal("invalid_grant", "subject_token is not the ID token that was given");
  const { SignJWT } = await import("jose");
  const grant = await new SignJWT({ resource, client_id: GIVEN_CLIENT })
    .setProtectedHeader({ alg: "ES256", typ: "oauth-id-jag+jwt" })
    .setIssuer(origin)
    .setSubject(PROVIDER_CLIENT)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("5m")
    .setJti(randomUUID())
    .sign(given.signs);
  return { status: 200, body: { access_token: grant, issued_token_type: ID_JAG, token_type: "N_A", expires_in: 300 } };
};
