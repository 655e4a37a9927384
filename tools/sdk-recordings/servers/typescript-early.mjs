// The smallest faultless server on @modelcontextprotocol/sdk before there was McpServer.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const all = process.argv[3] === "all";
const server = new Server(
  { name: "minimal", version: "1.0.0" },
  { capabilities: { tools: {}, ...(all ? { resources: {}, prompts: {} } : {}) } },
);

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "echo",
      description: "Returns the text that it is given.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      annotations: { readOnlyHint: true },
    },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name !== "echo") throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  if (typeof params.arguments?.text !== "string")
    return { isError: true, content: [{ type: "text", text: "text is missing or not a string" }] };
  return { content: [{ type: "text", text: params.arguments.text }] };
});

if (all) {
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: [{ uri: "memo://hello", name: "hello", mimeType: "text/plain" }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    if (params.uri !== "memo://hello") throw new McpError(-32002, "Resource not found", { uri: params.uri });
    return { contents: [{ uri: "memo://hello", mimeType: "text/plain", text: "Hello." }] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({
    prompts: [
      {
        name: "greet",
        description: "Greets a person.",
        arguments: [{ name: "who", description: "Whom to greet.", required: true }],
      },
    ],
  }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    if (params.name !== "greet") throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    if (typeof params.arguments?.who !== "string") throw new McpError(ErrorCode.InvalidParams, "who is missing");
    return { messages: [{ role: "user", content: { type: "text", text: `Greet ${params.arguments.who}.` } }] };
  });
}

await server.connect(new StdioServerTransport());
