import type { Result, ServerResult } from "../src/scores/result/result.ts";

/** A result that must be about an MCP server, with the members that only such a result has. */
export const ofServer = (result: Result): ServerResult => {
  if (result.role === undefined) return result;
  throw new Error(`the result is about a ${result.role}`);
};
