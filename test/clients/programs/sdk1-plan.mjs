// A program on the official TypeScript SDK 1.x that does what the plan of the scenario says.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { followPlan } from "./follow-plan.mjs";

await followPlan(async () => {
  const own = new Client({ name: "sdk1-plan", version: "1.0.0" });
  await own.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
  return { own, call: (name, given, options) => own.callTool({ name, arguments: given }, undefined, options) };
});
