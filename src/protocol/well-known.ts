/** Where a document may be found, by the name the capture files it under. */
export interface DocumentPlace<Route extends string> {
  readonly route: Route;
  readonly url: URL;
}

export type ResourceRoute = "named" | "path" | "root";
export type ServerRoute = "rfc8414" | "openid" | "openid-appended";

/** The well-known places of OAuth metadata, as the revisions name them. */
const RESOURCE = "/.well-known/oauth-protected-resource";
export const SERVER_METADATA = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";

export const trimmed = (path: string): string => path.replace(/\/$/, "");

/** The same address is asked once, under its first name. */
const distinct = <Route extends string>(places: readonly DocumentPlace<Route>[]): readonly DocumentPlace<Route>[] => {
  const known = new Set<string>();
  return places.filter(({ url }) => known.size < known.add(url.href).size);
};

/** In the order in which a client has to look: where the challenge says, below the path of the endpoint, at the root. */
export const resourcePlaces = (endpoint: URL, named: URL | undefined): readonly DocumentPlace<ResourceRoute>[] =>
  distinct([
    ...(named ? [{ route: "named" as const, url: named }] : []),
    { route: "path", url: new URL(`${RESOURCE}${trimmed(endpoint.pathname)}`, endpoint.origin) },
    { route: "root", url: new URL(RESOURCE, endpoint.origin) },
  ]);

/**
 * In the order in which a client has to look for the metadata of an issuer: RFC 8414 with the path inserted, OpenID with the path
 * inserted, OpenID with the path in front. Without a path the last two are one.
 */
export const serverPlaces = (issuer: URL): readonly DocumentPlace<ServerRoute>[] => {
  const path = trimmed(issuer.pathname);
  return distinct([
    { route: "rfc8414", url: new URL(`${SERVER_METADATA}${path}`, issuer.origin) },
    { route: "openid", url: new URL(`${OPENID}${path}`, issuer.origin) },
    { route: "openid-appended", url: new URL(`${path}${OPENID}`, issuer.origin) },
  ]);
};
