// The authorization of an example server: bearer tokens, protected-resource metadata (RFC 9728), and an authorization
// server on the same origin, as far as a prober without an account can see it. Nobody can log in here.

import type { HttpExchange } from "./http-exchange.ts";

/** Tokens that exist; everything else is made up. */
export const TOKENS = {
  owner: "owner-token-7f3a9c1e5b",
  // May read and list, and call nothing.
  reader: "reader-token-2d8e4f6a0c",
  expired: "expired-token-9b1c3d5e7f",
  // Good, but for another server of the same authorization server.
  foreign: "foreign-token-4a6b8c0d2e",
} as const;

export type Caller = "nobody" | keyof typeof TOKENS;

export interface AuthOptions {
  /** Whom the tests probe as; the server itself does not care. */
  caller?: Caller;
  /** Where metadata is: everywhere it may be, or (2025-03-26 only) nowhere, with endpoints at their default paths. */
  discovery?: "metadata" | "default-endpoints";
  /** The path of the issuer; the root of the origin unless said. */
  issuerPath?: string;
}

const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
const SCOPES = { read: "notes:read", call: "notes:call" } as const;

type Judgement = "fine" | "missing" | "malformed" | "invalid" | "scope";

export class Authorization {
  origin = "";
  readonly #options: AuthOptions;
  readonly #path: string;

  constructor(options: AuthOptions, path: string) {
    this.#options = options;
    this.#path = path;
  }

  /** Answers what belongs to authorization: the public documents and endpoints, and requests that may not pass. */
  handles(http: HttpExchange): boolean {
    return this.#servesPublic(http) || this.#refuses(http);
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
      authorization_servers: [issuer],
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

  #refuses(http: HttpExchange): boolean {
    if (http.url.pathname !== this.#path) return false;
    const judgement = this.#judge(http);
    if (judgement === "fine") return false;
    const status = judgement === "scope" ? 403 : judgement === "malformed" ? 400 : 401;
    const body = ERRORS[judgement];
    const headers = { "Content-Type": "application/json", "WWW-Authenticate": this.#challenge(judgement) };
    http.answer(status, headers, JSON.stringify(body ?? { error: "unauthorized" }));
    return true;
  }

  // Who sent no credentials at all is told where to get some, and of no error.
  #challenge(judgement: Exclude<Judgement, "fine">): string {
    const error = ERRORS[judgement]?.error;
    const scope = judgement === "scope" ? SCOPES.call : SCOPES.read;
    const parameters = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      `scope="${scope}"`,
      ...(this.#options.discovery === "default-endpoints"
        ? []
        : [`resource_metadata="${this.origin}${RESOURCE_METADATA}${this.#path}"`]),
    ];
    return `Bearer ${parameters.join(", ")}`;
  }

  #judge(http: HttpExchange): Judgement {
    const { core } = http;
    const header = http.header("authorization");
    const asked = core.checks("token-query") ? null : http.url.searchParams.get("access_token");
    const given = asked === null ? header : `Bearer ${asked}`;
    if (given === undefined) return core.checks("token-present") ? "missing" : "fine";
    const [scheme = "", token, ...rest] = given.split(" ");
    if (scheme.toLowerCase() !== "bearer") return "invalid";
    if (token === undefined || token === "" || rest.length > 0)
      return core.checks("token-malformed") ? "malformed" : "fine";
    if (token === TOKENS.owner || !core.checks("token-valid")) return "fine";
    if (token === TOKENS.reader) return isCall(http.body) && core.checks("token-scope") ? "scope" : "fine";
    return "invalid";
  }
}

const ERRORS: Record<Exclude<Judgement, "fine">, { error: string; error_description: string } | undefined> = {
  missing: undefined,
  malformed: { error: "invalid_request", error_description: "The credentials are malformed" },
  invalid: { error: "invalid_token", error_description: "The token is not valid here" },
  scope: { error: "insufficient_scope", error_description: "Calling tools needs another scope" },
};

const isCall = (body: Buffer): boolean => body.includes('"tools/call"');
