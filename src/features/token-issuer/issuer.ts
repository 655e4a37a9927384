import { randomUUID } from "node:crypto";
import type { TokenKind } from "../../base/token-kind.ts";
import { listenWeb, type WebListener } from "../../wire/listen-web.ts";
import { type Claims, encodeToken } from "./encode-token.ts";
import { type IssuerKeys, makeKeys } from "./keys.ts";

/** What the tokens of one run are made for. */
export interface TokenOrder {
  /** The resource identifier of the server under test. */
  readonly audience: string;
  readonly scopes: readonly string[];
}

/** Which user a token is of: they have nothing in common but the issuer. */
export type TestUser = "mcptest-user-1" | "mcptest-user-2";

/** An authorization server for the length of a run, on loopback: its metadata, its keys, and tokens of every kind. */
export interface Issuer {
  readonly address: string;
  token(kind: TokenKind, order: TokenOrder, subject?: TestUser): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = "mcptest";
const HOUR_S = 3_600;

export const startIssuer = async (port: number, onBug: (error: unknown) => void): Promise<Issuer> => {
  const keys = await makeKeys();
  const known = new Map<string, Claims>();
  let address = "";
  const listener: WebListener = await listenWeb((request) => answer(request, address, keys, known), {
    port,
    host: "127.0.0.1",
    onBug,
  });
  address = `http://127.0.0.1:${listener.port}`;
  return {
    address,
    token: async (kind, order, subject = "mcptest-user-1") => {
      const claims = claimsFor(kind, order, subject, address);
      const token = await encodeToken(kind, claims, keys);
      if (kind === "good" || kind === "capitals" || kind === "other-audience") known.set(token, claims);
      return token;
    },
    close: () => listener.close(),
  };
};

const claimsFor = (kind: TokenKind, { audience, scopes }: TokenOrder, sub: TestUser, iss: string): Claims => {
  const now = Math.floor(Date.now() / 1_000);
  const good: Claims = {
    iss,
    sub,
    aud: audience,
    client_id: CLIENT,
    azp: CLIENT,
    scope: scopes.join(" "),
    iat: now,
    exp: now + HOUR_S,
    jti: randomUUID(),
  };
  switch (kind) {
    case "expired":
      // Far beyond any tolerance for clocks that differ.
      return { ...good, iat: now - 3 * HOUR_S, exp: now - 2 * HOUR_S };
    case "not-yet-valid":
      return { ...good, nbf: now + 2 * HOUR_S, exp: now + 3 * HOUR_S };
    case "other-issuer":
      return { ...good, iss: "https://issuer.mcptest.invalid" };
    case "other-audience":
      return { ...good, aud: "https://other.mcptest.invalid/mcp" };
    case "id-token": {
      const { scope: _, client_id: __, ...rest } = good;
      return { ...rest, aud: CLIENT, nonce: randomUUID(), auth_time: now };
    }
    case "capitals":
      return { ...good, aud: inCapitals(audience) };
    case "good":
    case "unknown-key":
    case "other-key":
    case "unsigned":
    case "public-key-as-secret":
      return good;
  }
};

/** The same resource, with scheme and host in upper case. */
const inCapitals = (uri: string): string => {
  const [, start = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(uri) ?? [];
  return start === "" ? uri : `${start.toUpperCase()}${rest}`;
};

const answer = async (
  request: Request,
  issuer: string,
  keys: IssuerKeys,
  known: ReadonlyMap<string, Claims>,
): Promise<Response> => {
  const { pathname } = new URL(request.url);
  switch (pathname) {
    case "/.well-known/oauth-authorization-server":
    case "/.well-known/openid-configuration":
      return Response.json(metadata(issuer));
    case "/jwks":
    case "/.well-known/jwks.json":
      return Response.json({ keys: [keys.publicJwk] });
    case "/introspect":
      return Response.json(introspect(await formToken(request), known));
    case "/authorize":
    case "/token":
      // Nobody signs in here: the tokens are made by the run itself.
      return Response.json(
        { error: "access_denied", error_description: "mcptest makes its own tokens" },
        { status: 400 },
      );
    default:
      return new Response(null, { status: 404 });
  }
};

const metadata = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  introspection_endpoint: `${issuer}/introspect`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

/** A form longer than any token is none of ours. */
const MAX_FORM = 64_000;

const formToken = async (request: Request): Promise<string> => {
  const text = request.method === "POST" ? await request.text() : "";
  return text.length > MAX_FORM ? "" : (new URLSearchParams(text).get("token") ?? "");
};

/** Only tokens that are in force are active (RFC 7662); for whom they are is for the server to see. */
const introspect = (token: string, known: ReadonlyMap<string, Claims>): object => {
  const claims = known.get(token);
  return claims ? { active: true, token_type: "Bearer", ...claims } : { active: false };
};
