import { createHmac } from "node:crypto";
import type { Capture } from "../model/capture.ts";
import { isSecretHeader, looksSecret, type Secrets } from "./secrets.ts";

/** The members that hold a list of header pairs. */
const HEADER_LISTS = new Set(["request_headers", "response_headers"]);
/** The members that hold an address or a command line of ours. */
const ADDRESSES = new Set(["url", "server_label", "location", "command"]);
/** The members that hold what was said. */
const SAID = new Set(["request", "response", "message", "server_capabilities", "server_info"]);

/**
 * Replaces secrets by tagged digests. The key is random for each run: equal secrets look equal within a capture,
 * and nobody can try guesses against it. This is done when a capture is written, never later.
 *
 * What it finds: the value itself, percent-encoded, in base64, and JSON-escaped, in any string, key or raw bytes.
 * What it cannot find: a secret the server has split, re-encoded otherwise, or compressed.
 */
export const redactCapture = (capture: Omit<Capture, "redaction">, secrets: Secrets, key: Uint8Array): Capture => {
  const forms = secrets.values.flatMap((value) => formsOf(value).map((form) => ({ form, tag: tagOf(value, key) })));
  const headerNames = new Set(secrets.headerNames);
  let replaced = 0;

  const text = (value: string): string => {
    let result = value;
    for (const { form, tag } of forms) {
      if (!result.includes(form)) continue;
      const parts = result.split(form);
      replaced += parts.length - 1;
      result = parts.join(tag);
    }
    return result;
  };

  const hide = (value: string): string => {
    replaced += 1;
    return tagOf(value, key);
  };

  /** User info and secret-looking query values. Only where an address of ours stands: what a server says stays as said. */
  const urlsIn = (value: string): string =>
    text(value)
      .replace(/([a-z][a-z0-9+.-]*:\/\/)([^\s/?#"'<>@]+)@/gi, (whole, scheme: string, user: string) =>
        user.startsWith("[redacted:") ? whole : `${scheme}${hide(user)}@`,
      )
      .replace(/([?&]|&amp;)([\w.~%-]+)=([^&\s"'<>#]+)/g, (whole, separator: string, name: string, found: string) =>
        looksSecret(name) && !found.startsWith("[redacted:") ? `${separator}${name}=${hide(found)}` : whole,
      );

  const header = (pair: readonly [string, string]): [string, string] => {
    const [name, value] = pair;
    if (name.toLowerCase() === "location") return [name, urlsIn(value)];
    if (!headerNames.has(name.toLowerCase()) && !isSecretHeader(name)) return [text(name), text(value)];
    // The scheme of a credential is worth seeing, the credential is not.
    const scheme = /^(Bearer|Basic|Digest|DPoP)\s+(\S.*)$/is.exec(value);
    return [name, scheme ? `${scheme[1]} ${hide(scheme[2] ?? "")}` : hide(value)];
  };

  const walk = (value: unknown, member: string): unknown => {
    if (typeof value === "string") return ADDRESSES.has(member) ? urlsIn(value) : text(value);
    if (Array.isArray(value)) {
      if (HEADER_LISTS.has(member)) return value.map((pair) => (isPair(pair) ? header(pair) : walk(pair, "")));
      return value.map((entry) => walk(entry, member));
    }
    if (typeof value !== "object" || value === null) return value;
    if (isBase64Raw(value)) return { ...value, data: bytes(value.data) };
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [text(name), SAID.has(name) ? said(entry) : walk(entry, name)]));
  };

  /** Inside a message no member name has a meaning of ours. */
  const said = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(said);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [text(name), said(entry)]));
  };

  const bytes = (data: string): string => {
    const latin = Buffer.from(data, "base64").toString("latin1");
    const clean = forms.reduce((result, { form, tag }) => {
      const inBytes = Buffer.from(form, "utf8").toString("latin1");
      const parts = result.split(inBytes);
      replaced += parts.length - 1;
      return parts.join(tag);
    }, latin);
    return clean === latin ? data : Buffer.from(clean, "latin1").toString("base64");
  };

  const { exchanges, conversations, unsolicited, outcome, closed, ...head } = capture;
  const clean = walk({ ...head, exchanges, conversations, unsolicited }, "") as Omit<Capture, "redaction">;
  return {
    ...pick(clean, Object.keys(head)),
    redaction: { scheme: "hmac-sha256/12", replaced },
    ...(clean.conversations ? { conversations: clean.conversations } : {}),
    exchanges: clean.exchanges,
    ...(clean.unsolicited ? { unsolicited: clean.unsolicited } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    ...(closed === undefined ? {} : { closed }),
  };
};

const pick = (capture: Omit<Capture, "redaction">, names: readonly string[]): Omit<Capture, "redaction" | "exchanges"> =>
  Object.fromEntries(Object.entries(capture).filter(([name]) => names.includes(name))) as Omit<Capture, "redaction">;

const tagOf = (value: string, key: Uint8Array): string =>
  `[redacted:${createHmac("sha256", key).update(value, "utf8").digest("hex").slice(0, 12)}]`;

const formsOf = (value: string): string[] => {
  const escaped = JSON.stringify(value).slice(1, -1);
  // Only the part of the base64 text that does not depend on what stands around the secret.
  const base64 = Buffer.from(value, "utf8").toString("base64").replace(/=+$/, "");
  return [...new Set([value, encodeURIComponent(value), escaped, base64])].filter((form) => form.length >= 8);
};

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";

const isBase64Raw = (value: object): value is { encoding: "base64"; data: string } =>
  "encoding" in value && value.encoding === "base64" && "data" in value && typeof value.data === "string";
