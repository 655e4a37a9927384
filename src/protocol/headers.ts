/** Header names as they are sent. */
export const HEADER = {
  protocolVersion: "MCP-Protocol-Version",
  sessionId: "Mcp-Session-Id",
  method: "Mcp-Method",
  name: "Mcp-Name",
  lastEventId: "Last-Event-ID",
} as const;

/** The same names in lower case, as headers are looked up. */
export const HEADER_KEY = {
  protocolVersion: "mcp-protocol-version",
  sessionId: "mcp-session-id",
  method: "mcp-method",
  name: "mcp-name",
  lastEventId: "last-event-id",
} as const satisfies { [Name in keyof typeof HEADER]: Lowercase<(typeof HEADER)[Name]> };

/** Every argument that a tool's schema mirrors into a header has one with this prefix. */
export const PARAM_HEADER_PREFIX = "Mcp-Param-";
