// What a resource server does with a token that it cannot read: the authorization server says whether it is in force (RFC 7662).

import { isObject, type JsonObject } from "../json-rpc.ts";
import type { TrustedIssuer } from "./jwt.ts";

/** What the issuer says of a token that is in force and made for this server; undefined for any other. */
export async function introspect(token: string, { address, audience }: TrustedIssuer): Promise<JsonObject | undefined> {
  const body = new URLSearchParams({ token, token_type_hint: "access_token" });
  const response = await fetch(`${address}/introspect`, { method: "POST", body });
  const said: unknown = await response.json();
  if (!isObject(said) || said.active !== true) return undefined;
  const all = Array.isArray(said.aud) ? said.aud : [said.aud];
  return all.some((one) => isSame(one, audience)) ? said : undefined;
}

// Scheme and host are the same in any case.
function isSame(claim: unknown, audience: string): boolean {
  return typeof claim === "string" && URL.canParse(claim) && new URL(claim).href === new URL(audience).href;
}
