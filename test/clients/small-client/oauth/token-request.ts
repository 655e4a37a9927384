// Token requests: how the client proves who it is, and where nonces are asked for.

import { type JsonObject, listMember, member } from "../../../../src/base/json.ts";
import type { Found } from "./discovery.ts";
import type { OAuthClient, OAuthSide } from "./oauth-side.ts";
import { ask, type WebAnswer } from "./web.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

export const requestToken = async (
  side: OAuthSide,
  form: URLSearchParams,
  client: OAuthClient,
  { metadata, endpoints }: Found,
): Promise<JsonObject | undefined> => {
  const { vice, prover } = side;
  const headers = authenticate(form, client, metadata, vice.authentication);
  vice.token?.(form);
  const isBound = member(metadata, "dpop_signing_alg_values_supported") !== undefined;
  const send = async (nonce: string | undefined): Promise<WebAnswer> => {
    const about = vice.proofs === "wrong-for-token" ? side.endpoint : endpoints.token;
    const proof = isBound ? { DPoP: await prover.prove("POST", about, { nonce }) } : {};
    return ask("POST", endpoints.token, { ...FORM, ...headers, ...proof }, form.toString());
  };
  const answer = await send(undefined);
  const wantsNonce = member(answer.body, "error") === "use_dpop_nonce" && vice.proofs !== "no-nonce-for-token";
  const last = wantsNonce ? await send(answer.header("dpop-nonce")) : answer;
  return last.status === 200 ? last.body : undefined;
};

const authenticate = (
  form: URLSearchParams,
  { id, secret, method }: OAuthClient,
  metadata: JsonObject,
  forced: OAuthSide["vice"]["authentication"],
): Readonly<Record<string, string>> => {
  const listed = listMember(metadata, "token_endpoint_auth_methods_supported");
  const usual = method ?? (secret === undefined ? "none" : String(listed[0] ?? "client_secret_basic"));
  const used = forced ?? (usual === "client_secret_basic" ? "basic" : usual === "client_secret_post" ? "post" : "none");
  const isInForm = used === "post" || used === "both";
  if (used !== "basic") form.set("client_id", id);
  if (isInForm) form.set("client_secret", secret ?? "a-secret-that-nobody-gave");
  if (used !== "basic" && used !== "both") return {};
  const credential = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? "")}`).toString("base64");
  return { Authorization: `Basic ${credential}` };
};
