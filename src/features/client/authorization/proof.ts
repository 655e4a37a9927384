import { createHash } from "node:crypto";
import type { IssuerRequest } from "./reply.ts";

/** What a proof has to be about (RFC 9449). */
export interface ProofOccasion {
  readonly url: string;
  /** The token that is shown along with it. */
  readonly token?: string;
  /** Digest of the key the token is bound to. */
  readonly key?: string;
  readonly nonce?: string;
}

export type Proof =
  | { readonly ok: true; readonly key: string }
  /** `wantsNonce`: nothing is wrong with it but the nonce. */
  | { readonly ok: false; readonly why: string; readonly wantsNonce?: true };

/** Clocks of one machine; the official suite allows the same. */
const TOLERANCE_S = 60;

export const checkProof = async (asked: IssuerRequest, occasion: ProofOccasion, shown: Set<string>): Promise<Proof> => {
  const [header, ...more] = asked.headers("dpop");
  if (header === undefined) return wrong("there is no DPoP header");
  if (more.length > 0) return wrong("there are several DPoP headers");
  const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = await import("jose");
  try {
    const { payload, protectedHeader } = await jwtVerify(header, EmbeddedJWK, { typ: "dpop+jwt" });
    const { jwk } = protectedHeader;
    if (jwk === undefined || "d" in jwk) return wrong("the proof has no public key");
    const key = await calculateJwkThumbprint(jwk);
    if (payload["htm"] !== asked.method) return wrong("htm is not the method of the request");
    if (payload["htu"] !== occasion.url) return wrong("htu is not the address of the request without its query");
    if (Math.abs((payload.iat ?? 0) - Date.now() / 1000) > TOLERANCE_S) return wrong("iat is not near now");
    if (payload.jti === undefined) return wrong("there is no jti");
    if (shown.has(payload.jti)) return wrong("the proof was shown before");
    if (occasion.token !== undefined && payload["ath"] !== digest(occasion.token))
      return wrong("ath is not the digest of the token");
    if (occasion.key !== undefined && occasion.key !== key) return wrong("the token is bound to another key");
    shown.add(payload.jti);
    if (occasion.nonce !== undefined && payload["nonce"] !== occasion.nonce)
      return { ok: false, why: "there is no nonce of this server in the proof", wantsNonce: true };
    return { ok: true, key };
  } catch {
    return wrong("the proof is no JWT of type dpop+jwt signed by the key in it");
  }
};

const wrong = (why: string): Proof => ({ ok: false, why });

const digest = (token: string): string => createHash("sha256").update(token, "utf8").digest("base64url");
