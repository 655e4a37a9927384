// The OAuth side of a small client: from a challenge to a token.

import { createHash, randomBytes } from "node:crypto";
import { type JsonObject, listMember, member, stringMember } from "../../../../src/base/json.ts";
import { readChallenges } from "./challenge.ts";
import { type Found, findServer } from "./discovery.ts";
import { tokenWithoutUser } from "./grants.ts";
import type { OAuthVice } from "./oauth-vice.ts";
import { Prover } from "./prover.ts";
import { requestToken } from "./token-request.ts";
import { ask } from "./web.ts";

export interface Refused {
  readonly status: number;
  readonly challenges: readonly string[];
  readonly nonce: string | undefined;
}

interface Tokens {
  readonly access: string;
  readonly type: string;
  readonly refresh: string | undefined;
  readonly scope: string | undefined;
  readonly issuer: string;
}

export interface OAuthClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly method: string | undefined;
}

const REDIRECT = "http://127.0.0.1:33418/callback";
const URL_ID = "https://client.mcptest.invalid/metadata.json";

export class OAuthSide {
  readonly endpoint: string;
  readonly vice: OAuthVice;
  /** What the program was given in its environment. */
  readonly given: JsonObject;
  readonly prover = new Prover();
  readonly #version: string;
  readonly #clients = new Map<string, OAuthClient>();
  #tokens: Tokens | undefined;
  #found: Found | undefined;
  /** Since something was accepted. */
  #flows = 0;
  #insisted = 0;
  #nonces = 0;
  #isMoved = false;

  constructor(endpoint: string, vice: OAuthVice, given: JsonObject, version: string) {
    this.endpoint = endpoint;
    this.vice = vice;
    this.given = given;
    this.#version = version;
  }

