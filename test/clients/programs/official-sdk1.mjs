// The official suite's contract on the TypeScript SDK 1.x, which speaks no revision after 2025-11-25.
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { runContract } from "./official-contract.mjs";

const prepare = ({ capabilities = {}, authProvider, elicit } = {}) => {
  const client = new Client({ name: "official-sdk1", version: "1.0.0" }, { capabilities });
  if (elicit) client.setRequestHandler(ElicitRequestSchema, async () => elicit());
  const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), authProvider ? { authProvider } : {});
  return {
    client,
    connect: () => client.connect(transport),
    finishAuth: (back) => transport.finishAuth(back.get("code")),
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
});
