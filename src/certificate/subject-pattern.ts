import { normalSubject } from "./verify/subjects.ts";

/**
 * Patterns for subjects, without regular expressions: a pattern of a stranger can neither run for long nor reach further
 * than it looks. In an address the host is compared label by label (`*` is exactly one label, as in TLS) and the path
 * with wildcards (`*` within a segment, `**` across); scheme and port are literal. Everything else (`stdio:…`) is a
 * wildcard text in which `*` stands for anything but a slash.
 */
export const fitsSubject = (pattern: string, subject: string): boolean => {
  if (pattern === "**") return true;
  const wanted = splitAddress(pattern);
  const found = splitAddress(normalSubject(subject));
  if (!wanted || !found) return !wanted && !found && fitsWildcards(pattern, subject);
  return (
    wanted.scheme === found.scheme &&
    wanted.port === found.port &&
    fitsHost(wanted.host, found.host) &&
    fitsWildcards(wanted.path, found.path)
  );
};

/** What is wrong with a pattern, or undefined. */
export const patternProblem = (pattern: string): string | undefined => {
  if (pattern === "") return "is empty";
  if (pattern.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (/\*{3}/.test(pattern)) return "has three stars in a row";
  if (!/^https?:/i.test(pattern)) return undefined;
  const address = splitAddress(pattern);
  if (!address) return "is no address; write https://host/path, with * for one label of the host or part of the path";
  const labels = address.host.split(".");
  if (labels.some((label) => label !== "*" && label.includes("*"))) return "mixes * with letters in a part of the host";
  return undefined;
};

const LONGEST = 1_000;

interface Address {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  /** With the query. */
  readonly path: string;
}

/** By hand: a pattern is no address, and a URL parser would encode its stars or refuse them. No user info is let in. */
const splitAddress = (text: string): Address | undefined => {
  const match = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/?#@:[\]\\\s]+)(?::(\d{1,5}))?([/?][^#\\\s]*)?$/i.exec(text);
  if (!match) return undefined;
  const [, scheme = "", host = "", port = "", path = "/"] = match;
  const usual = scheme.toLowerCase() === "https" ? "443" : "80";
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port: port === "" ? usual : port, path };
};

const fitsHost = (pattern: string, host: string): boolean => {
  const wanted = pattern.split(".");
  const found = host.split(".");
  return wanted.length === found.length && wanted.every((label, index) => label === "*" || label === found[index]);
};

/** Every place of the text the pattern can have reached, star by star: pattern length × text length steps, no more. */
const fitsWildcards = (pattern: string, text: string): boolean => {
  let reached = new Set([0]);
  for (let at = 0; at < pattern.length && reached.size > 0; at++) {
    const star = pattern[at] === "*";
    const across = star && pattern[at + 1] === "*";
    const next = new Set<number>();
    for (const place of reached) {
      if (!star) {
        if (text[place] === pattern[at]) next.add(place + 1);
        continue;
      }
      for (let end = place; end <= text.length && !next.has(end); end++) {
        next.add(end);
        if (!across && (text[end] === "/" || text[end] === "?")) break;
      }
    }
    reached = next;
    if (across) at++;
  }
  return reached.has(text.length);
};
