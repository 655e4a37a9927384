import { member } from "../../base/json.ts";
import { shellWord } from "../../base/shell-word.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture, CapturedTarget, Exchange, HttpRecord } from "../../capture/capture.ts";
import { refusesName } from "../../capture/refused-name.ts";
import type { PathLook } from "../../wire/surroundings.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { Blocked, BlockedKind } from "../blocked.ts";
import { readChallenges } from "../core/challenge.ts";

type Address = Extract<CapturedTarget, { kind: "http" }>;

interface Found {
  readonly kind: BlockedKind;
  readonly reason: string;
  readonly help: readonly string[];
}

/** Why nothing could be asked at a URL. */
export const blockedAddress = (capture: Capture, target: Address, reached: boolean): Blocked => {
  const found = reached ? answered(capture, target) : unanswered(capture, target);
  return { kind: found.kind, reached, reason: untrusted(found.reason), help: found.help.map(untrusted) };
};

const check = (url: string, flags = ""): string => `mcptest check ${flags}${shellWord(url)}`;

const unanswered = ({ exchanges }: Capture, target: Address): Found => {
  const trouble = exchanges.find((exchange) => exchange.trouble)?.trouble;
  const { host, hostname, port } = partsOf(target.url);
  if (!trouble) return { kind: "unknown", reason: "nothing answered", help: [] };
  const code = trouble.code === undefined ? "" : ` (${trouble.code})`;
  switch (trouble.kind) {
    case "not-probed":
      return { kind: "unknown", reason: trouble.detail, help: [] };
    case "refused":
      return {
        kind: "connection-refused",
        reason: `nothing accepts connections at ${host}${code}`,
        help: [
          ...listening(target, port),
          "start the server first, or let mcptest start it: mcptest check -- <command>",
        ],
      };
    case "unresolved":
      return {
        kind: "unresolved",
        reason: `the host name ${hostname} has no address${code}`,
        help: ["is it spelled right, and can this machine resolve it?"],
      };
    case "tls":
      return tlsFound(trouble, target, host);
    case "not-http":
      return {
        kind: "plain-http",
        reason: `what answers at ${host} is not HTTP${code}`,
        help: target.url.startsWith("http:")
          ? [`does it speak TLS? ${check(target.url.replace(/^http:/, "https:"))}`]
          : [],
      };
    case "timed-out":
      return {
        kind: "silent",
        reason: `${host} did not answer: ${trouble.detail}`,
        help: ["is it up, and reachable from here (firewall, VPN)? If it is only slow: --timeout 2m"],
      };
    case "forbidden-address":
      return {
        kind: "forbidden-address",
        reason: trouble.detail,
        help: ["name it with --allow-private, or as a URL of your own"],
      };
    case "limit-exceeded":
    case "aborted":
      return {
        kind: "unknown",
        reason: `${host}: ${trouble.detail}${code}`,
        help: [
          trouble.kind === "aborted"
            ? "to wait longer: --run-timeout 5m"
            : `to allow more: --limit ${trouble.limit ?? "<name>"}=<value>`,
        ],
      };
    default:
      return {
        kind: "unknown",
        reason: `${host}: ${trouble.detail}${code}`,
        help: target.url.startsWith("http:")
          ? [`does it speak TLS? ${check(target.url.replace(/^http:/, "https:"))}`]
          : ["its own log may say why"],
      };
  }
};

