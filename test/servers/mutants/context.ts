// Where a mutant is met: a transport and the revision it is probed at.

export const CONTEXTS = [
  "http/2026-07-28",
  "http/2025-11-25",
  "http/2025-06-18",
  "http/2025-03-26",
  "http+sse/2024-11-05",
  "stdio/2026-07-28",
  "stdio/2025-11-25",
  "stdio/2025-03-26",
  "stdio/2024-11-05",
] as const;

export type Context = (typeof CONTEXTS)[number];
