import { quoted, UsageError } from "../usage-error.ts";

export interface TargetUrl {
  /** Absolute, without user info and fragment. */
  readonly url: string;
  /** The value of the Authorization header that the URL's user info stands for. */
  readonly basicAuthorization?: string;
}

/**
 * Reads an absolute http or https URL. A fragment is dropped: HTTP never sends it. User info becomes an
 * Authorization header, so that no later message or report can show it as part of the address. `written` is the text
 * before variables were filled in: a message repeats that, for the value of a variable may be a secret.
 */
export const parseTargetUrl = (text: string, where: string, written = text): TargetUrl => {
  if (text.trim() === "") throw new UsageError(`${where} is empty; write a URL such as http://localhost:3000/mcp`);
  const shown = quoted(withoutSecrets(written));
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new UsageError(`${where} ${shown} is not a URL; ${hintFor(written)}`);
  if (scheme !== "http" && scheme !== "https") {
    throw new UsageError(
      `${where} ${shown} has the scheme ${written === text ? quoted(scheme) : "of another protocol"}; only http and https are spoken`,
    );
  }
  // The parser would drop these silently and connect somewhere the user did not write.
  if (/[\p{Cc}\s]/u.test(text)) {
    throw new UsageError(`${where} ${shown} contains a space or a control character; remove it or write %20`);
  }
  if (/^[^/]*\/\/[^/?#]*\[[^\]/]*%/.test(text)) {
    throw new UsageError(`${where} ${shown} has an IPv6 zone id, which URLs do not allow; use an address without one`);
  }
  if (!URL.canParse(text)) {
    throw new UsageError(`${where} ${shown} is not a valid URL; write one such as http://localhost:3000/mcp`);
  }
  const url = new URL(text);
  const basicAuthorization = readUserInfo(url, `${where} ${shown}`);
  url.username = "";
  url.password = "";
  url.hash = "";
  return { url: url.href, ...(basicAuthorization === undefined ? {} : { basicAuthorization }) };
};

const readUserInfo = (url: URL, shown: string): string | undefined => {
  if (url.username === "" && url.password === "") return undefined;
  try {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
  } catch {
    throw new UsageError(`${shown} has user info with a broken % escape; write %25 for the character itself`);
  }
};

/** For messages and listings: user info, query and fragment may hold secrets. */
export const withoutSecrets = (text: string): string => {
  const isUrl = /^https?:\/\//i.test(text) && URL.canParse(text);
  // If it is not a URL, the end of the user info is a guess; cut too much rather than show part of a password.
  return text.replace(isUrl ? USER_INFO : LIKELY_USER_INFO, "$1").replace(/[?#].*$/s, "");
};

const USER_INFO = /^(https?:[/\\]+)[^/\\?#]*@/i;

/** A colon that is not followed by a port begins a password, which may hold any character up to the last @. */
const LIKELY_USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?(?:[^:@]*:(?!\d+(?:\/|$)).*|[^/\\]*)@/is;

const SCRIPT_RUNNERS: Readonly<Record<string, string>> = {
  js: "node ",
  mjs: "node ",
  cjs: "node ",
  ts: "npx tsx ",
  mts: "npx tsx ",
  py: "python3 ",
  rb: "ruby ",
  sh: "sh ",
  jar: "java -jar ",
  exe: "",
};

const hintFor = (text: string): string => {
  const plain = withoutSecrets(text.trim());
  const extension = /\.([a-z]+)$/i.exec(plain)?.[1]?.toLowerCase() ?? "";
  if (extension === "json") {
    return "use --mcp-config for a client configuration, or mcptest judge for a saved capture";
  }
  const isPath = /^(?:\.{1,2}$|\.{0,2}[/\\]|~|[a-z]:\\)/i.test(plain);
  if (isPath || Object.hasOwn(SCRIPT_RUNNERS, extension)) {
    return `to start a file as a server write -- ${SCRIPT_RUNNERS[extension] ?? ""}${quotedIfNeeded(plain)}`;
  }
  const missingSlashes = /^https?:\/*(?=[^/])/i.exec(plain);
  if (missingSlashes) {
    const scheme = /^https/i.test(plain) ? "https" : "http";
    return `did you mean ${scheme}://${quotedIfNeeded(plain.slice(missingSlashes[0].length))}`;
  }
  const host = HOST_LIKE.exec(plain);
  if (!host) return "write http://host:port/path, or start a command with -- <command>";
  const isLocal = host[2] !== undefined || LOCAL_HOST.test(host[1] ?? "");
  return `did you mean ${isLocal ? "http" : "https"}://${plain}`;
};

/** A dotted name, an address or localhost; or any name with a port. A bare word is more likely a command. */
const HOST_LIKE =
  /^(localhost|\[[0-9a-f:.]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?=:\d))(:\d{1,5})?(?:\/[^\s]*)?$/i;

const LOCAL_HOST = /^(?:localhost|\[.*\]|[\d.]+)$/i;

const quotedIfNeeded = (text: string): string => (/[\s\p{Cc}]/u.test(text) ? quoted(text) : text);
