// The authorization of an example server: bearer tokens, protected-resource metadata (RFC 9728), and an authorization
// server on the same origin, as far as a prober without an account can see it. Nobody can log in here.

import type { HttpExchange } from "./http-exchange.ts";
import { introspect } from "./introspect.ts";
import { verifyJwt } from "./jwt.ts";

const HOUR_S = 3_600;

/** Looks like a JWT that the server's own authorization server issued; known by heart, like the others. */
export const selfIssued = (origin: string, lifetime: number | undefined): string => {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = 1_700_000_000;
  const claims = { iss: origin, sub: "owner", iat, ...(lifetime === undefined ? {} : { exp: iat + lifetime }) };
  return `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.c2lnbmF0dXJlLW9mLW5vYm9keQ`;
};

export const LIFETIMES = { daily: 24 * HOUR_S, yearly: 365 * 24 * HOUR_S, endless: undefined } as const;

/** Tokens that exist; everything else is made up. */
export const TOKENS = {
  owner: "owner-token-7f3a9c1e5b",
  // Another user, who may do the same.
  second: "second-token-6c2e8a4f1d",
  // May read and list, and call nothing.
  reader: "reader-token-2d8e4f6a0c",
  expired: "expired-token-9b1c3d5e7f",
  // Good, but for another server of the same authorization server.
  foreign: "foreign-token-4a6b8c0d2e",
} as const;

// "issued": with a token of an issuer that the test runs, and that this server trusts.
export type Caller = "nobody" | "issued" | keyof typeof TOKENS | keyof typeof LIFETIMES;

export interface AuthOptions {
  /** Whom the tests probe as; the server itself does not care. */
  caller?: Caller;
  /** Whom else they have tokens of: another user, and one with fewer rights. */
  beside?: true;
  /** The address of an issuer that this server trusts. */
  issuer?: string;
  /** Tokens of the issuer are not read here: it is asked about each. */
  introspects?: true;
  /** Where metadata is: everywhere it may be, or (2025-03-26 only) nowhere, with endpoints at their default paths. */
  discovery?: "metadata" | "default-endpoints";
  /** The path of the issuer; the root of the origin unless said. */
  issuerPath?: string;
}

const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
const SCOPES = { read: "notes:read", call: "notes:call", all: "notes:all" } as const;

type Refused = "missing" | "malformed" | "invalid" | "scope";

interface Judgement {
  readonly verdict: "fine" | Refused;
  readonly caller?: string;
  /** Which scopes are missing. */
  readonly missing?: readonly string[];
}

/** What a token allows, and to whom. */
interface Grant {
  readonly caller: string;
  readonly scopes: readonly string[];
}

const STATIC_GRANTS: ReadonlyMap<string, Grant> = new Map([
  [TOKENS.owner, { caller: "owner", scopes: [SCOPES.read, SCOPES.call] }],
  [TOKENS.second, { caller: "second", scopes: [SCOPES.read, SCOPES.call] }],
  [TOKENS.reader, { caller: "reader", scopes: [SCOPES.read] }],
]);

export class Authorization {
  origin = "";
  readonly #options: AuthOptions;
  readonly #path: string;
  readonly #callers = new WeakMap<HttpExchange, string>();

  constructor(options: AuthOptions, path: string) {
    this.#options = options;
    this.#path = path;
  }

  /** Answers what belongs to authorization: the public documents and endpoints, and requests that may not pass. */
  async handles(http: HttpExchange): Promise<boolean> {
    return this.#servesPublic(http) || (await this.#refuses(http));
  }

  /** Who was let in. */
  callerOf(http: HttpExchange): string | undefined {
    return this.#callers.get(http);
  }

