import { gzipSync } from "node:zlib";

/** The ways in which a secret may come back. */
export const spellingsOf = (secret: string): Record<string, string> => ({
  plain: secret,
  "percent-encoded": encodeURIComponent(secret),
  "percent-encoded in lower case": encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  "percent-encoded throughout": [...Buffer.from(secret)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join(""),
  "percent-encoded twice": encodeURIComponent(encodeURIComponent(secret)),
  "as a form field": new URLSearchParams({ x: secret }).toString().slice(2),
  "JSON-escaped": JSON.stringify(secret).slice(1, -1),
  "JSON-escaped twice": JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  "JSON-escaped in ASCII": JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "JSON-escaped with slashes": JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  "HTML-escaped": secret
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;"),
  "base64, alone": Buffer.from(secret).toString("base64"),
  "base64url, alone": Buffer.from(secret).toString("base64url"),
  "base64 at the second byte": Buffer.from(`x${secret}y`).toString("base64"),
  "base64 at the third byte": Buffer.from(`me${secret}you`).toString("base64"),
  "base64 of a pair": Buffer.from(`user:${secret}`).toString("base64"),
  "base64 in a URL": encodeURIComponent(Buffer.from(`user:${secret}`).toString("base64")),
  "base64 with escaped slashes": Buffer.from(`user:${secret}`).toString("base64").replaceAll("/", "\\/"),
});

/** Not found, and documented as such. */
export const unfoundSpellingsOf = (secret: string): Record<string, string> => ({
  hexadecimal: Buffer.from(secret).toString("hex"),
  reversed: [...secret].reverse().join(""),
  split: `${secret.slice(0, 5)} ${secret.slice(5)}`,
  "base64 twice": Buffer.from(Buffer.from(secret).toString("base64")).toString("base64"),
  compressed: gzipSync(secret).toString("base64"),
});

/** Looks for a secret in what was written to the disk, in every form above. */
export const leaks = (bytes: string, secret: string): string[] => {
  // The file is JSON: what it says is what its strings say.
  const strings: string[] = [];
  JSON.parse(bytes, (key: string, value: unknown) => {
    strings.push(key);
    if (typeof value === "string") strings.push(value);
    return value;
  });
  const raws = strings.filter((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0);
  const decoded = raws.map((text) => Buffer.from(text, "base64").toString("utf8"));
  const haystack = [bytes, ...strings, ...decoded].join("\n");
  const core = (name: string, form: string): string => (name.startsWith("base64") ? form.slice(8, -4) : form);
  return Object.entries(spellingsOf(secret))
    .filter(([name, form]) => haystack.includes(core(name, form)))
    .map(([name]) => name);
};
