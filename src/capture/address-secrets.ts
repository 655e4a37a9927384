import type { Span } from "./find-secrets.ts";
import { isSecretHeader, isSecretParameter, looksSecret } from "./secret-names.ts";

/** A secret found by where it stands. `user` marks a user name beside a password: hidden here, not a secret elsewhere. */
export interface PlacedSecret extends Span {
  readonly user?: true;
}

// Up to the last @ before the path: people do write passwords with an @ in them. The look-behind keeps it linear: what
// a server sends us to may be one word of a million letters.
const USER_INFO = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/([^\s/?#"<>]+)@/dgi;
const PARAMETER = /[?&#;](?:amp;)?([\w.~%[\]-]+)=([^&\s"<>#;]*[^&\s"'<>#;])/dg;

/** User info and secret-looking parameters of every address in the text. */
export const secretsInAddresses = (text: string): PlacedSecret[] => {
  const users = [...text.matchAll(USER_INFO)].flatMap((match) => userInfo(match[1] ?? "", startOf(match, 1)));
  const parameters = [...text.matchAll(PARAMETER)].flatMap((match) => {
    const [, name = "", value = ""] = match;
    if (!isSecretParameter(decode(name))) return [];
    return [spanAt(startOf(match, 2), value, decode(value.replaceAll("+", " ")))];
  });
  return [...users, ...parameters];
};

const userInfo = (text: string, start: number): PlacedSecret[] => {
  const colon = text.indexOf(":");
  if (colon < 0) return [spanAt(start, text, decode(text))];
  const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return [
    ...(user === "" ? [] : [{ ...spanAt(start, user, decode(user)), user: true as const }]),
    ...(password === "" ? [] : [spanAt(start + colon + 1, password, decode(password))]),
  ];
};

const FLAG = /(?:^|\s)--?([\w.-]+)(?:=|\s+)(?!-)(\S+)/dg;
const ASSIGNMENT = /(?:(?<![\w.-])|(?<=(?:^|\s)-e))([A-Za-z_][\w.-]*)=([^\s;&,"']+)/dg;
const HEADER = /(?:^|[\s="'])([A-Za-z][\w-]*):\s*(?:(?:Bearer|Basic|Digest|DPoP|Token)\s+)?(\S+)/dgi;

/** `--token=abc`, `-e API_KEY=abc`, `Authorization: Bearer abc` and addresses, in a command line or an argument of it. */
export const secretsInCommand = (text: string): PlacedSecret[] => [
  ...secretsInAddresses(text),
  ...named(text, FLAG, looksSecret),
  ...named(text, ASSIGNMENT, looksSecret),
  ...named(text, HEADER, (name) => isSecretHeader(name) || looksSecret(name)),
];

/** The same for arguments that have not been joined, where a flag's value may contain spaces. */
export const secretsInArguments = (args: readonly string[]): PlacedSecret[][] =>
  args.map((argument, index) => {
    const whole = /^--?([\w.-]+)=(.+)$/s.exec(argument);
    const before = /^--?([\w.-]+)$/.exec(args[index - 1] ?? "");
    const header = /^([A-Za-z][\w-]*):\s*(?:(?:Bearer|Basic|Digest|DPoP|Token)\s+)?(\S.*)$/dis.exec(argument);
    return [
      ...(header && isSecretHeader(header[1] ?? "") ? [spanAt(startOf(header, 2), header[2] ?? "")] : []),
      ...(whole && looksSecret(whole[1] ?? "") ? [spanAt(argument.indexOf("=") + 1, whole[2] ?? "")] : []),
      ...(before && looksSecret(before[1] ?? "") && !argument.startsWith("-") ? [spanAt(0, argument)] : []),
      ...secretsInCommand(argument),
    ];
  });

const named = (text: string, pattern: RegExp, secret: (name: string) => boolean): PlacedSecret[] => {
  const found: PlacedSecret[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, name = "", value = ""] = match;
    if (secret(name)) found.push(spanAt(startOf(match, 2), value));
    // The value may hold a pair of its own, as in --env=API_KEY=abc.
    else pattern.lastIndex = startOf(match, 2);
  }
  pattern.lastIndex = 0;
  return found.filter(({ secret: value }) => value !== "");
};

const spanAt = (start: number, text: string, secret = text): PlacedSecret => ({
  start,
  end: start + text.length,
  secret,
});

const startOf = (match: RegExpExecArray, group: number): number => match.indices?.[group]?.[0] ?? match.index;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
