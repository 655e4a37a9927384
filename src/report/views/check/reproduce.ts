import type { Exchange } from "../../../model/capture.ts";
import type { Result } from "../../../model/result.ts";
import type { Header } from "../../../model/target.ts";

/** A longer line is of no use. */
const LONGEST = 3_000;

/**
 * A line that sends the same again: curl for HTTP, the JSON line for stdio. Secrets are left out (`…`), and the session
 * is the reader's own (`$SESSION`). Undefined where no line of text could do it.
 */
export const reproduceLine = (result: Pick<Result, "target">, exchange: Exchange): string | undefined => {
  const body = bodyOf(exchange);
  if (body === null) return undefined;
  const line = exchange.http ? curl(result.target, exchange.http, body) : body;
  return line !== undefined && line.length <= LONGEST ? line : undefined;
};

/** null: it cannot be written on one line (broken bytes), or part of it is missing. */
const bodyOf = ({ request, request_raw }: Exchange): string | undefined | null => {
  if (request_raw) {
    const plain = request_raw.encoding === "utf8" && request_raw.cut_from === undefined && ASCII.test(request_raw.data);
    return plain ? hideTags(request_raw.data) : null;
  }
  return request === undefined ? undefined : hideTags(toAscii(JSON.stringify(request)));
};

const ASCII = /^[ -~]*$/;

/** A copy must have the same bytes, so nothing is left for a terminal to change. */
const toAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What stands in a capture in place of a secret. */
const hideTags = (text: string): string => text.replace(/\[redacted:[0-9a-f]+\]/g, "…");

const OWN_TO_CURL = /^(?:host|content-length|connection|user-agent|accept-encoding|transfer-encoding|keep-alive)$/i;
const SECRET =
  /auth|cookie|token|secret|passw|credential|(?:api|access|private)[-_]?key|signature|(?:^|[?&_-])(?:key|sig|pwd|code)=?$/i;

const curl = (target: string, http: NonNullable<Exchange["http"]>, body: string | undefined): string | undefined => {
  const address = addressOf(http.url ?? target);
  if (address === undefined || !/^[A-Za-z]+$/.test(http.method)) return undefined;
  return [
    "curl -sS -i",
    ...(http.method === "GET" || (http.method === "POST" && body !== undefined) ? [] : [`-X ${http.method}`]),
    quote(address),
    ...http.request_headers.flatMap(headerArgument),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" ");
};

/** Without user info, and without the values of a query that may be a secret. */
const addressOf = (text: string): string | undefined => {
  if (!/^https?:\/\//i.test(text) || !ASCII.test(text)) return undefined;
  return hideTags(text)
    .replace(/^(https?:\/\/)[^/?#]*@/i, "$1")
    .replace(/([?&][^=&#]*=)([^&#]*)/g, (whole, name: string) => (SECRET.test(name) ? `${name}…` : whole));
};

const headerArgument = ([name, value]: Header): string[] => {
  const plain = name.toLowerCase();
  if (OWN_TO_CURL.test(name) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !ASCII.test(value)) return [];
  if (plain === "mcp-session-id") return [`-H "${name}: $SESSION"`];
  return [`-H ${quote(`${name}: ${SECRET.test(name) ? "…" : hideTags(value)}`)}`];
};

/** For a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
