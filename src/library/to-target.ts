import type { Target } from "../capture/target.ts";

/** A server as a caller may name it: its URL, the command that starts it and its arguments, or every detail. */
export type TargetLike = string | URL | readonly [command: string, ...args: string[]] | readonly string[] | Target;

/** Throws TypeError with one line that says what to write. */
export const toTarget = (named: TargetLike): Target => {
  if (typeof named === "string" || named instanceof URL) return httpTarget(named);
  if (!isCommand(named)) return whole(named);
  const [command, ...args] = named;
  if (command === undefined || command === "")
    throw new TypeError('the command is empty; write it such as ["node", "server.js"]');
  return { kind: "stdio", command, args, env: {} };
};

const isCommand = (named: readonly string[] | Target): named is readonly string[] => Array.isArray(named);

/** JavaScript checks no types. */
const whole = (named: Target): Target => {
  const given: Partial<Target> = named ?? {};
  const isWhole =
    given.kind === "http"
      ? typeof given.url === "string" && Array.isArray(given.headers)
      : given.kind === "stdio" && typeof given.command === "string" && Array.isArray(given.args) && !!given.env;
  if (!isWhole)
    throw new TypeError(
      'the target is neither a URL, nor a command such as ["node", "server.js"], nor a whole {kind: "http", url, headers, origin} or {kind: "stdio", command, args, env}',
    );
  return named;
};

const httpTarget = (address: string | URL): Target => {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new TypeError('the target is no http or https URL; to start a command write ["node", "server.js"]');
  // What stands in an address ends up in logs.
  if (url.username !== "" || url.password !== "")
    throw new TypeError("the URL holds a user name or password; write {kind, url, headers, origin} with a header");
  return { kind: "http", url: url.href, headers: [], origin: "user" };
};
