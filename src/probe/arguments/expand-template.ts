import { exampleWord } from "./example-words.ts";

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

/** RFC 6570, section 2. */
export interface Expression {
  readonly operator: "" | "+" | "#" | "." | "/" | ";" | "?" | "&";
  readonly variables: readonly Variable[];
}

export interface Variable {
  readonly name: string;
  /** Of the value, the first so many characters. */
  readonly prefix?: number;
}

export type TemplatePart = string | Expression;

export type ParsedTemplate =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  | { readonly ok: false; readonly reason: string };

const MAX_TEMPLATE = 8 * 1024;
const MAX_EXPRESSIONS = 100;

/** One pass from left to right: literals and expressions in turn. */
export const parseTemplate = (template: string): ParsedTemplate => {
  if (template.length > MAX_TEMPLATE) return refuse(`the template is longer than ${MAX_TEMPLATE} characters`);
  const parts: TemplatePart[] = [];
  let at = 0;
  let expressions = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const literal = template.slice(at, open === -1 ? template.length : open);
    if (literal.includes("}")) return refuse("the template closes a brace that it did not open");
    if (literal !== "") parts.push(literal);
    if (open === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) return refuse("the template does not close a brace");
    expressions += 1;
    if (expressions > MAX_EXPRESSIONS) return refuse(`the template has more than ${MAX_EXPRESSIONS} expressions`);
    const expression = parseExpression(template.slice(open + 1, close));
    if (typeof expression === "string") return refuse(expression);
    parts.push(expression);
    at = close + 1;
  }
  return { ok: true, parts };
};

const refuse = (reason: string): ParsedTemplate => ({ ok: false, reason });

const OPERATORS = "+#./;?&";
const RESERVED_OPERATORS = "=,!@|";

const parseExpression = (text: string): Expression | string => {
  const first = text.charAt(0);
  if (first !== "" && RESERVED_OPERATORS.includes(first)) return `the template uses the reserved operator ${first}`;
  const hasOperator = first !== "" && OPERATORS.includes(first);
  const variables: Variable[] = [];
  for (const specification of text.slice(hasOperator ? 1 : 0).split(",")) {
    const variable = parseVariable(specification);
    if (!variable) return "the template has an expression that is not well-formed";
    variables.push(variable);
  }
  return { operator: hasOperator ? (first as Expression["operator"]) : "", variables };
};

/** A dot separates name characters; `%41` is one. Every alternative begins differently, so this cannot backtrack far. */
const NAME = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*$/;
const PREFIX = /^[1-9][0-9]{0,3}$/;

const parseVariable = (specification: string): Variable | undefined => {
  const explode = specification.endsWith("*");
  const colon = specification.indexOf(":");
  const name = specification.slice(0, explode ? -1 : colon === -1 ? undefined : colon);
  if (!NAME.test(name)) return undefined;
  // An exploded string is the string itself.
  if (explode || colon === -1) return { name };
  const length = specification.slice(colon + 1);
  return PREFIX.test(length) ? { name, prefix: Number(length) } : undefined;
};