  #servesPublic(http: HttpExchange): boolean {
    const { pathname } = http.url;
    const document = this.#documents().get(pathname);
    if (document !== undefined && http.request.method === "GET") {
      http.answer(200, { "Content-Type": "application/json" }, JSON.stringify(document));
      return true;
    }
    if (pathname === "/authorize" || pathname === "/token") {
      const error = { error: "invalid_request", error_description: "The request lacks its parameters" };
      http.answer(400, { "Content-Type": "application/json" }, JSON.stringify(error));
      return true;
    }
    if (pathname === "/register") {
      http.answer(http.request.method === "OPTIONS" ? 204 : 400, { Allow: "POST, OPTIONS" });
      return true;
    }
    return false;
  }

  #documents(): Map<string, object> {
    const { discovery, issuerPath = "" } = this.#options;
    if (discovery === "default-endpoints") return new Map();
    const issuer = `${this.origin}${issuerPath}`;
    const resource = {
      resource: `${this.origin}${this.#path}`,
      authorization_servers: [this.#options.issuer ?? issuer],
      scopes_supported: [SCOPES.read, SCOPES.call],
      bearer_methods_supported: ["header"],
    };
    const server = {
      issuer,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      registration_endpoint: `${this.origin}/register`,
      scopes_supported: [SCOPES.read, SCOPES.call, "offline_access"],
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    };
    return new Map<string, object>([
      [`${RESOURCE_METADATA}${this.#path}`, resource],
      [RESOURCE_METADATA, resource],
      [`/.well-known/oauth-authorization-server${issuerPath}`, server],
      [`/.well-known/openid-configuration${issuerPath}`, server],
    ]);
  }

  async #refuses(http: HttpExchange): Promise<boolean> {
    if (http.url.pathname !== this.#path) return false;
    const { verdict, caller, missing } = await this.#judge(http);
    if (verdict === "fine") {
      if (caller !== undefined) this.#callers.set(http, caller);
      return false;
    }
    const status = verdict === "scope" ? 403 : verdict === "malformed" ? 400 : 401;
    const body = ERRORS[verdict];
    const headers = { "Content-Type": "application/json", "WWW-Authenticate": this.#challenge(verdict, missing) };
    http.answer(status, headers, JSON.stringify(body ?? { error: "unauthorized" }));
    return true;
  }

  // Who sent no credentials at all is told where to get some, and of no error.
  #challenge(verdict: Refused, missing: readonly string[] = [SCOPES.read]): string {
    const error = ERRORS[verdict]?.error;
    const parameters = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      // All that is known of a token nobody here can read.
      ...(verdict === "invalid" && this.#options.introspects ? ['error_description="The token is not active"'] : []),
      `scope="${missing.join(" ")}"`,
      ...(this.#options.discovery === "default-endpoints"
        ? []
        : [`resource_metadata="${this.origin}${RESOURCE_METADATA}${this.#path}"`]),
    ];
    return `Bearer ${parameters.join(", ")}`;
  }

  async #judge(http: HttpExchange): Promise<Judgement> {
    const { core } = http;
    const header = http.header("authorization");
    const asked = core.checks("token-query") ? null : http.url.searchParams.get("access_token");
    const given = asked === null ? header : `Bearer ${asked}`;
    if (given === undefined) return { verdict: core.checks("token-present") ? "missing" : "fine" };
    const [scheme = "", token, ...rest] = given.split(" ");
    if (scheme.toLowerCase() !== "bearer") return { verdict: "invalid" };
    if (token === undefined || token === "" || rest.length > 0)
      return { verdict: core.checks("token-malformed") ? "malformed" : "fine" };
    const grant = await this.#grantOf(http, token);
    if (grant === undefined) return core.checks("token-valid") ? { verdict: "invalid" } : { verdict: "fine" };
    const missing = missingScopes(http, grant);
    // One after the other is what a challenge must not do.
    const told = core.checks("token-scopes-at-once") ? missing : missing.slice(0, 1);
    return missing.length > 0 && core.checks("token-scope")
      ? { verdict: "scope", missing: told }
      : { verdict: "fine", caller: grant.caller };
  }

  async #grantOf({ core }: HttpExchange, token: string): Promise<Grant | undefined> {
    const { issuer } = this.#options;
    const isOwn = Object.values(LIFETIMES).some((lifetime) => selfIssued(this.origin, lifetime) === token);
    const known = STATIC_GRANTS.get(isOwn ? TOKENS.owner : token);
    if (known !== undefined || issuer === undefined) return known;
    const trusted = { address: issuer, audience: `${this.origin}${this.#path}` };
    const claims = this.#options.introspects ? await introspect(token, trusted) : await verifyJwt(core, token, trusted);
    if (claims === undefined) return undefined;
    return { caller: String(claims.sub), scopes: String(claims.scope ?? "").split(" ") };
  }
}

// Reading needs one scope, calling both; a broad one includes them.
function missingScopes({ core, body }: HttpExchange, { scopes }: Grant): readonly string[] {
  if (scopes.includes(SCOPES.all) && core.checks("token-scope-includes")) return [];
  const needed = isCall(body) ? [SCOPES.read, SCOPES.call] : [SCOPES.read];
  return needed.filter((scope) => !scopes.includes(scope));
}

const ERRORS: Record<Refused, { error: string; error_description: string } | undefined> = {
  missing: undefined,
  malformed: { error: "invalid_request", error_description: "The credentials are malformed" },
  invalid: { error: "invalid_token", error_description: "The token is not valid here" },
  scope: { error: "insufficient_scope", error_description: "Calling tools needs another scope" },
};

const isCall = (body: Buffer): boolean => body.includes('"tools/call"');
