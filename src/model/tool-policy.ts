/** Which tools may be called: those that say they only read, those that say nothing as well, or all. */
export const TOOL_POLICIES = ["none", "read-only", "undeclared", "all"] as const;
export type ToolPolicy = (typeof TOOL_POLICIES)[number];
