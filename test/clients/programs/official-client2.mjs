// The official suite's contract on the TypeScript client 2.x, in the version that the suite names.
import {
  Client,
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { runContract } from "./official-contract.mjs";

const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25";
const mode = version >= "2026-07-28" ? "auto" : "legacy";

const prepare = ({ capabilities = {}, authProvider, elicit } = {}) => {
  const client = new Client(
    { name: "official-client2", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode } },
  );
  if (elicit) client.setRequestHandler("elicitation/create", async () => elicit());
  const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), authProvider ? { authProvider } : {});
  return {
    client,
    connect: () => client.connect(transport),
    finishAuth: (back) => transport.finishAuth(back),
    close: async () => {
      await transport.terminateSession().catch(() => {});
      await client.close();
    },
  };
};

await runContract({
  prepare,
  open: async (options) => {
    const session = prepare(options);
    await session.connect();
    return session;
  },
  withKey: (options) => new PrivateKeyJwtProvider(options),
  withSecret: (options) => new ClientCredentialsProvider(options),
  withGrant: (given) =>
    new CrossAppAccessProvider({
      clientId: given.client_id,
      clientSecret: given.client_secret,
      assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
        const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
          tokenEndpoint: given.idp_token_endpoint,
          audience: authorizationServerUrl,
          resource: resourceUrl,
          idToken: given.idp_id_token,
          clientId: given.idp_client_id,
          ...(scope === undefined ? {} : { scope }),
          fetchFn,
        });
        return jwtAuthGrant;
      },
    }),
});
