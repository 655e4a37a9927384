// oidc-provider on loopback, for signing in to a field server: readable tokens, or opaque ones that are asked about (RFC 7662).
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

export const MACHINE = { id: "machine", secret: "only for the field" };

const SCOPE = "notes:read";

export const startAuthorizationServer = async (tokens) => {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const machine = { grant_types: ["client_credentials"], response_types: [], redirect_uris: [] };
  const provider = new Provider(issuer, {
    clients: [
      { ...machine, client_id: MACHINE.id, client_secret: MACHINE.secret },
      // Whom the server under test is, when it asks about a token.
      { ...machine, client_id: "resource-server", client_secret: "only for tests" },
    ],
    cookies: { keys: ["only for the field"] },
    scopes: [SCOPE],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: SCOPE,
          audience: resource,
          accessTokenFormat: tokens,
          ...(tokens === "jwt" ? { jwt: { sign: { alg: "RS256" } } } : {}),
        }),
      },
    },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  return {
    issuer,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
};
