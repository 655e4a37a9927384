// A program on the official TypeScript SDK 1.x: connects, lists, calls.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "sdk1-program", version: "1.0.0" });
const [first, ...rest] = process.argv.slice(2);
const transport = first.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(first))
  : new StdioClientTransport({ command: first, args: rest, env: process.env });
await client.connect(transport);
await client.listTools();
await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
await client.listTools();
// To close is not to end the session.
if (first.startsWith("http")) await transport.terminateSession();
await client.close();
