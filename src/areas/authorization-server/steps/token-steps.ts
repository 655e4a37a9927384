import type { Header } from "../../../base/header.ts";
import { listMember, stringMember } from "../../../base/json.ts";
import { readStrictJson } from "../../../base/strict-json.ts";
import type { IssuedToken } from "../../../capture/capture.ts";
import { ask, type IssuerRun, leaveOut } from "./asking.ts";
import { type CodeVerifier, makeProof } from "./authorization-address.ts";

const MADE_UP = "mcptest-made-up";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

const basic = (id: string, secret: string): Header => [
  "Authorization",
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`, "utf8").toString("base64")}`,
];

/** What nothing entitles to a token. It needs no client and leaves nothing behind. */
export const askForNothing = async (asking: IssuerRun): Promise<void> => {
  const { metadata, client } = asking;
  const url = metadata.tokenEndpoint;
  const redirect_uri = client?.redirect_uris[0] ?? "http://127.0.0.1:8976/callback";
  const client_id = client?.id ?? MADE_UP;
  const form = {
    grant_type: "authorization_code",
    code: MADE_UP,
    redirect_uri,
    client_id,
    code_verifier: makeProof().verifier,
  };
  await ask(asking, "token-refusal", "made-up-code", { method: "POST", url, form, deliberate: true });
  const methods = listMember(metadata.document, "token_endpoint_auth_methods_supported");
  // Whoever does not say that it reads the header need not answer in its words.
  if (methods.includes("client_secret_basic")) {
    const headers = [basic(MADE_UP, MADE_UP)];
    const code = { grant_type: "authorization_code", code: MADE_UP, redirect_uri, code_verifier: form.code_verifier };
    await ask(asking, "token-refusal", "unknown-client", {
      method: "POST",
      url,
      form: code,
      headers,
      deliberate: true,
    });
  }
  await ask(asking, "token-refusal", "no-grant-type", { method: "POST", url, form: { client_id }, deliberate: true });
  const query = new URL(url);
  for (const [name, value] of Object.entries(form)) query.searchParams.set(name, value);
  await ask(asking, "token-by-get", "", { url: query, deliberate: true });
};

/** The grants of the two authorization extensions, where the metadata offers them. */
export const askExtensions = async (asking: IssuerRun): Promise<void> => {
  const { metadata } = asking;
  const grants = listMember(metadata.document, "grant_types_supported");
  const url = metadata.tokenEndpoint;
  if (grants.includes("client_credentials")) {
    const form = { grant_type: "client_credentials", scope: asking.scope, resource: asking.resource };
    await ask(asking, "client-credentials", "", { method: "POST", url, form, deliberate: true });
  } else
    leaveOut(asking, ["client-credentials"], "not-offered", "the metadata does not list the grant client_credentials");
  if (grants.includes(JWT_BEARER)) {
    const form = { grant_type: JWT_BEARER, assertion: unsignedAssertion(asking), client_id: asking.client?.id };
    await ask(asking, "identity-assertion", "", { method: "POST", url, form, deliberate: true });
  } else leaveOut(asking, ["identity-assertion"], "not-offered", "the metadata does not list the grant jwt-bearer");
};

const YEAR_2100 = 4_102_444_800;

/** In the form of an identity provider's, signed by nobody. */
const unsignedAssertion = ({ metadata, client, resource }: IssuerRun): string => {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
  const claims = {
    iss: "https://mcptest.invalid",
    sub: "mcptest",
    aud: metadata.issuer,
    client_id: client?.id ?? MADE_UP,
    ...(resource === undefined ? {} : { resource }),
    exp: YEAR_2100,
    iat: 1_700_000_000,
    jti: "mcptest",
  };
  return `${encode({ alg: "none", typ: "oauth-id-jag+jwt" })}.${encode(claims)}.`;
};

/** Uses a code in three ways; the token, if one is issued, is revoked where that is offered. */
export const exchangeCode = async (asking: IssuerRun, code: string, proof: CodeVerifier): Promise<void> => {
  const { client, metadata } = asking;
  if (!client) return;
  const url = metadata.tokenEndpoint;
  const exchange = (as: string, verifier: string, deliberate: boolean) =>
    ask(asking, "code-exchange", as, {
      method: "POST",
      url,
      form: {
        grant_type: "authorization_code",
        code,
        redirect_uri: client.redirect_uris[0],
        client_id: client.id,
        client_secret: client.secret,
        code_verifier: verifier,
        resource: asking.resource,
      },
      deliberate,
    });
  const wrong = makeProof();
  const first = await exchange("wrong-verifier", wrong.verifier, true);
  keepSecrets(first.json, asking.secrets);
  const right = await exchange("right", proof.verifier, false);
  keepSecrets(right.json, asking.secrets);
  const token = stringMember(right.json, "access_token");
  if (token === undefined) return;
  asking.token = describeToken(token);
  const again = await exchange("again", proof.verifier, true);
  keepSecrets(again.json, asking.secrets);
  const revocation = metadata.revocationEndpoint;
  if (!revocation || revocation.origin !== url.origin) return;
  const form = { token, client_id: client.id, client_secret: client.secret };
  await ask(asking, "code-exchange", "revoked", { method: "POST", url: revocation, form });
};

const keepSecrets = (json: unknown, secrets: Set<string>): void => {
  for (const name of ["access_token", "refresh_token", "id_token"]) {
    const value = stringMember(json as never, name);
    if (value !== undefined) secrets.add(value);
  }
};

/** What the token says of itself; nobody vouches for it here, and only its audience is looked at. */
export const describeToken = (token: string): IssuedToken => {
  const parts = token.split(".");
  const reading =
    parts.length === 3
      ? readStrictJson(Buffer.from(parts[1] ?? "", "base64url").toString("utf8"), { depth: 32, values: 1_000 })
      : undefined;
  if (!reading?.ok) return { form: "opaque" };
  const one = stringMember(reading.value, "aud");
  const audience =
    one === undefined ? listMember(reading.value, "aud").filter((name) => typeof name === "string") : [one];
  return { form: "jwt", audience };
};
