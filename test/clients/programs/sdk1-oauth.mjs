// A program on the official TypeScript SDK 1.x that signs in.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createProvider, signingIn } from "./oauth-provider.mjs";

const authProvider = createProvider();
let client;
let transport;
const finish = async () => {
  const back = authProvider.takeRedirect();
  if (!back?.get("code")) return false;
  await transport.finishAuth(back.get("code"));
  return true;
};
await signingIn(async () => {
  client = new Client({ name: "sdk1-oauth-program", version: "1.0.0" });
  transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), { authProvider });
  await client.connect(transport);
}, finish);
await signingIn(() => client.listTools(), finish);
await signingIn(() => client.callTool({ name: "add", arguments: { a: 2, b: 3 } }), finish);
await signingIn(() => client.listTools(), finish);
await client.close();
