import { exampleWord } from "./example-words.ts";
import { type Expression, parseTemplate, type TemplatePart } from "./parse-template.ts";

/** Every value is a string: nobody could guess the lists and maps that RFC 6570 also knows. */
export type TemplateValues = Readonly<Record<string, string | undefined>>;

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

/** Expands a URI template by RFC 6570. */
export const expandTemplate = (template: string, values: TemplateValues): Expanded => {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return parsed;
  let uri = "";
  for (const part of parsed.parts) {
    uri += expandPart(part, values);
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

const expandPart = (part: TemplatePart, values: TemplateValues): string => {
  // A literal may hold what no URI may; the standard allows encoding it, and servers mean it so.
  if (typeof part === "string") return encode(part, true);
  const style = STYLES[part.operator];
  const pieces = part.variables.flatMap(({ name, prefix }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return [];
    const text = prefix === undefined ? value : Array.from(value).slice(0, prefix).join("");
    return [named(name, encode(text, style.reserved), style)];
  });
  return pieces.length === 0 ? "" : style.first + pieces.join(style.separator);
};

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
