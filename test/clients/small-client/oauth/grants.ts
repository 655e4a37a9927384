// Tokens without a user: client credentials, an enterprise's identity provider, workloads.

import { randomUUID } from "node:crypto";
import { importPKCS8, SignJWT } from "jose";
import { type JsonObject, listMember, stringMember } from "../../../../src/base/json.ts";
import type { Found } from "./discovery.ts";
import type { OAuthSide } from "./oauth-side.ts";
import { ask, type WebAnswer } from "./web.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_TYPE = "urn:ietf:params:oauth:token-type";

/** The token answer; undefined where a user has to sign in. An empty one: there is no way to a token. */
export const tokenWithoutUser = async (side: OAuthSide, found: Found): Promise<JsonObject | undefined> => {
  const { given } = side;
  const grants = listMember(found.metadata, "grant_types_supported");
  if (stringMember(given, "valid_jwt") !== undefined) return (await byWorkload(side, found)).body ?? {};
  if (stringMember(given, "idp_id_token") !== undefined) return (await byProvider(side, found)) ?? {};
  if (!grants.includes("client_credentials") || side.vice.registersAnyway) return undefined;
  return (await byCredentials(side, found)).body ?? {};
};

const post = (url: string, form: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<WebAnswer> =>
  ask("POST", url, { ...FORM, ...headers }, form.toString());

const basic = (given: JsonObject): Readonly<Record<string, string>> => {
  const pair = `${stringMember(given, "client_id") ?? ""}:${stringMember(given, "client_secret") ?? ""}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
};

const byCredentials = async (
  { given, vice }: OAuthSide,
  { issuer, endpoints, resource }: Found,
): Promise<WebAnswer> => {
  const form = new URLSearchParams({ grant_type: "client_credentials", resource });
  const id = stringMember(given, "client_id") ?? "";
  const pem = stringMember(given, "private_key_pem");
  if (pem === undefined) {
    if (vice.sendsSecret) {
      form.set("client_id", id);
      form.set("client_secret", stringMember(given, "client_secret") ?? "");
    }
    vice.token?.(form);
    return post(endpoints.token, form, vice.sendsSecret ? {} : basic(given));
  }
  const now = Math.floor(Date.now() / 1000);
  const claims: JsonObject = { iss: id, sub: id, aud: issuer, iat: now, exp: now + 300, jti: randomUUID() };
  const assertion = await new SignJWT(vice.assertion?.(claims) ?? claims)
    .setProtectedHeader({ alg: "ES256" })
    .sign(await importPKCS8(pem, "ES256"));
  form.set("client_assertion", assertion);
  form.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
  form.set("client_id", id);
  vice.token?.(form);
  return post(endpoints.token, form);
};

const byProvider = async (side: OAuthSide, { issuer, endpoints, resource }: Found): Promise<JsonObject | undefined> => {
  const { given, vice } = side;
  const idToken = stringMember(given, "idp_id_token") ?? "";
  const exchange = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: `${TOKEN_TYPE}:id-jag`,
    audience: issuer,
    resource,
    subject_token: idToken,
    subject_token_type: `${TOKEN_TYPE}:id_token`,
    client_id: stringMember(given, "idp_client_id") ?? "",
  });
  vice.exchange?.(exchange);
  const granted = await post(stringMember(given, "idp_token_endpoint") ?? "", exchange);
  const assertion = stringMember(granted.body, "access_token");
  if (assertion === undefined) return undefined;
  const form = new URLSearchParams({ grant_type: JWT_BEARER, assertion });
  vice.bearer?.(form, idToken);
  return (await post(endpoints.token, form, basic(given))).body;
};

const byWorkload = async ({ given, vice }: OAuthSide, { endpoints, resource }: Found): Promise<WebAnswer> => {
  const form = new URLSearchParams({
    grant_type: JWT_BEARER,
    assertion: stringMember(given, vice.workloadJwt ?? "valid_jwt") ?? "",
    client_id: stringMember(given, "client_id") ?? "",
    resource,
  });
  vice.token?.(form);
  let answer = await post(endpoints.token, form);
  for (let again = 0; again < (vice.triesAgain ?? 0); again += 1) answer = await post(endpoints.token, form);
  if (vice.fallsBackTo === undefined || answer.status === 200) return answer;
  return post(endpoints.token, new URLSearchParams({ grant_type: vice.fallsBackTo, client_id: "x", resource }));
};
