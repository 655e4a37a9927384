import { exampleWord } from "./example-words.ts";
import { type Expression, parseTemplate, type TemplatePart, type Variable } from "./parse-template.ts";

/** A string, a list, or an associative array; undefined counts as not given, and so do an empty list and array. */
export type TemplateValue = string | readonly string[] | { readonly [key: string]: string } | undefined;

export type Expanded = { readonly ok: true; readonly uri: string } | { readonly ok: false; readonly reason: string };

const MAX_URI = 64 * 1024;

/** The variables of a URI template, each once, in order; none when the template is malformed. */
export const templateVariables = (template: string): string[] => {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return [];
  const expressions = parsed.parts.filter((part) => typeof part !== "string");
  return [...new Set(expressions.flatMap(({ variables }) => variables.map(({ name }) => name)))];
};

/** A harmless value that suits the variable's name. */
export const exampleValue = (variable: string): string => exampleWord(variable);

/** Expands a URI template by RFC 6570, all four levels. */
export const expandTemplate = (template: string, values: Readonly<Record<string, TemplateValue>>): Expanded => {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return parsed;
  let uri = "";
  for (const part of parsed.parts) {
    const expanded = expandPart(part, values);
    if (!expanded.ok) return expanded;
    uri += expanded.uri;
    if (uri.length > MAX_URI) return { ok: false, reason: `the expansion is longer than ${MAX_URI} characters` };
  }
  return { ok: true, uri };
};

/** The table in appendix A of the standard. */
interface Style {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  readonly reserved: boolean;
}

const STYLES: Readonly<Record<Expression["operator"], Style>> = {
  "": { first: "", separator: ",", named: false, ifEmpty: "", reserved: false },
  "+": { first: "", separator: ",", named: false, ifEmpty: "", reserved: true },
  "#": { first: "#", separator: ",", named: false, ifEmpty: "", reserved: true },
  ".": { first: ".", separator: ".", named: false, ifEmpty: "", reserved: false },
  "/": { first: "/", separator: "/", named: false, ifEmpty: "", reserved: false },
  ";": { first: ";", separator: ";", named: true, ifEmpty: "", reserved: false },
  "?": { first: "?", separator: "&", named: true, ifEmpty: "=", reserved: false },
  "&": { first: "&", separator: "&", named: true, ifEmpty: "=", reserved: false },
};

const expandPart = (part: TemplatePart, values: Readonly<Record<string, TemplateValue>>): Expanded => {
  // A literal may hold what no URI may; the standard allows to encode it, and servers mean it so.
  if (typeof part === "string") return { ok: true, uri: encode(part, true) };
  const style = STYLES[part.operator];
  const pieces: string[] = [];
  for (const variable of part.variables) {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    if (value === undefined) continue;
    if (variable.prefix !== undefined && typeof value !== "string") {
      return { ok: false, reason: "the template takes the first characters of something that is no string" };
    }
    const piece = expandVariable(variable, value, style);
    if (piece !== undefined) pieces.push(piece);
  }
  return { ok: true, uri: pieces.length === 0 ? "" : style.first + pieces.join(style.separator) };
};

const expandVariable = (variable: Variable, value: TemplateValue, style: Style): string | undefined => {
  if (typeof value === "string") {
    const text = variable.prefix === undefined ? value : Array.from(value).slice(0, variable.prefix).join("");
    return named(variable.name, encode(text, style.reserved), style);
  }
  const pairs = isList(value) ? value.map((item): [string, string] => ["", item]) : Object.entries(value ?? {});
  if (pairs.length === 0) return undefined;
  const encoded = pairs.map(([key, item]): [string, string] => [
    encode(key, style.reserved),
    encode(item, style.reserved),
  ]);
  if (!variable.explode) {
    const flat = isList(value) ? encoded.map(([, item]) => item) : encoded.flat();
    return named(variable.name, flat.join(","), style);
  }
  return encoded
    .map(([key, item]) => {
      if (isList(value)) return named(variable.name, item, style);
      return style.named ? named(key, item, style) : `${key}=${item}`;
    })
    .join(style.separator);
};

const isList = (value: TemplateValue): value is readonly string[] => Array.isArray(value);

const named = (name: string, text: string, style: Style): string => {
  if (!style.named) return text;
  return text === "" ? `${name}${style.ifEmpty}` : `${name}=${text}`;
};

const UNRESERVED = /[A-Za-z0-9\-._~]/;
const RESERVED = /[:/?#[\]@!$&'()*+,;=]/;
const ESCAPED = /^%[0-9A-Fa-f]{2}/;
const BYTES = new TextEncoder();

/** Percent-encodes what is not unreserved; with `reserved`, those characters and existing escapes stay as they are. */
const encode = (text: string, reserved: boolean): string => {
  let encoded = "";
  for (let at = 0; at < text.length; ) {
    if (reserved && ESCAPED.test(text.slice(at, at + 3))) {
      encoded += text.slice(at, at + 3);
      at += 3;
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += char.length;
    const stays = UNRESERVED.test(char) || (reserved && RESERVED.test(char));
    // The encoder turns half a surrogate pair into U+FFFD; encodeURIComponent would throw.
    encoded += stays ? char : Array.from(BYTES.encode(char), percent).join("");
  }
  return encoded;
};

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
