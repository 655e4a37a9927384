import type { Header } from "../../base/header.ts";

/** Fields of one connection; each side of a proxy has its own (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "upgrade"]);
/** Without these the end of the message would be lost, whatever Connection says. */
const FRAMING = new Set(["content-length", "transfer-encoding", "trailer", "host"]);
/** Requests that Node frames as chunked when their length is not stated. */
const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/** Order, case and duplicates stay; what belongs to the connection goes. */
const withoutHopByHop = (headers: readonly Header[]): Header[] => {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((token) => token.trim().toLowerCase()))
    .filter((name) => !FRAMING.has(name));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
};

/** What goes to the server: the client's headers with the server's own Host, and the configured ones instead of the client's. */
export const requestHeaders = (
  received: readonly Header[],
  method: string,
  host: string,
  configured: readonly Header[],
): Header[] => {
  const replaced = new Set(configured.map(([name]) => name.toLowerCase()));
  const kept = withoutHopByHop(received).filter(([name]) => !replaced.has(name.toLowerCase()));
  const names = new Set(kept.map(([name]) => name.toLowerCase()));
  const headers = kept.map(([name, value]): Header => (name.toLowerCase() === "host" ? [name, host] : [name, value]));
  const unframed = WITH_BODY.has(method) && !names.has("content-length") && !names.has("transfer-encoding");
  return [
    ...(names.has("host") ? [] : [["Host", host] as const]),
    ...headers,
    ...configured,
    // No length and no coding means no body; Node would announce a chunked one.
    ...(unframed ? [["Content-Length", "0"] as const] : []),
    ["Connection", "keep-alive"],
  ];
};

/** What goes to the client: everything the server said that is not about its connection to us. */
export const responseHeaders = (received: readonly Header[]): Header[] => withoutHopByHop(received);

export const flat = (headers: readonly Header[]): string[] => headers.flat();
