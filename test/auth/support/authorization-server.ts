// A real authorization server: oidc-provider on loopback, with resource indicators, PKCE, registration and its own pages to sign in.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration } from "oidc-provider";

export interface AuthorizationServer {
  readonly issuer: string;
  readonly provider: Provider;
  /** The private key of the client `key-client`. */
  readonly clientKey: JWK;
  close(): Promise<void>;
}

export const CLIENT = { native: "native-client", machine: "machine-client", key: "key-client" } as const;
export const MACHINE_SECRET = "machine-secret-canary-6b1f";
export const CLIENT_DOCUMENT = "https://client.example/oauth/client.json";

const loopback = "http://127.0.0.1/callback";

export const listenOn = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));

export const closing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const keyPair = async (alg: string, kid: string): Promise<{ readonly secret: JWK; readonly open: JWK }> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const named = async (key: typeof privateKey): Promise<JWK> => ({ ...(await exportJWK(key)), alg, kid, use: "sig" });
  return { secret: await named(privateKey), open: await named(publicKey) };
};

/** `path` makes an issuer with a path, as tenants have. */
export const startAuthorizationServer = async (path = ""): Promise<AuthorizationServer> => {
  const server = createServer();
  const port = await listenOn(server);
  const issuer = `http://127.0.0.1:${port}${path}`;
  const [own, client] = [await keyPair("RS256", "as-key"), await keyPair("ES256", "client-key")];
  const native = {
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: [loopback],
    token_endpoint_auth_method: "none",
  };
  const machine = { grant_types: ["client_credentials"], response_types: [], redirect_uris: [] };
  const configuration = {
    clients: [
      { ...native, client_id: CLIENT.native },
      { ...machine, client_id: CLIENT.machine, client_secret: MACHINE_SECRET },
      {
        ...machine,
        client_id: CLIENT.key,
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        jwks: { keys: [client.open] },
      },
    ],
    jwks: { keys: [own.secret] },
    cookies: { keys: ["a key for cookies of tests"] },
    scopes: ["openid", "offline_access", "notes:read"],
    pkce: { required: () => true },
    ttl: { AccessToken: 3_600, ClientCredentials: 3_600, RefreshToken: 86_400, Grant: 86_400, Session: 3_600 },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      registrationManagement: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: "notes:read",
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
        useGrantedResource: () => true,
      },
    },
    // The one document that is not on loopback: the client's own, which has to be https.
    fetch: (address: string | URL, options: RequestInit) =>
      String(address) === CLIENT_DOCUMENT
        ? Response.json({ ...native, client_id: CLIENT_DOCUMENT, client_name: "a client with a page of its own" })
        : fetch(address, options),
  };
  const provider = new Provider(issuer, configuration as unknown as Configuration);
  const handle = provider.callback();
  server.on("request", (request, response) => {
    // Mounted below the path, except for the one document that RFC 8414 puts in front of it.
    const url = request.url ?? "/";
    const inserted = `/.well-known/oauth-authorization-server${path}`;
    if (url === inserted) request.url = "/.well-known/oauth-authorization-server";
    else if (url.startsWith(path)) request.url = url.slice(path.length) || "/";
    Object.assign(request, { originalUrl: url, baseUrl: path });
    void handle(request, response);
  });
  return { issuer, provider, clientKey: client.secret, close: () => closing(server) };
};
