// The smallest faultless server on @modelcontextprotocol/sdk before there was McpServer.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const all = process.argv[3] === "all";

/** Whoever writes the lists says what a cursor means: here nothing does. */
const onePage = (list) => async (request) => {
  if (request.params?.cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, "There is no such page");
  return list;
};

const server = new Server(
  { name: "minimal", version: "1.0.0" },
  { capabilities: { tools: {}, ...(all ? { resources: { subscribe: true }, prompts: {}, logging: {} } : {}) } },
);

server.setRequestHandler(
  ListToolsRequestSchema,
  onePage({
    tools: [
      {
        name: "echo",
        description: "Returns the text that it is given.",
        inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        annotations: { readOnlyHint: true },
      },
    ],
  }),
);
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name !== "echo") throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  if (typeof params.arguments?.text !== "string")
    return { isError: true, content: [{ type: "text", text: "text is missing or not a string" }] };
  return { content: [{ type: "text", text: params.arguments.text }] };
});

if (all) {
  server.setRequestHandler(
    ListResourcesRequestSchema,
    onePage({
      resources: [{ uri: "memo://hello", name: "hello", mimeType: "text/plain" }],
    }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const texts = { "memo://hello": "Hello.", "memo://notes/first": "The first note." };
    const text = texts[params.uri];
    if (text === undefined) throw new McpError(-32002, "Resource not found", { uri: params.uri });
    return { contents: [{ uri: params.uri, mimeType: "text/plain", text }] };
  });
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    onePage({
      resourceTemplates: [{ uriTemplate: "memo://notes/{name}", name: "note", mimeType: "text/plain" }],
    }),
  );
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    if (params.uri !== "memo://hello") throw new McpError(-32002, "Resource not found", { uri: params.uri });
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async () => ({}));
  server.setRequestHandler(SetLevelRequestSchema, async () => ({}));
  server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }) => {
    const known = { greet: { who: ["Ada", "Alan"] }, "memo://notes/{name}": { name: ["first"] } };
    const names = known[ref.name ?? ref.uri]?.[argument.name];
    if (!names) throw new McpError(ErrorCode.InvalidParams, "There is nothing to complete");
    return { completion: { values: names.filter((name) => name.startsWith(argument.value)) } };
  });
  server.setRequestHandler(
    ListPromptsRequestSchema,
    onePage({
      prompts: [
        {
          name: "greet",
          description: "Greets a person.",
          arguments: [{ name: "who", description: "Whom to greet.", required: true }],
        },
      ],
    }),
  );
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    if (params.name !== "greet") throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    if (typeof params.arguments?.who !== "string") throw new McpError(ErrorCode.InvalidParams, "who is missing");
    return { messages: [{ role: "user", content: { type: "text", text: `Greet ${params.arguments.who}.` } }] };
  });
}

await server.connect(new StdioServerTransport());