/** On this machine something else may listen on the port. */
const listening = ({ url, listens_on = [] }: Address, port: string): string[] => {
  const [other] = listens_on;
  if (other === undefined) return [];
  const name = other === "::" || other === "0.0.0.0" ? "localhost" : other.includes(":") ? `[${other}]` : other;
  const there = url.replace(/^(https?:\/\/)[^/?#]*/, `$1${name}:${port}`);
  return [`something listens on port ${port} at ${other}: ${check(there)}`];
};

const UNTRUSTED_ISSUER = /SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_UNTRUSTED|CERT_SIGNATURE/;

const tlsFound = ({ code = "" }: Trouble, { url }: Address, host: string): Found => {
  const shown = code === "" ? "" : ` (${code})`;
  if (/EPROTO|WRONG_VERSION|PACKET_LENGTH|ERR_SSL_/.test(code))
    return {
      kind: "plain-http",
      reason: `what answers at ${host} does not speak TLS${shown}`,
      help: [`try ${check(url.replace(/^https:/, "http:"))}`],
    };
  if (/ALTNAME|HOSTNAME/.test(code))
    return {
      kind: "tls",
      reason: `the certificate of ${host} is for another host name${shown}`,
      help: ["use the name that the certificate is for", `to look all the same: ${check(url, "--insecure ")}`],
    };
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return {
      kind: "tls",
      reason: `the certificate of ${host} is ${/NOT_YET/.test(code) ? "not valid yet" : "expired"}${shown}`,
      help: ["renew it; is the clock of this machine right?", `to look all the same: ${check(url, "--insecure ")}`],
    };
  return {
    kind: "tls",
    reason: UNTRUSTED_ISSUER.test(code)
      ? `the certificate of ${host} is not trusted: it is self-signed, or its issuer is not known here${shown}`
      : `no secure connection to ${host} could be made${shown}`,
    help: [`trust its root: ${check(url, "--ca root.pem ")}`, `to look all the same: ${check(url, "--insecure ")}`],
  };
};

const answered = (capture: Capture, target: Address): Found => {
  const exchange = openingOf(capture);
  const http = exchange?.http;
  const status = http?.status;
  if (!exchange || !http || status === undefined)
    return capture.exchanges.some(({ trouble }) => trouble)
      ? unanswered(capture, target)
      : { kind: "unknown", reason: capture.era?.reason ?? "no handshake was completed", help: [] };
  if (refusesName(exchange))
    return {
      kind: "refuses-name",
      reason: `the server answers ${status}: it refuses the name in the address (the Host header)`,
      help: [adviceIn(capture) ?? "use the name it is configured for, or add this one to its allowed hosts"],
    };
  if (status === 401 || status === 403) return credentials(http, status, target);
  if (http.redirect)
    return {
      kind: "redirected",
      reason: `the server answers ${status}, a redirect to ${JSON.stringify(shorten(http.redirect.location, 160))}`,
      help: ["give that address, or --follow-redirects if it is on the same origin"],
    };
  if (status === 429)
    return {
      kind: "handshake-refused",
      reason: "the server answers 429 to both initialize and server/discover: it takes no more requests for now",
      help: ["try again later, or raise its limit for this machine"],
    };
  if (status >= 500)
    return {
      kind: "server-error",
      reason: `the server answers ${status} to both initialize and server/discover`,
      help: ["its own log says why"],
    };
  const error = member(exchange.response, "error");
  if (error !== undefined)
    return {
      kind: "handshake-refused",
      reason: `the handshake was refused with ${status} and ${shorten(JSON.stringify(error), 160)}`,
      help: ["answer initialize, or server/discover, with a result"],
    };
  return noEndpoint(capture, target, http, status);
};

/** Of the two openings the one that came further: initialize first. */
const openingOf = ({ exchanges }: Capture): Exchange | undefined => {
  const answeredOnes = exchanges.filter(({ http }) => http?.status !== undefined);
  const wall = answeredOnes.find(({ http }) => http?.status === 401 || http?.status === 403);
  const initialize = answeredOnes.find(({ request }) => member(request, "method") === "initialize");
  return wall ?? initialize ?? answeredOnes[0];
};

/** What detection advised, behind what it saw. */
const adviceIn = ({ era }: Capture): string | undefined => /: (try .+)$/.exec(era?.reason ?? "")?.[1];

const noEndpoint = ({ surroundings }: Capture, { url }: Address, http: HttpRecord, status: number): Found => {
  const looks = surroundings?.paths ?? [];
  const there =
    looks.find(({ answers }) => answers === "mcp") ??
    looks.find(({ answers }) => answers !== "other" && answers !== "nothing");
  const what = `${isHtml(http) ? "with a web page" : "without an MCP message"} (HTTP ${status})`;
  const reason = `no MCP endpoint at ${pathOf(url)}: it answers ${what}`;
  if (there)
    return {
      kind: "no-endpoint",
      // Behind a wall anything may be.
      reason: `${reason}; ${there.answers === "locked" ? `${pathOf(there.url)} asks for credentials, so it may be there` : `there is one at ${pathOf(there.url)}`}`,
      help: [check(there.url)],
    };
  return {
    kind: "no-endpoint",
    reason:
      looks.length === 0
        ? reason
        : `${reason}; ${looks.map(({ url: tried }) => pathOf(tried)).join(" and ")} ${looks.length === 1 ? "was" : "were"} tried`,
    help: [`give the whole address of the endpoint, as its client configuration has it`, ...tried(looks)],
  };
};

const tried = (looks: readonly PathLook[]): string[] =>
  looks.length === 0
    ? []
    : [
        `tried: ${looks.map(({ url, status }) => `${pathOf(url)} ${status === null ? "no answer" : `HTTP ${status}`}`).join(", ")}`,
      ];

const isHtml = ({ response_headers = [], body }: HttpRecord): boolean =>
  response_headers.some(([name, value]) => name.toLowerCase() === "content-type" && /html/i.test(value)) ||
  /^\s*<(?:!doctype|html)/i.test(body?.data ?? "");

/** What a wall asks for, in the words of its challenge. */
const credentials = (
  { response_headers = [], request_headers }: HttpRecord,
  status: number,
  { url, header_names }: Address,
): Found => {
  const header = response_headers
    .filter(([name]) => name.toLowerCase() === "www-authenticate")
    .map(([, value]) => value);
  const challenges = readChallenges(header.join(", "));
  const [challenge] = challenges;
  const sent = [...header_names, ...request_headers.map(([name]) => name)].some(
    (name) => name.toLowerCase() === "authorization",
  );
  const { scope, resource_metadata, realm, error } = challenge?.parameters ?? {};
  const details = [
    ...(scope === undefined ? [] : [`scope ${quoted(scope)}`]),
    ...(realm === undefined ? [] : [`realm ${quoted(realm)}`]),
    ...(error === undefined ? [] : [`error ${quoted(error)}`]),
  ];
  const wants = challenge
    ? `${challenge.scheme === "bearer" ? "a bearer token" : `${challenge.scheme} credentials`}${details.length > 0 ? `, ${details.join(", ")}` : ""}`
    : "credentials, but does not say which (no WWW-Authenticate header)";
  return {
    kind: "credentials",
    reason: sent
      ? `the server refuses the credentials that were sent (HTTP ${status}); it asks for ${wants}`
      : `the server asks for ${wants} (HTTP ${status})`,
    help: [
      challenge?.scheme === "basic"
        ? `put user and password into the URL, or a header: ${check(url, "--header-env Authorization=AUTH ")}`
        : challenge === undefined || challenge.scheme === "bearer"
          ? `put a token into an environment variable: ${check(url, "--bearer-env TOKEN ")}`
          : `put them into an environment variable: ${check(url, "--header-env Authorization=AUTH ")}`,
      ...(resource_metadata === undefined
        ? []
        : [`or sign in: ${check(url, "--login ")}`, `where to get one: ${shorten(resource_metadata, 200)}`]),
      ...(challenge === undefined ? [`or another header, such as --header-env X-API-Key=KEY`] : []),
    ],
  };
};

const quoted = (text: string): string => JSON.stringify(shorten(text, 120));

const partsOf = (url: string): { host: string; hostname: string; port: string } => {
  const [, scheme = "http", authority = ""] = /^(https?):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? [];
  const [, hostname = authority, given] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  const port = given ?? (scheme.toLowerCase() === "https" ? "443" : "80");
  return { host: `${hostname}:${port}`, hostname, port };
};

/** Without the origin, which is the same everywhere, and without what a query may hold. */
const pathOf = (url: string): string => /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] || "/";
