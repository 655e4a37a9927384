import type { Header } from "../base/header.ts";
import { HEADER_KEY } from "../protocol/headers.ts";
import { type PlacedSecret, secretsInAddresses, secretsInArguments } from "./address-secrets.ts";
import type { Capture } from "./capture.ts";
import { isPublicWord } from "./public-words.ts";
import { isSecretHeader, looksSecret } from "./secret-names.ts";
import { secretsInResults } from "./secrets-in-results.ts";
import type { Target } from "./target.ts";

/** What must not be found in a capture. */
export interface Secrets {
  /** Replaced wherever they occur. */
  readonly values: readonly string[];
  /** Headers as configured: their whole value is replaced where they stand, however short. */
  readonly headers: readonly Header[];
}

/** Shorter values are too likely to be ordinary words; they are hidden only where they were configured. */
const MIN_LENGTH = 8;

/** Variables of the base environment that name no secret and would only blur the capture. */
const PLAIN_ENV = /^(LANG|LC_.*|PATH|npm_config_.*)$/i;

/** Everything secret about a target: headers, URL, environment, flags. */
export const secretsOf = (target: Target, baseEnv: Readonly<Record<string, string>>): Secrets => {
  if (target.kind === "http") {
    const headers = target.headers.filter(([name]) => name.toLowerCase() !== HEADER_KEY.sessionId);
    return {
      values: searchable([
        ...headers.flatMap(([name, value]) => headerSecrets(name, value)),
        ...placedValues(secretsInAddresses(target.url)),
        ...(target.signedIn?.secrets ?? []),
      ]),
      headers,
    };
  }
  const inherited = Object.entries(baseEnv).filter(([name]) => !PLAIN_ENV.test(name) || looksSecret(name));
  const configured = Object.entries(target.env);
  return {
    values: searchable([
      ...[...inherited, ...configured]
        .filter(([name, value]) => looksSecret(name) || !isPlainWord(value))
        .map(([, value]) => value),
      ...placedValues(secretsInArguments(target.args).flat()),
      ...[...Object.values(baseEnv), ...Object.values(target.env)].flatMap((value) =>
        placedValues(secretsInAddresses(value)),
      ),
    ]),
    headers: [],
  };
};

/** The same with tokens of further callers. */
export const withTokens = ({ values, headers }: Secrets, tokens: Iterable<string>): Secrets => ({
  values: [...new Set([...values, ...searchable([...tokens])])],
  headers,
});

/** What the server handed out: in a header of its own, a cookie above all, or in what it returned. */
export const secretsOfServer = (capture: Pick<Capture, "exchanges">): string[] => [
  ...secretsInHeaders(capture.exchanges.flatMap(({ http }) => http?.response_headers ?? [])),
  ...searchable(secretsInResults(capture)),
];

/** Credentials that a header carries by its name, whoever sent it. */
export const secretsInHeaders = (headers: readonly Header[]): string[] =>
  searchable(
    headers
      .filter(([name]) => isSecretHeader(name))
      // Behind the first semicolon of a Set-Cookie stand its attributes.
      .flatMap(([name, value]) => headerSecrets(name, /^set-cookie$/i.test(name) ? (value.split(";")[0] ?? "") : value))
      .filter((value) => !isPlainWord(value)),
  );

/** Splits `Bearer abc`: the scheme of a credential is worth seeing, the credential is not. */
export const splitCredential = (value: string): { scheme: string; credential: string } => {
  const match = /^((?:Bearer|Basic|Digest|DPoP|Token)\s+)(\S.*)$/is.exec(value);
  return match ? { scheme: match[1] ?? "", credential: match[2] ?? "" } : { scheme: "", credential: value };
};

/** The credential, the parts it is made of, and what a Basic credential decodes to. */
const headerSecrets = (name: string, value: string): string[] => {
  const { scheme, credential } = splitCredential(value);
  const parts = credential.split(/[\s;,]+/).flatMap((part) => [part, unquoted(part.slice(part.indexOf("=") + 1))]);
  const decoded = /^basic/i.test(scheme) ? basicSecrets(credential) : [];
  const promised = isSecretHeader(name) || looksSecret(name) || scheme !== "";
  return [credential, ...parts, ...decoded].filter((entry) => promised || !isPlainWord(entry));
};

/** The password, and both together; a user name alone may be any word. */
const basicSecrets = (credential: string): string[] => {
  const decoded = Buffer.from(credential, "base64").toString("utf8");
  return [decoded, decoded.slice(decoded.indexOf(":") + 1)];
};

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, "$1");

const placedValues = (placed: readonly PlacedSecret[]): string[] =>
  placed.filter(({ user }) => !user).map(({ secret }) => secret);

/** Under a harmless name (NODE_ENV=production) such a value is not hidden in what the server says. */
const isPlainWord = (value: string): boolean => value.length < 16 && /^(?:[A-Za-z]?[a-z]+|[A-Z]+)$/.test(value);

/** Those that can be looked for: long enough, and no words of the protocol. */
export const searchable = (values: readonly string[]): string[] => {
  const trimmed = values.map((value) => value.trim());
  return [...new Set(trimmed)].filter((value) => value.length >= MIN_LENGTH && !isPublicWord(value));
};