  /** The headers of a request to the server. */
  async headers(method: string): Promise<readonly (readonly [string, string])[]> {
    const { fixedToken, tokenOn, proofs } = this.vice;
    if (fixedToken !== undefined) return [["Authorization", `Bearer ${fixedToken}`]];
    if (!this.#tokens || (tokenOn && !tokenOn(method)) || this.vice.repeatsWithoutToken) return [];
    const { access, type } = this.#tokens;
    if (type !== "DPoP" || proofs === "bearer") return [["Authorization", `Bearer ${access}`]];
    const proof = await this.prover.prove(method, this.endpoint, {
      token: access,
      nonce: proofs === "no-nonce-for-server" ? undefined : this.prover.serverNonce,
      again: proofs === "same-again",
    });
    return [
      ["Authorization", `DPoP ${access}`],
      ["DPoP", proof],
    ];
  }

  onAccepted(): void {
    this.#flows = 0;
    this.#insisted = 0;
  }

  /** What is to be done about 401 or 403; true: the request is worth another attempt. */
  async onRefused({ status, challenges, nonce }: Refused): Promise<boolean> {
    const { fixedToken, endsWithToken, insistsOnToken = 0, flows = 2, ignoresForbidden, doesNotRepeat } = this.vice;
    if (fixedToken !== undefined) return false;
    const all = readChallenges(challenges);
    if (all.some(({ params }) => params["error"] === "use_dpop_nonce")) {
      this.prover.serverNonce = nonce;
      this.#nonces += 1;
      return this.#nonces < 4 && this.vice.proofs !== "no-nonce-for-server";
    }
    const bearer = all.find(({ scheme }) => scheme === "bearer")?.params ?? {};
    if (status === 403 && (bearer["error"] !== "insufficient_scope" || ignoresForbidden)) return false;
    if (this.#tokens && status === 401) {
      if (endsWithToken) return false;
      if (insistsOnToken > this.#insisted) {
        this.#insisted += 1;
        return true;
      }
      if (await this.#refresh()) return !doesNotRepeat;
    }
    const earlier = this.#tokens?.scope;
    this.#flows += 1;
    if (this.#flows > flows) return false;
    const address = this.vice.readsChallenge ? this.vice.readsChallenge(challenges) : bearer["resource_metadata"];
    const isIn = await this.#signIn(address, bearer["scope"], status === 403 ? earlier : undefined);
    return isIn && !doesNotRepeat;
  }

  async #refresh(): Promise<boolean> {
    const { refresh = this.vice.inventsRefreshToken ? "undefined" : undefined, issuer } = this.#tokens ?? {};
    const found = this.#found;
    if (refresh === undefined || issuer === undefined || !found) return false;
    const client = this.#clients.get(this.#keyOf(found.issuer));
    for (let attempt = 0; attempt < (this.vice.refreshes ?? 1); attempt += 1) {
      const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refresh });
      if (client && (await this.#requestToken(form, client, found, this.#tokens?.scope))) return true;
    }
    return false;
  }

  #keyOf(issuer: string): string {
    return this.vice.keepsClient ? "any" : issuer;
  }

  async #signIn(address: string | undefined, scope: string | undefined, earlier: string | undefined): Promise<boolean> {
    const { vice } = this;
    const before = this.#found;
    const known = vice.keepsServer ? before : undefined;
    const found = known ?? (await findServer(this.endpoint, address, vice, this.#version));
    if (!found) return false;
    this.#isMoved = before !== undefined && before.issuer !== found.issuer;
    this.#found = found;
    const alone = await tokenWithoutUser(this, found);
    if (alone !== undefined) return this.#keep(alone, found, undefined);
    const methods = member(found.metadata, "code_challenge_methods_supported");
    const hasPkce = found.isDefault || (Array.isArray(methods) && methods.includes("S256"));
    if (!hasPkce && !vice.skips?.includes("pkce") && vice.method !== "plain") return false;
    const client = await this.#client(found);
    return client ? this.#authorize(client, found, this.#scopeFor(found, scope, earlier)) : false;
  }

  #scopeFor({ scopes, metadata }: Found, challenge: string | undefined, earlier: string | undefined) {
    const wanted = challenge ?? (scopes ? scopes.join(" ") : undefined);
    const offline = listMember(metadata, "scopes_supported").includes("offline_access") ? "offline_access" : undefined;
    const all = [earlier, wanted, offline].flatMap((one) => one?.split(" ") ?? []);
    const scope = all.length === 0 ? undefined : [...new Set(all)].join(" ");
    return this.vice.scope ? this.vice.scope(scope, { challenge, supported: scopes, earlier }) : scope;
  }

  async #client(found: Found): Promise<OAuthClient | undefined> {
    const { vice, given } = this;
    const key = this.#keyOf(found.issuer);
    const known = this.#clients.get(key);
    if (known) return known;
    const client = await this.#newClient(found);
    if (client) this.#clients.set(key, client);
    if (client || !vice.goesOnUnregistered) return client;
    return { id: stringMember(given, "client_id") ?? "undefined", secret: undefined, method: undefined };
  }

  async #newClient({ issuer, metadata, endpoints, servers }: Found): Promise<OAuthClient | undefined> {
    const { vice, given } = this;
    const registersAnyway =
      vice.registersAnyway === "always" || (vice.registersAnyway === "after-move" && this.#isMoved);
    const id = stringMember(given, "client_id");
    if (id !== undefined && !registersAnyway) {
      const own = stringMember(given, "issuer");
      if (own !== undefined && own !== issuer && !vice.skips?.includes("issuer")) return undefined;
      return { id, secret: stringMember(given, "client_secret"), method: undefined };
    }
    const takesUrls = member(metadata, "client_id_metadata_document_supported") === true;
    if ((takesUrls && !registersAnyway) || vice.usesUrlIdAlways)
      return { id: vice.urlId ?? URL_ID, secret: undefined, method: "none" };
    const elsewhere = vice.picks?.(servers, "register", this.endpoint);
    const at = elsewhere === undefined ? endpoints.register : `${elsewhere}/o/register`;
    if (at === undefined) return undefined;
    const body: JsonObject = {
      client_name: "small-client",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    };
    const text = JSON.stringify(vice.registration?.(body) ?? body);
    const answer = await ask("POST", at, { "Content-Type": "application/json" }, text);
    const issued = stringMember(answer.body, "client_id");
    if (issued === undefined) return undefined;
    const method = stringMember(answer.body, "token_endpoint_auth_method");
    return { id: issued, secret: stringMember(answer.body, "client_secret"), method };
  }

