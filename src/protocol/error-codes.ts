/** JSON-RPC's own codes and those MCP adds to them. */
export const ERROR_CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Up to 2025-11-25; then invalidParams. */
  resourceNotFound: -32002,
  urlElicitationRequired: -32042,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** What drafts of 2026-07-28 called the last three; servers built on them still send these. */
export const DRAFT_ERROR_CODE = {
  headerMismatch: -32001,
  missingClientCapability: -32003,
  unsupportedVersion: -32004,
} as const;
