import { DownloadError } from "./download-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy a request goes through, by the variables that curl made common: HTTPS_PROXY and HTTP_PROXY for the scheme
 * they name, NO_PROXY for the exceptions. The lower-case spelling wins.
 */
export const chooseProxy = (url: URL, env: Environment): URL | undefined => {
  const named = read(env, url.protocol === "https:" ? "https_proxy" : "http_proxy");
  if (named === "" || isExempt(url, read(env, "no_proxy"))) return undefined;
  const proxy = parse(named.includes("://") ? named : `http://${named}`);
  // The value may hold a password, so it is not repeated.
  if (!proxy) throw new DownloadError("network", "the proxy of the environment is not an http or https URL");
  return proxy;
};

const parse = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "" ? url : undefined;
};

const read = (env: Environment, name: string): string => {
  const variable = [name, name.toUpperCase()].find((spelling) => Object.hasOwn(env, spelling));
  return (variable === undefined ? "" : (env[variable] ?? "")).trim();
};

/** An entry names a host and everything below it, with or without a leading dot or star; a port narrows it. */
const isExempt = (url: URL, list: string): boolean => {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [name, wanted] = splitPort(entry.toLowerCase());
      if (wanted !== undefined && wanted !== port) return false;
      const bare = name.replace(/^\*?\./, "");
      return bare !== "" && (host === bare || host.endsWith(`.${bare}`));
    });
};

const splitPort = (entry: string): [name: string, port: string | undefined] => {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return [bracketed[1] ?? "", bracketed[2]];
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  return plain ? [plain[1] ?? "", plain[2]] : [entry, undefined];
};
