import { isJsonObject, type Json, type JsonObject, stringMember } from "../../../base/json.ts";
import type { Authorization, ServerName } from "../../../probe/scenario/authorization.ts";
import type { AccessToken, IssuedCredentials } from "./issued.ts";
import { checkProof } from "./proof.ts";
import type { IssuerRequest, IssuerResponse } from "./reply.ts";

export interface GuardPlace {
  readonly authorization: Authorization;
  readonly issued: IssuedCredentials;
  /** The MCP endpoint. */
  readonly endpoint: string;
  readonly issuerOf: (name: ServerName) => string;
  /** Where nothing may be sent. */
  readonly canary: string;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const CUSTOM = "/custom/metadata/location.json";
const NONCE = "mcptest-nonce-of-the-resource";

/** What stands before the MCP endpoint: it lets through who has a token. */
export class ResourceGuard {
  readonly #place: GuardPlace;
  #moved = false;

  constructor(place: GuardPlace) {
    this.#place = place;
  }

  /** The answer in place of the MCP server's; undefined: let through. */
  async answer(asked: IssuerRequest): Promise<IssuerResponse | undefined> {
    const endpoint = new URL(this.#place.endpoint);
    if (asked.path === endpoint.pathname) return this.#guard(asked);
    return asked.method === "GET" && asked.path === this.#metadataPath ? this.#metadata() : undefined;
  }

  get #metadataPath(): string | undefined {
    const { at = "path" } = this.#place.authorization.resource ?? {};
    const places = {
      path: `${WELL_KNOWN}${new URL(this.#place.endpoint).pathname}`,
      root: WELL_KNOWN,
      custom: CUSTOM,
      nowhere: undefined,
    } satisfies Record<typeof at, string | undefined>;
    return places[at];
  }

  #metadata(): IssuerResponse {
    const { authorization, endpoint, issuerOf } = this.#place;
    const { resource = "$endpoint", servers = ["one"], scopes } = authorization.resource ?? {};
    const listed: readonly ServerName[] = this.#moved ? ["two"] : servers;
    const body: JsonObject = {
      resource: resource.replace("$endpoint", endpoint).replace("$origin", new URL(endpoint).origin),
      authorization_servers: listed.map(issuerOf),
      bearer_methods_supported: ["header"],
      ...(scopes ? { scopes_supported: [...scopes] } : {}),
    };
    return { status: 200, body };
  }

  async #guard(asked: IssuerRequest): Promise<IssuerResponse | undefined> {
    const { authorization, issued, canary } = this.#place;
    const methods = asked.method === "POST" ? methodsIn(asked.body) : [asked.method];
    if (methods.length > 0 && methods.every((method) => authorization.free?.includes(method))) return undefined;
    const [, scheme = "", value = ""] = /^(\S+) +(\S+)$/.exec(asked.header("authorization") ?? "") ?? [];
    if (value === "") return this.#challenge();
    const token = issued.access.get(value);
    if (!token || authorization.refusesAll) return this.#challenge(INVALID);
    const isBound = token.key !== undefined;
    if (scheme.toLowerCase() !== (isBound ? "dpop" : "bearer")) return this.#challenge(INVALID);
    const unproven = isBound ? await this.#proof(asked, value, token) : undefined;
    if (unproven) return unproven;
    const { stepUp, uses, moves, redirects } = authorization;
    const isWork = methods.some((method) => WORK.test(method));
    if (moves && this.#moved && token.server === "one") return this.#challenge(INVALID);
    if (uses !== undefined && isWork && token.uses >= uses) return this.#challenge(INVALID);
    if (stepUp && methods.includes(stepUp.method)) {
      const has = token.scope.split(" ").includes(stepUp.scope);
      if (!has || stepUp.forever) return this.#forbid(stepUp.scope);
    }
    if (redirects !== undefined && methods.includes(redirects))
      return { status: 307, headers: [["Location", `${canary}/mcp`]] };
    if (isWork) token.uses += 1;
    if (moves && isWork) this.#moved = true;
    return undefined;
  }

  async #proof(asked: IssuerRequest, token: string, { key, server }: AccessToken): Promise<IssuerResponse | undefined> {
    const { authorization, issued, endpoint } = this.#place;
    const needsNonce = (server === "one" ? authorization.one : authorization.two)?.tokens?.nonces === true;
    const proof = await checkProof(
      asked,
      { url: endpoint, token, ...(key === undefined ? {} : { key }), ...(needsNonce ? { nonce: NONCE } : {}) },
      issued.proofs,
    );
    if (proof.ok) return undefined;
    const error = proof.wantsNonce ? "use_dpop_nonce" : "invalid_dpop_proof";
    return {
      status: 401,
      headers: [
        ["WWW-Authenticate", `DPoP error="${error}", error_description="${proof.why}"`],
        ...(proof.wantsNonce ? [["DPoP-Nonce", NONCE] as const] : []),
      ],
    };
  }

  get #metadataUrl(): string {
    return new URL(this.#metadataPath ?? `${WELL_KNOWN}/nowhere`, this.#place.endpoint).href;
  }

  #challenge(error?: string): IssuerResponse {
    const { challenge = ['Bearer resource_metadata="$metadata"'] } = this.#place.authorization;
    const lines = challenge.map((line) => line.replace("$metadata", this.#metadataUrl));
    const [first, ...rest] = lines;
    const told = error === undefined || first === undefined ? lines : [`${first}, ${error}`, ...rest];
    return { status: 401, headers: told.map((line) => ["WWW-Authenticate", line] as const) };
  }

  #forbid(scope: string): IssuerResponse {
    const metadata = `resource_metadata="${this.#metadataUrl}"`;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}", ${metadata}`;
    return { status: 403, headers: [["WWW-Authenticate", challenge]] };
  }
}

const INVALID = 'error="invalid_token"';

/** What counts as a use of a token: to connect and to tell something does not. */
const WORK = /^(?:tools|resources|prompts)\//;

const methodsIn = (body: string): readonly string[] => {
  try {
    const value = JSON.parse(body) as Json;
    return (Array.isArray(value) ? value : [value])
      .filter(isJsonObject)
      .flatMap((one) => stringMember(one, "method") ?? []);
  } catch {
    return [];
  }
};
