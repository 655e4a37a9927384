import type { BlockedKind, Capture, Exchange, ServerResult } from "mcptest/internal";
import type { FleetState } from "../model/state.ts";

const BY_REASON = {
  "command-not-found": "dead",
  "not-executable": "dead",
  "no-interpreter": "dead",
  "no-folder": "dead",
  "file-not-found": "dead",
  exited: "dead",
  silent: "hanging",
  "not-mcp": "not-mcp",
  "no-endpoint": "not-mcp",
  redirected: "not-mcp",
  "server-error": "dead",
  "refuses-name": "not-mcp",
  "connection-refused": "dead",
  unresolved: "dead",
  tls: "dead",
  "plain-http": "dead",
  // Ours, not the server's: it is not asked, so for this fleet nobody is there.
  "forbidden-address": "dead",
  credentials: "walled",
  "handshake-refused": "not-mcp",
} as const satisfies Record<Exclude<BlockedKind, "unknown">, FleetState>;

/** In which state a run found its target. */
export const deriveState = ({ server }: ServerResult, { exchanges }: Pick<Capture, "exchanges">): FleetState => {
  const { blocked, outcome, era } = server;
  if (outcome === "auth-required") return "walled";
  if (blocked === undefined)
    return outcome === "unreachable" ? "dead" : era?.verdict === "none" ? "not-mcp" : "reachable";
  if (blocked.kind !== "credentials" && exchanges.some(asksToWait)) return "rate-limited";
  if (blocked.kind === "unknown") return blocked.reached ? "not-mcp" : exchanges.some(isCutShort) ? "hanging" : "dead";
  return BY_REASON[blocked.kind];
};

/** The time of the target was over while it was waited for, sooner than it could be called silent: it may be slow, so it is not dead. */
const isCutShort = ({ trouble }: Exchange): boolean => trouble?.kind === "aborted";

const asksToWait = ({ http }: Exchange): boolean =>
  http?.status === 429 || (http?.status === 503 && retryAfter(http.response_headers) !== undefined);

const retryAfter = (headers: readonly (readonly [string, string])[] = []): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1]?.trim();

/** A server that names a longer time is asked again after this one; nobody stops a fleet for ever by a header. */
const MOST_SECONDS = 86_400;
/** After a 429 without Retry-After. */
const DEFAULT_SECONDS = 60;

/** For how many seconds the host wants to be left alone, counted from the end of the run; null where it does not say. */
export const waitAsked = ({ exchanges, started_at }: Pick<Capture, "exchanges" | "started_at">): number | null => {
  const began = started_at === undefined ? Number.NaN : Date.parse(started_at);
  const wishes = exchanges.filter(asksToWait).map(({ http }) => {
    const value = retryAfter(http?.response_headers);
    if (value === undefined) return DEFAULT_SECONDS;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    const seconds = Math.ceil((Date.parse(value) - began) / 1_000);
    return Number.isFinite(seconds) ? Math.max(0, seconds) : DEFAULT_SECONDS;
  });
  return wishes.length === 0 ? null : Math.min(MOST_SECONDS, Math.max(...wishes));
};
