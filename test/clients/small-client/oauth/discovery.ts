// Who the authorization server of an MCP server is, and where its endpoints are.

import { type JsonObject, listMember, member, stringMember } from "../../../../src/base/json.ts";
import type { OAuthVice } from "./oauth-vice.ts";
import { ask } from "./web.ts";

export interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  readonly register: string | undefined;
}

export interface Found {
  readonly issuer: string;
  readonly servers: readonly string[];
  readonly metadata: JsonObject;
  readonly endpoints: Endpoints;
  readonly resource: string;
  readonly scopes: readonly string[] | undefined;
  /** By the default paths of 2025-03-26. */
  readonly isDefault: boolean;
}

export const findServer = async (
  endpoint: string,
  address: string | undefined,
  vice: OAuthVice,
  spoken: string,
): Promise<Found | undefined> => {
  const version = vice.hidesVersion ? "" : spoken;
  const { origin, pathname } = new URL(endpoint);
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const places = address === undefined ? [`${wellKnown}${pathname}`, wellKnown] : [address];
  const resource = await first(vice.lookups?.(places, "resource") ?? places, version);
  if (!resource) return spoken === "2025-03-26" ? findOldServer(origin, endpoint, vice, version) : undefined;
  const named = stringMember(resource, "resource") ?? "";
  if (!covers(named, endpoint) && !vice.skips?.includes("resource")) return undefined;
  const servers = listMember(resource, "authorization_servers").map(String);
  const issuer = vice.picks?.(servers, "authorize", endpoint) ?? servers[0] ?? "";
  const metadata = await serverMetadata(issuer, vice, version);
  if (!metadata) return undefined;
  if (stringMember(metadata, "issuer") !== issuer && !vice.skips?.includes("issuer")) return undefined;
  const scopes = member(resource, "scopes_supported");
  return {
    ...{ issuer, servers, metadata, endpoints: endpointsIn(metadata, vice), resource: named, isDefault: false },
    scopes: Array.isArray(scopes) ? scopes.map(String) : undefined,
  };
};

/** The server is its own authorization server, with metadata at its root or none. */
const findOldServer = async (
  origin: string,
  endpoint: string,
  vice: OAuthVice,
  version: string,
): Promise<Found | undefined> => {
  const places = [`${origin}/.well-known/oauth-authorization-server`];
  const metadata = await first(vice.lookups?.(places, "server") ?? places, version);
  const defaults = {
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
  };
  if (!metadata && vice.endpoints?.({})["none"] === true) return undefined;
  return {
    ...{ issuer: origin, servers: [origin], metadata: metadata ?? {}, resource: endpoint, scopes: undefined },
    endpoints: endpointsIn(metadata ?? defaults, vice),
    isDefault: metadata === undefined,
  };
};

const serverMetadata = (issuer: string, vice: OAuthVice, version: string): Promise<JsonObject | undefined> => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === "/" ? "" : pathname;
  const at = (name: string): string => `${origin}/.well-known/${name}${path}`;
  const plain = [at("oauth-authorization-server"), at("openid-configuration")];
  const places = path === "" ? plain : [...plain, `${origin}${path}/.well-known/openid-configuration`];
  return first(vice.lookups?.(places, "server") ?? places, version);
};

const endpointsIn = (metadata: JsonObject, vice: OAuthVice): Endpoints => {
  const used = vice.endpoints?.(metadata) ?? metadata;
  return {
    authorize: stringMember(used, "authorization_endpoint") ?? "",
    token: stringMember(used, "token_endpoint") ?? "",
    register: stringMember(used, "registration_endpoint"),
  };
};

const first = async (places: readonly string[], version: string): Promise<JsonObject | undefined> => {
  for (const place of places) {
    const named: Record<string, string> = version === "" ? {} : { "MCP-Protocol-Version": version };
    const { status, body } = await ask("GET", place, { Accept: "application/json", ...named });
    if (status === 200 && body) return body;
  }
  return undefined;
};

/** A resource may be the server itself or what it is a part of. */
const covers = (resource: string, endpoint: string): boolean => {
  if (!URL.canParse(resource)) return false;
  const [outer, inner] = [new URL(resource), new URL(endpoint)];
  const path = outer.pathname.replace(/\/$/, "");
  return outer.origin === inner.origin && (inner.pathname === path || inner.pathname.startsWith(`${path}/`));
};
