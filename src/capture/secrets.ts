import type { Target } from "../model/target.ts";

/** What must not be found in a capture. */
export interface Secrets {
  /** Replaced wherever they occur, in any of the forms below. */
  readonly values: readonly string[];
  /** Header names (lower case) whose whole value is replaced, whatever it is. */
  readonly headerNames: readonly string[];
}

/** Shorter values are too likely to be ordinary words; they are hidden only where they were configured. */
const MIN_LENGTH = 8;

/** Names of headers, query parameters, flags and variables that hold secrets. */
export const looksSecret = (name: string): boolean =>
  /(^|[^a-z])(auth|authorization|token|secret|password|passwd|pwd|credentials?|api[-_]?key|access[-_]?key|private[-_]?key|session[-_]?token|signature|sig|cookie|jwt|bearer|code|key|pass)([^a-z]|$)/i.test(
    name.replace(/([a-z])([A-Z])/g, "$1-$2"),
  );

const NOT_SECRET_HEADERS = new Set(["mcp-session-id"]);

export const isSecretHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return !NOT_SECRET_HEADERS.has(lower) && (looksSecret(lower) || lower === "set-cookie");
};

/** Variables of the base environment that name no secret and would only blur the capture. */
const PLAIN_ENV = /^(LANG|LC_.*|PATH|npm_config_.*)$/i;

/** Everything secret about a target: headers, URL, environment, flags. */
export const secretsOf = (target: Target, baseEnv: Readonly<Record<string, string>>): Secrets => {
  if (target.kind === "http") {
    return {
      values: long([...target.headers.flatMap(([, value]) => headerSecrets(value)), ...urlSecrets(target.url)]),
      headerNames: target.headers.map(([name]) => name.toLowerCase()),
    };
  }
  const inherited = Object.entries(baseEnv).filter(([name]) => !PLAIN_ENV.test(name) || looksSecret(name));
  return {
    values: long([
      ...Object.values(target.env),
      ...inherited.map(([, value]) => value),
      ...argumentSecrets(target.args),
      ...[...target.args, ...Object.values(target.env)].flatMap(urlSecrets),
    ]),
    headerNames: [],
  };
};

/** The value, its words (a scheme and a token), and what a Basic credential decodes to. */
const headerSecrets = (value: string): string[] => {
  const basic = /^Basic\s+(\S+)$/i.exec(value);
  const decoded = basic ? Buffer.from(basic[1] ?? "", "base64").toString("utf8") : "";
  return [value, ...value.split(/\s+/), decoded, ...decoded.split(":")];
};

const long = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value.length >= MIN_LENGTH))].sort((a, b) => b.length - a.length);

const urlSecrets = (text: string): string[] => {
  if (!text.includes("://") || !URL.canParse(text)) return [];
  const url = new URL(text);
  const userInfo = [url.username, url.password].filter((part) => part !== "");
  const decoded = userInfo.map(decodeSafely);
  const basic = userInfo.length > 0 ? [Buffer.from(decoded.join(":"), "utf8").toString("base64")] : [];
  const query = [...url.searchParams].filter(([name]) => looksSecret(name)).map(([, value]) => value);
  return [...userInfo, ...decoded, ...basic, ...query];
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `--api-key abc` and `--token=abc`: a flag's name tells that its value is secret. */
const argumentSecrets = (args: readonly string[]): string[] =>
  args.flatMap((argument, index) => {
    const flag = /^--?([\w-]+)(?:=(.*))?$/s.exec(argument);
    if (!flag || !looksSecret(flag[1] ?? "")) return [];
    return [flag[2] ?? args[index + 1] ?? ""];
  });
