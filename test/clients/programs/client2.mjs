// A program on the official TypeScript client 2.x: connects in whichever era the server speaks, lists, calls.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "client2-program", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
await client.connect(transport);
await client.listTools();
await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
await client.listTools();
// To close is not to end the session, where there is one.
await transport.terminateSession();
await client.close();
