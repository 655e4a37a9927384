/**
 * Which tools may be called: none; those that declare that they only read; also those that declare nothing but speak of
 * reading only; also the others that declare nothing; all. Each includes the ones before.
 */
export const TOOL_POLICIES = ["none", "read-only", "reading", "undeclared", "all"] as const;
export type ToolPolicy = (typeof TOOL_POLICIES)[number];