  async #authorize(client: OAuthClient, found: Found, scope: string | undefined): Promise<boolean> {
    const { vice } = this;
    const verifier = vice.verifier ?? randomBytes(32).toString("base64url");
    const state = randomBytes(16).toString("hex");
    const digest = createHash("sha256").update(verifier).digest("base64url");
    const params = new URLSearchParams({
      response_type: "code",
      client_id: vice.clientId?.(client.id) ?? client.id,
      redirect_uri: REDIRECT,
      code_challenge: vice.method === "plain" ? verifier : digest,
      code_challenge_method: vice.method ?? "S256",
      resource: found.resource,
      state,
      ...(scope === undefined ? {} : { scope }),
    });
    vice.authorize?.(params);
    const at = found.endpoints.authorize;
    const url = vice.authorizeUrl?.(at, params) ?? `${at}${at.includes("?") ? "&" : "?"}${params.toString()}`;
    const { location } = await ask("GET", url);
    if (location === undefined) return false;
    const back = new URL(location).searchParams;
    const sent = params.get("state");
    if (sent !== null && back.get("state") !== sent && !vice.skips?.includes("state")) return false;
    if (!this.#isIssuerRight(back.get("iss"), found)) return false;
    const code = back.get("code");
    if (code === null) return false;
    const form = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: REDIRECT });
    if (params.has("code_challenge")) form.set("code_verifier", verifier);
    let isIn = false;
    for (let count = 0; count < (vice.tokenRequests ?? 1); count += 1)
      isIn = (await this.#requestToken(new URLSearchParams(form), client, found, scope)) || isIn;
    return isIn;
  }

  #isIssuerRight(iss: string | null, { issuer, metadata }: Found): boolean {
    const { skips = [], sameIssuer = (given, expected) => given === expected } = this.vice;
    if (skips.includes("iss")) return true;
    if (iss === null) {
      if (this.vice.demandsIss) return false;
      const isAnnounced = member(metadata, "authorization_response_iss_parameter_supported") === true;
      return !isAnnounced || skips.includes("announced-iss");
    }
    return sameIssuer(iss, issuer);
  }

  async #requestToken(
    form: URLSearchParams,
    client: OAuthClient,
    found: Found,
    scope: string | undefined,
  ): Promise<boolean> {
    form.set("resource", found.resource);
    const answer = await requestToken(this, form, client, found);
    return answer ? this.#keep(answer, found, scope) : false;
  }

  async #keep(answer: JsonObject, { issuer }: Found, scope: string | undefined): Promise<boolean> {
    const access = stringMember(answer, "access_token");
    if (access === undefined) return false;
    if (this.vice.keepsToken && this.#tokens) return true;
    const isFirst = this.#tokens === undefined;
    const refresh = this.vice.keepsRefreshToken ? this.#tokens?.refresh : undefined;
    this.#tokens = {
      access,
      type: stringMember(answer, "token_type") ?? "Bearer",
      refresh: refresh ?? stringMember(answer, "refresh_token") ?? this.#tokens?.refresh,
      scope: stringMember(answer, "scope") ?? scope,
      issuer,
    };
    const tools = { accessToken: access, refreshToken: this.#tokens.refresh, endpoint: this.endpoint, issuer };
    if (isFirst) await this.vice.aside?.({ ...tools, get: (url, headers = {}) => ask("GET", url, headers) });
    return true;
  }
}
