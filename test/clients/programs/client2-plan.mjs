// A program on the official TypeScript client 2.x that does what the plan of the scenario says, in whichever era the server speaks.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { followPlan } from "./follow-plan.mjs";

await followPlan(async () => {
  const own = new Client({ name: "client2-plan", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await own.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
  return { own, call: (name, given, options) => own.callTool({ name, arguments: given }, options) };
});
