import type { CryptoKey } from "jose";
import type { JsonObject } from "../../../base/json.ts";
import { GIVEN_CLIENT, type GivenTo, PROVIDER_CLIENT } from "../../../probe/scenario/authorization.ts";
import { random } from "./issued.ts";

/** What a program is given before it starts, and what its proofs are checked with. */
export interface Given {
  /** Members of MCP_CONFORMANCE_CONTEXT. */
  readonly context: JsonObject;
  readonly secret?: string;
  /** Checks what the program signs, or what it was given signed. */
  readonly key?: CryptoKey;
  /** Signs what the identity provider grants. */
  readonly signs?: CryptoKey;
  readonly idToken?: string;
}

export interface GivenPlaces {
  /** The authorization server. */
  readonly issuer: string;
  /** The identity provider. */
  readonly provider: string;
}

const USER = "ada@mcptest.invalid";
const WORKLOAD = "https://workloads.mcptest.invalid";

export const makeGiven = async (given: GivenTo, { issuer, provider }: GivenPlaces): Promise<Given> => {
  const secret = random("secret");
  const credentials = { client_id: GIVEN_CLIENT, client_secret: secret };
  if (given === "secret") return { context: credentials, secret };
  if (given === "elsewhere")
    return { context: { ...credentials, issuer: "https://elsewhere.mcptest.invalid" }, secret };
  const { exportPKCS8, generateKeyPair, SignJWT } = await import("jose");
  const { publicKey: key, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const signed = (claims: JsonObject, issuedBy: string, subject: string, audience: string, life: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(issuedBy)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(privateKey);
  switch (given) {
    case "key":
      return {
        key,
        context: {
          client_id: GIVEN_CLIENT,
          private_key_pem: await exportPKCS8(privateKey),
          signing_algorithm: "ES256",
        },
      };
    case "identity": {
      const idToken = await signed({ email: USER }, provider, USER, PROVIDER_CLIENT, "1h");
      return {
        key,
        signs: privateKey,
        secret,
        idToken,
        context: {
          ...credentials,
          idp_client_id: PROVIDER_CLIENT,
          idp_id_token: idToken,
          idp_issuer: provider,
          idp_token_endpoint: `${provider}/token`,
        },
      };
    }
    case "workload": {
      const made = (audience: string, life: string) => signed({}, WORKLOAD, "workload-7", audience, life);
      const [valid, wrong, expired] = await Promise.all([
        made(issuer, "1h"),
        made("https://elsewhere.mcptest.invalid", "1h"),
        made(issuer, "-10m"),
      ]);
      return {
        key,
        context: { client_id: GIVEN_CLIENT, valid_jwt: valid, wrong_audience_jwt: wrong, expired_jwt: expired },
      };
    }
  }
};
