import type { Untrusted } from "../base/untrusted.ts";

/** Why nothing could be asked of a server. */
export const BLOCKED_KINDS = [
  "command-not-found",
  "not-executable",
  "no-interpreter",
  "no-folder",
  "file-not-found", // the command runs, but the file it is to run does not exist
  "exited", // the process ended before it answered
  "silent", // it runs, or accepts connections, but says nothing
  "not-mcp", // what it says is no MCP: a banner, a web page, another protocol
  "no-endpoint", // a web server without MCP at this address
  "redirected",
  "server-error", // HTTP 5xx
  "refuses-name", // HTTP 421 or 403 because of the Host header
  "connection-refused",
  "unresolved",
  "tls",
  "plain-http", // https:// where only http:// is spoken, or the other way round
  "forbidden-address",
  "credentials", // 401 or 403
  "handshake-refused", // a JSON-RPC error, or HTTP 429, to initialize and server/discover
  "unknown",
] as const;

export type BlockedKind = (typeof BLOCKED_KINDS)[number];

/** Instead of a grade: the reason in one line, and what helps. */
export interface Blocked {
  readonly kind: BlockedKind;
  /** Whether anything answered at all. */
  readonly reached: boolean;
  /** One line. Words of the server in it are quoted and short. */
  readonly reason: Untrusted;
  /** What to do, one sentence or command each, most likely first. */
  readonly help: readonly Untrusted[];
  /** How the process ended; only of a command that was started. */
  readonly exit_code?: number | null;
  readonly signal?: string | null;
  /** The last lines it wrote to stderr, or to stdout where that is not MCP. */
  readonly stderr?: readonly Untrusted[];
  readonly stdout?: readonly Untrusted[];
}
