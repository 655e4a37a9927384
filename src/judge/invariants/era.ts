import type { Call } from "./turn.ts";

export const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

/** Requests that only the stateless era has. */
const STATELESS_METHODS: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

/**
 * The era is read off each request: one that names its protocol version in `_meta`, or that only the stateless era has,
 * is stateless. A client may speak both eras in one conversation, as it does when it falls back to initialize.
 */
export const isStateless = ({ method, version }: Call): boolean =>
  version !== undefined || STATELESS_METHODS.has(method);
