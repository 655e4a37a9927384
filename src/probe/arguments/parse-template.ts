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
