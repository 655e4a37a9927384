/** The server card of the experimental extension `server-card` (SEP-2127), as its text of 2026-07-24 has it. */
export const SERVER_CARD = {
  /** Appended to the address of the server; reserved for the card. */
  suffix: "/server-card",
  type: "application/mcp-server-card+json",
  schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  /** Under this name the request and its conversation stand in a capture. */
  step: "server-card",
} as const;
