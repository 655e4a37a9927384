// Which headers a request may carry beside those that the probe itself sets.

export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

/** What node:http will send: tab, and Latin-1 without control characters. */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

export const trimOptionalSpace = (value: string): string => value.replace(/^[ \t]+|[ \t]+$/g, "");

/** Framing and protocol headers: what is probed depends on them, so only the probe sets them. */
export const isOwnedByProbe = (name: string): boolean => OWNED_BY_PROBE.has(name.toLowerCase());

const OWNED_BY_PROBE: ReadonlySet<string> = new Set(
  (
    "accept connection content-length content-type expect keep-alive last-event-id mcp-method mcp-name " +
    "mcp-protocol-version mcp-session-id te trailer transfer-encoding upgrade"
  ).split(" "),
);
