// Where a variant is probed: a transport and a revision.

import type { HttpServerOptions } from "../servers/http/http-server.ts";

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

/** The newest revision of each era over HTTP. */
export const STATELESS = "http/2026-07-28";
export const STATEFUL = "http/2025-11-25";

export const DEFAULT_CONTEXTS: readonly Context[] = [STATELESS, STATEFUL];

export const SINCE_2025_06: readonly Context[] = [STATELESS, STATEFUL, "http/2025-06-18"];
export const STREAMABLE_HTTP: readonly Context[] = [...SINCE_2025_06, "http/2025-03-26"];

/** What the server of a variant is told beside its hooks. */
export type VariantOptions = Omit<HttpServerOptions, "era" | "port" | "hooks"> & {
  /** For variants that only a server of both eras can be. */
  era?: "dual";
};

export const EVENT_STREAM: VariantOptions = { sse: true };
/** The server changes its lists once while it is probed. */
export const NEW_EDITION: VariantOptions = { newEdition: true };
export const DUAL: VariantOptions = { era: "dual" };
