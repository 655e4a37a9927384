import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { JsoncError } from "./json-position.ts";

/**
 * JSON with comments and trailing commas, as editors write it. Every value keeps its offset, so that a message
 * about it can name its line. Messages never repeat the text: configuration files hold secrets.
 */
export type JsonNode =
  | { readonly kind: "object"; readonly offset: number; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: "array"; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly offset: number; readonly value: string }
  | { readonly kind: "number"; readonly offset: number; readonly value: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly value: boolean }
  | { readonly kind: "null"; readonly offset: number };

/** No configuration is nested deeper than this, and the parser's recursion must be limited. */
const MAX_DEPTH = 100;

export const parseJsonc = (text: string): JsonNode => {
  const open: ((value: JsonNode) => void)[] = [];
  let root: JsonNode | undefined;
  let name = "";
  const add = (value: JsonNode): void => {
    const parent = open.at(-1);
    if (parent) parent(value);
    else root = value;
  };
  const enter = (node: JsonNode, child: (value: JsonNode) => void): void => {
    add(node);
    open.push(child);
    if (open.length > MAX_DEPTH) throw new JsoncError(`is nested deeper than ${MAX_DEPTH} levels`, node.offset);
  };
  const visitor: JSONVisitor = {
    onObjectBegin: (offset) => {
      const members = new Map<string, JsonNode>();
      enter({ kind: "object", offset, members }, (value) => void members.set(name, value));
    },
    onObjectProperty: (property) => {
      name = property;
    },
    onArrayBegin: (offset) => {
      const items: JsonNode[] = [];
      enter({ kind: "array", offset, items }, (value) => void items.push(value));
    },
    onObjectEnd: () => void open.pop(),
    onArrayEnd: () => void open.pop(),
    onLiteralValue: (value: string | number | boolean | null, offset) => add(literal(value, offset)),
    onError: (code, offset) => {
      throw new JsoncError(describe(code), offset);
    },
  };
  // A byte order mark is not JSON, but common; a space in its place keeps the offsets right.
  visit(text.replace(/^\ufeff/, " "), visitor, { allowTrailingComma: true });
  if (root === undefined) throw new JsoncError(MESSAGES.ValueExpected, text.length);
  return root;
};

const literal = (value: string | number | boolean | null, offset: number): JsonNode => {
  if (value === null) return { kind: "null", offset };
  if (typeof value === "string") return { kind: "string", offset, value };
  return typeof value === "number" ? { kind: "number", offset, value } : { kind: "boolean", offset, value };
};

const describe = (code: ParseErrorCode): string => {
  const name = printParseErrorCode(code);
  return name === "<unknown ParseErrorCode>" ? MESSAGES.InvalidSymbol : MESSAGES[name];
};

const MESSAGES = {
  InvalidSymbol: "has something here that is not JSON",
  InvalidNumberFormat: "has an invalid number",
  PropertyNameExpected: "needs a quoted member name or } here",
  ValueExpected: "needs a JSON value here",
  ColonExpected: "needs a colon after a member name",
  CommaExpected: "needs a comma here",
  CloseBraceExpected: "needs a } here",
  CloseBracketExpected: "needs a ] here",
  EndOfFileExpected: "has text after the end of the JSON value",
  InvalidCommentToken: "has a comment here, which is not allowed",
  UnexpectedEndOfComment: "has a comment that is never closed",
  UnexpectedEndOfString: "has a string that is never closed",
  UnexpectedEndOfNumber: "has an incomplete number",
  InvalidUnicode: "has a bad \\u escape in a string",
  InvalidEscapeCharacter: "has a string with a bad escape (write \\\\ for a single backslash)",
  InvalidCharacter: "has a control character in a string",
} satisfies Record<Exclude<ReturnType<typeof printParseErrorCode>, "<unknown ParseErrorCode>">, string>;
