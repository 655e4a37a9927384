import { createHash, randomBytes } from "node:crypto";
import type { IssuerRun } from "./asking.ts";

/** What only the client knows until it exchanges the code. */
export interface CodeVerifier {
  readonly verifier: string;
  readonly challenge: string;
}

export const makeProof = (): CodeVerifier => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

/** Parameters that differ from a correct request; null leaves one out. */
export type Differences = Readonly<Record<string, string | null>>;

/** The address of a correct authorization request, but for the differences. Undefined: there is no such endpoint. */
export const authorizationAddress = (
  { metadata, resource, scope, client }: IssuerRun,
  { challenge }: CodeVerifier,
  differences: Differences = {},
): URL | undefined => {
  if (!metadata.authorizationEndpoint) return undefined;
  const url = new URL(metadata.authorizationEndpoint);
  const parameters: Record<string, string | null | undefined> = {
    response_type: "code",
    client_id: client?.id,
    redirect_uri: client?.redirect_uris[0],
    scope,
    state: randomBytes(12).toString("base64url"),
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource,
    ...differences,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  return url;
};
