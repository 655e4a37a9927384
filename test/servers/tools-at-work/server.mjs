// A small server with tools of one kind: node server.mjs <kind> <stateful|stateless> <stdio|http>. Over HTTP it prints its port.
// It is only as correct as the tools lane needs: what the tools answer is what it is there for.

import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { NEAR_MISSES, VICES } from "./kinds.mjs";

const [kind, era, transport] = process.argv.slice(2);
if (kind === "list") {
  process.stdout.write(JSON.stringify({ vices: Object.keys(VICES), nearMisses: Object.keys(NEAR_MISSES) }));
  process.exit(0);
}
const { tools, call } = { ...VICES, ...NEAR_MISSES }[kind];
const INFO = { name: `tools-${kind}`, version: "1.0.0" };
const CAPABILITIES = { tools: {} };

const listed = tools.map((tool) => ({
  description: "Looks something up and returns what it finds, for the tests.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  annotations: { readOnlyHint: true },
  ...tool,
}));

const resultOf = async (method, params) => {
  switch (method) {
    case "initialize":
      return { protocolVersion: "2025-11-25", capabilities: CAPABILITIES, serverInfo: INFO };
    case "server/discover":
      return { supportedVersions: ["2026-07-28"], capabilities: CAPABILITIES, ttlMs: 0, cacheScope: "private" };
    case "ping":
      return {};
    case "tools/list":
      return { tools: listed, ttlMs: 0, cacheScope: "private" };
    case "tools/call": {
      const tool = listed.find(({ name }) => name === params?.name);
      if (!tool) throw { code: -32602, message: "Unknown tool" };
      const wanted = tool.inputSchema.required ?? [];
      const given = params.arguments ?? {};
      if (typeof given !== "object" || wanted.some((name) => given[name] === undefined))
        throw { code: -32602, message: "Invalid arguments" };
      return call(params.name, given);
    }
    default:
      throw { code: -32601, message: "Method not found" };
  }
};

const answer = async (message) => {
  if (message?.method === undefined || message.id === undefined || message.id === null) return undefined;
  const { id, method, params } = message;
  if (typeof method !== "string") return { jsonrpc: "2.0", id, error: { code: -32600, message: "Invalid Request" } };
  const refused = { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
  if (era === "stateless" && (method === "initialize" || method === "ping")) return refused;
  if (era === "stateful" && method === "server/discover") return refused;
  try {
    const result = await resultOf(method, params);
    const complete =
      era === "stateless" ? { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": INFO } } : {};
    return { jsonrpc: "2.0", id, result: { ...complete, ...result } };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: { code: error.code ?? -32603, message: error.message ?? "Internal error" } };
  }
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

if (transport === "http") {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const parts = [];
    for await (const part of request) parts.push(part);
    const message = parse(Buffer.concat(parts).toString());
    const said =
      message === undefined
        ? { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }
        : await answer(message);
    if (!said) return void response.writeHead(202).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
} else {
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const said = await answer(parse(line));
    if (said) process.stdout.write(`${JSON.stringify(said)}\n`);
  });
}
