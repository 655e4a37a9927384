/** The keys of `_meta` that the specification reserves. */
export const META_KEY = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
  logLevel: "io.modelcontextprotocol/logLevel",
  relatedTask: "io.modelcontextprotocol/related-task",
} as const;

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
