import { parseDocument } from "yaml";
import { isJsonObject, type Json } from "../../../base/json.ts";
import type { FrontMatter } from "../../core/content-findings.ts";

/** More than any author writes; what is longer is not parsed. */
const MAX_LENGTH = 64 * 1024;
const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/m;

/** The YAML between the two lines of hyphens that a SKILL.md begins with. */
export const readFrontMatter = (text: string): FrontMatter => {
  const opening = OPENING.exec(text.slice(0, 80));
  if (!opening) return { kind: "none" };
  const rest = text.slice(opening[0].length, opening[0].length + MAX_LENGTH);
  const closing = CLOSING.exec(rest);
  if (!closing) return { kind: text.length > MAX_LENGTH ? "too-large" : "none" };
  return parse(rest.slice(0, closing.index));
};

/** Scalars as YAML 1.2 reads them. Aliases are limited by the parser: a small text cannot stand for a huge one. */
const parse = (yaml: string): FrontMatter => {
  try {
    const document = parseDocument(yaml, { logLevel: "silent", uniqueKeys: true });
    if (document.errors.length > 0) return { kind: "broken" };
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 20 })) ?? "null") as Json;
    return isJsonObject(value) ? { kind: "object", value } : { kind: "other" };
  } catch {
    return { kind: "broken" };
  }
};
