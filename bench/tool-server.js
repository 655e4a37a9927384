// A server with one tool that takes as long as it is told: what a database query or a request to another service costs.
import { createInterface } from "node:readline";

const reply = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
const tool = {
  name: "lookup",
  description: "Looks something up.",
  inputSchema: { type: "object", properties: { key: { type: "string" }, ms: { type: "number" } }, required: ["key"] },
  outputSchema: { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize")
    reply(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "lookup", version: "1.0.0" },
    });
  else if (method === "tools/list") reply(id, { tools: [tool] });
  else if (method === "tools/call") {
    const structuredContent = { value: params.arguments.key };
    const answer = () =>
      reply(id, { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent });
    if (params.arguments.ms > 0) setTimeout(answer, params.arguments.ms);
    else answer();
  } else
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } })}\n`,
    );
});
