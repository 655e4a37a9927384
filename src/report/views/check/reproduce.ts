import type { Header } from "../../../base/header.ts";
import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { shellLine, shellWord } from "../../../base/shell-word.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { eraOf, LATEST_STATEFUL, type Revision } from "../../../protocol/revision.ts";
import type { ServerResult } from "../../../scores/result/result.ts";

/** A longer line is of no use. */
const LONGEST = 3_000;

type Reproducible = Pick<ServerResult, "target"> & Partial<Pick<ServerResult, "command" | "revision">>;

/**
 * A line that sends the same again, to be pasted into a shell: curl for HTTP, for stdio a pipe into the command with the
 * handshake before it. Secrets are variables of the reader's ($TOKEN). Undefined where no line of text could do it.
 */
export const reproduceLine = (result: Reproducible, exchange: Exchange): string | undefined => {
  const body = bodyOf(exchange);
  if (body === null) return undefined;
  const line = exchange.http ? curlLine(result, exchange.http, body) : pipe(result, exchange, body);
  return line !== undefined && line.length <= LONGEST ? line : undefined;
};

/** Servers end with their input, and some before they have answered: so it is kept open for a while. */
const KEEP_OPEN = "sleep 2";

const pipe = (
  { command, revision }: Reproducible,
  { request }: Exchange,
  body: string | undefined,
): string | undefined => {
  if (!command || body === undefined || command.words.some((word) => TAG.test(word))) return undefined;
  const lines = [...handshakeFor(request, revision), body];
  const start = `${command.cwd === undefined ? "" : `cd ${shellWord(command.cwd)} && `}`;
  return `${start}(printf '%s\\n' ${lines.map(quote).join(" ")}; ${KEEP_OPEN}) | ${shellLine(command.words)}`;
};

/** What has to be said before a request is answered: nothing where it is complete in itself, or opens a session. */
const handshakeFor = (request: Json | undefined, revision: Revision | null | undefined): readonly string[] => {
  const meta = valueAt(request, "params", "_meta");
  if (member(meta, META_KEY.protocolVersion) !== undefined || stringMember(request, "method") === "initialize")
    return [];
  const version =
    revision !== null && revision !== undefined && eraOf(revision) === "stateful" ? revision : LATEST_STATEFUL;
  return [
    JSON.stringify(initializeRequest(version)),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
  ];
};

const initializeRequest = (protocolVersion: string): Json => ({
  jsonrpc: "2.0",
  id: "try",
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "mcptest", version: "1" } },
});

/** A session is opened first, where the request needs one. */
const curlLine = (
  { target, revision }: Reproducible,
  http: NonNullable<Exchange["http"]>,
  body: string | undefined,
): string | undefined => {
  const line = curl(target, http, body);
  if (line === undefined || !http.request_headers.some(([name]) => name.toLowerCase() === HEADER_KEY.sessionId))
    return line;
  const own = http.request_headers.filter(([name]) => !OF_THE_REQUEST.test(name));
  const version =
    revision !== null && revision !== undefined && eraOf(revision) === "stateful" ? revision : LATEST_STATEFUL;
  const headers: Header[] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ...own,
  ];
  const opening = curl(
    target,
    { method: "POST", request_headers: headers },
    JSON.stringify(initializeRequest(version)),
  );
  if (opening === undefined) return line;
  const read = `sed -n 's/^mcp-session-id: *//Ip' | tr -d '\\r'`;
  return `SESSION=$(${opening.replace("curl -sS -i", "curl -sS -D - -o /dev/null")} | ${read}); ${line}`;
};

const OF_THE_REQUEST = /^(?:mcp-.*|content-type|accept|last-event-id)$/i;

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
const TAG = /\[redacted:[0-9a-f]+\]/;
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
  if (plain === HEADER_KEY.sessionId) return [`-H "${name}: $SESSION"`];
  if (plain === "authorization") return [`-H "${name}: ${/^basic /i.test(value) ? "Basic $BASIC" : "Bearer $TOKEN"}"`];
  if (SECRET.test(name) || TAG.test(value)) return [`-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}"`];
  return [`-H ${quote(`${name}: ${value}`)}`];
};

/** For a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
