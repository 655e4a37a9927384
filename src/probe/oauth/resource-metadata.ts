import { type JsonObject, listMember, stringMember } from "../../base/json.ts";
import { type ResourceRoute, resourcePlaces } from "../../protocol/well-known.ts";
import { readAddress } from "./addresses.ts";
import type { AuthAnswer, AuthHttp } from "./auth-http.ts";
import { type DiscoveryFailure, type DiscoveryResult, failed } from "./failure.ts";
import { fetchDocument } from "./fetch-document.ts";

/** What a protected resource says of itself (RFC 9728), as far as it was checked. */
export interface ResourceMetadata {
  readonly route: ResourceRoute;
  readonly exchange: string;
  readonly document: JsonObject;
  /** The identifier to ask for tokens with: the document's, which covers the endpoint. */
  readonly resource: string;
  /** The authorization servers, in the order of the document; at least one. */
  readonly issuers: readonly string[];
  /** The scopes that basic use needs, if the document lists any. */
  readonly scopes: readonly string[];
}

export interface ResourceSearch {
  /** The address that a challenge named. */
  readonly named?: URL | undefined;
  /** Told before anything is fetched from another origin than the endpoint's. */
  readonly announce?: (origin: string) => void;
}

/** Looks in every place, in order, until a document holds. The endpoint is the target of `http`. */
export const discoverResource = async (
  http: AuthHttp,
  { named, announce }: ResourceSearch,
): Promise<DiscoveryResult<ResourceMetadata>> => {
  const endpoint = new URL(http.target.url);
  const failures: DiscoveryFailure[] = [];
  for (const { route, url } of resourcePlaces(endpoint, named)) {
    if (!readAddress(url.href)) {
      failures.push(
        failed("bad-address", `the challenge names ${url.href}, which is no address to fetch metadata from`),
      );
      continue;
    }
    if (url.origin !== endpoint.origin) announce?.(url.origin);
    const fetched = await fetchDocument(http, `resource-metadata:${route}`, url);
    const found = fetched.ok ? readResource(fetched.document, fetched.answer, route, endpoint) : fetched.failure;
    if ("resource" in found) return { ok: true, value: found };
    failures.push(found);
  }
  return { ok: false, failures };
};

export const readResource = (
  document: JsonObject,
  answer: AuthAnswer,
  route: ResourceRoute,
  endpoint: URL,
): ResourceMetadata | DiscoveryFailure => {
  const resource = stringMember(document, "resource");
  if (resource === undefined)
    return failed("incomplete", `${answer.url.href} has no member resource, which every such document has`, answer);
  if (!covers(resource, endpoint))
    return failed(
      "other-resource",
      `${answer.url.href} is about ${resource}, not about ${endpoint.origin}${endpoint.pathname}; a token for it would be of no use here`,
      answer,
    );
  const issuers = listMember(document, "authorization_servers").filter((entry) => typeof entry === "string");
  const [first] = issuers;
  if (first === undefined)
    return failed("no-issuer", `${answer.url.href} names no authorization server (authorization_servers)`, answer);
  const wrong = issuers.find((issuer) => !readAddress(issuer));
  if (wrong !== undefined && wrong === first)
    return failed(
      "bad-address",
      `${answer.url.href} names an authorization server that is no address: ${wrong}`,
      answer,
    );
  const scopes = listMember(document, "scopes_supported").filter((entry) => typeof entry === "string");
  return { route, exchange: answer.exchange, document, resource, issuers, scopes };
};

/**
 * The identifier should be the endpoint's address. One that stands above it, such as the origin alone, is in wide use and can
 * only mean this server; anything else would be a token for somebody else.
 */
export const covers = (resource: string, endpoint: URL): boolean => {
  const url = readAddress(resource);
  if (!url || url.origin !== endpoint.origin) return false;
  const folder = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  return `${endpoint.pathname}/`.startsWith(folder);
};
