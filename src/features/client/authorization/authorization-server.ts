import { isJsonObject, type Json, type JsonObject, listMember } from "../../../base/json.ts";
import type { MetadataForm, ServerVariant } from "../../../probe/scenario/authorization.ts";
import { isUrl, methodsIn } from "./client-authentication.ts";
import type { Given } from "./given.ts";
import { random } from "./issued.ts";
import { type IssuerRequest, type IssuerResponse, NOT_FOUND, refusal } from "./reply.ts";
import type { ServerPlace } from "./server-place.ts";
import { answerTokenRequest } from "./token-endpoint.ts";

const PATHS = {
  own: { authorize: "/o/authorize", token: "/o/token", register: "/o/register" },
  default: { authorize: "/authorize", token: "/token", register: "/register" },
} as const;

/** An authorization server that approves at once. What it does differently is data of the scenario. */
export class AuthorizationServer {
  readonly #place: ServerPlace;

  constructor(place: ServerPlace) {
    this.#place = place;
  }

  get issuer(): string {
    return `${this.#place.origin}${this.#place.variant.path ?? ""}`;
  }

  set given(given: Given) {
    this.#place.given = given;
  }

  get #paths() {
    return PATHS[this.#place.variant.endpoints ?? "own"];
  }

  /** Undefined: nothing is here. */
  async answer(asked: IssuerRequest): Promise<IssuerResponse | undefined> {
    const { variant } = this.#place;
    const form = (variant.metadataAt ?? ["oauth"]).find((one) => this.#metadataPath(one) === asked.path);
    if (form !== undefined && asked.method === "GET") return { status: 200, body: this.metadata() };
    const { authorize, token, register } = this.#paths;
    if (asked.path === authorize && asked.method === "GET") return this.#authorize(asked.query);
    if (asked.path === register && asked.method === "POST") return this.#register(asked.body);
    if (asked.path !== token || asked.method !== "POST") return undefined;
    return answerTokenRequest(asked, {
      ...this.#place,
      issuer: this.issuer,
      url: `${this.#place.origin}${token}`,
      metadata: this.metadata(),
    });
  }

  #metadataPath(form: MetadataForm): string {
    const { path = "" } = this.#place.variant;
    switch (form) {
      case "oauth":
        return `/.well-known/oauth-authorization-server${path}`;
      case "openid":
        return `/.well-known/openid-configuration${path}`;
      case "openid-appended":
        return `${path}/.well-known/openid-configuration`;
    }
  }

  metadata(): JsonObject {
    const { origin, variant } = this.#place;
    const { authorize, token, register } = this.#paths;
    const plain: JsonObject = {
      issuer: (variant.issuer ?? "$issuer").replace("$issuer", this.issuer),
      authorization_endpoint: `${origin}${authorize}`,
      token_endpoint: `${origin}${token}`,
      ...(variant.registration === "none" ? {} : { registration_endpoint: `${origin}${register}` }),
      response_types_supported: ["code"],
      grant_types_supported: [...(variant.tokens?.grants ?? ["authorization_code", "refresh_token"])],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      ...(variant.tokens?.bound === "dpop" ? { dpop_signing_alg_values_supported: ["ES256"] } : {}),
    };
    const different = Object.entries(variant.metadata ?? {}).map(([key, value]): [string, Json] => [
      key,
      typeof value === "string" ? value.replace("$base", origin) : (value ?? null),
    ]);
    const all: JsonObject = { ...plain, ...Object.fromEntries(different) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  }

  #register(body: string): IssuerResponse {
    const { variant, issued, name } = this.#place;
    if (variant.registration === "none") return NOT_FOUND;
    if (variant.registration === "forbidden") return refusal("access_denied", "registration is closed", 403);
    if (variant.registration === "refused") return refusal("invalid_redirect_uri", "web clients must use https");
    const given = parse(body);
    if (!isJsonObject(given) || listMember(given, "redirect_uris").length === 0)
      return refusal("invalid_client_metadata", "redirect_uris is missing");
    const [method = "none"] = methodsIn(this.metadata());
    const client = random(name === "one" ? "as1" : "as2");
    const secret = method === "none" ? undefined : random("secret");
    issued.clients.set(client, secret);
    const answer = { ...given, client_id: client, token_endpoint_auth_method: method };
    return { status: 201, body: secret === undefined ? answer : { ...answer, client_secret: secret } };
  }

  #authorize(query: URLSearchParams): IssuerResponse {
    const { variant, issued, name } = this.#place;
    const [redirect, client] = [query.get("redirect_uri") ?? "", query.get("client_id") ?? ""];
    if (!URL.canParse(redirect)) return refusal("invalid_request", "redirect_uri is missing");
    if (!issued.clients.has(client) && !isUrl(client) && !isDefault(variant))
      return refusal("invalid_client", "the client is not known here");
    if (isDefault(variant) && !issued.clients.has(client)) issued.clients.set(client, undefined);
    const location = new URL(redirect);
    const { iss, state: changes, error } = variant.redirect ?? {};
    const state = query.get("state");
    const code = issued.newCode({
      server: name,
      client,
      challenge: query.get("code_challenge") ?? undefined,
      method: query.get("code_challenge_method") ?? "plain",
      scope: query.get("scope") ?? "",
    });
    if (error === undefined) location.searchParams.set("code", code);
    else location.searchParams.set("error", error);
    if (state !== null && changes !== "missing")
      location.searchParams.set("state", changes === "changed" ? `${state.slice(0, -1)}${other(state)}` : state);
    if (iss !== undefined) location.searchParams.set("iss", iss.replace("$issuer", this.issuer));
    return { status: 302, headers: [["Location", location.href]] };
  }
}

/** A server without metadata knows its clients from elsewhere. */
const isDefault = ({ endpoints }: ServerVariant): boolean => endpoints === "default";

const other = (state: string): string => (state.endsWith("0") ? "1" : "0");

const parse = (body: string): Json | undefined => {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
};
