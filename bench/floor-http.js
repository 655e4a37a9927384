// The floor of a record over HTTP: the same number of requests, bare, four at a time over kept-alive connections.
import { Agent, request } from "node:http";

const [url, count] = [process.argv[2], Number(process.argv[3])];
const agent = new Agent({ keepAlive: true });
const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "floor", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const headers = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2026-07-28",
  "Mcp-Method": "server/discover",
};

const once = () =>
  new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    call.on("error", reject);
    call.end(body);
  });

let left = count;
const worker = async () => {
  while (left > 0) {
    left -= 1;
    await once();
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
agent.destroy();
