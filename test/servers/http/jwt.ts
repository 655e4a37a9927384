// What a resource server does with a JWT of the issuer it trusts, one check after the other, so that each can be left out.

import { createHmac, createPublicKey, type KeyObject, verify } from "node:crypto";
import { isObject, type JsonObject } from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";

export interface TrustedIssuer {
  address: string;
  /** What this server calls itself. */
  audience: string;
}

// Clocks differ a little.
const LEEWAY_S = 60;

/** The claims of a token that is good here; undefined for any other. */
export async function verifyJwt(
  core: ServerCore,
  token: string,
  trusted: TrustedIssuer,
): Promise<JsonObject | undefined> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = decode(head);
  const claims = decode(body);
  if (header === undefined || claims === undefined) return undefined;
  const keys = await fetchKeys(trusted.address);
  if (!isSigned(core, header, `${head}.${body}`, Buffer.from(signature, "base64url"), keys)) return undefined;
  const now = Date.now() / 1_000;
  if (core.checks("jwt-expiry") && !(Number(claims.exp) > now - LEEWAY_S)) return undefined;
  if (core.checks("jwt-not-before") && claims.nbf !== undefined && !(Number(claims.nbf) < now + LEEWAY_S))
    return undefined;
  if (core.checks("jwt-issuer") && claims.iss !== trusted.address) return undefined;
  if (core.checks("jwt-audience") && !isFor(core, claims.aud, trusted.audience)) return undefined;
  return claims;
}

// Scheme and host are the same in any case.
function isFor(core: ServerCore, claim: unknown, audience: string): boolean {
  const all = Array.isArray(claim) ? claim : [claim];
  const plain = (value: unknown): string =>
    core.checks("jwt-audience-case") && typeof value === "string" && URL.canParse(value)
      ? new URL(value).href
      : String(value);
  return all.some((one) => plain(one) === plain(audience));
}

function isSigned(core: ServerCore, header: JsonObject, text: string, signature: Buffer, keys: JsonObject[]): boolean {
  if (header.alg !== "RS256" && core.checks("jwt-algorithm")) return false;
  if (header.alg === "none") return true;
  const named = keys.find(({ kid }) => kid === header.kid);
  if (header.alg === "HS256") {
    const [first] = keys;
    const pem = first === undefined ? "" : keyOf(first).export({ type: "spki", format: "pem" });
    return createHmac("sha256", pem).update(text).digest().equals(signature);
  }
  const embedded = isObject(header.jwk) && !core.checks("jwt-embedded-key") ? header.jwk : undefined;
  const key = named ?? embedded;
  if (key === undefined) return false;
  return !core.checks("jwt-signature") || verify("RSA-SHA256", Buffer.from(text), keyOf(key), signature);
}

function keyOf(jwk: JsonObject): KeyObject {
  return createPublicKey({ key: jwk, format: "jwk" });
}

async function fetchKeys(address: string): Promise<JsonObject[]> {
  const response = await fetch(`${address}/jwks`);
  const { keys } = (await response.json()) as { keys: JsonObject[] };
  return keys;
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
