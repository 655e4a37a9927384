import type { Header } from "../../../base/header.ts";
import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { paramHeaders } from "../../../probe/dialect/param-headers.ts";
import { hasHeaderParameter, type ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { dropHeader, setHeader } from "../../../probe/plan/edit-headers.ts";
import { type Known, skipUnless } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { AskOptions, ConversationPlan, Step, StepIO } from "../../../probe/plan/step.ts";
import { calledTools, toolCall } from "../../../probe/plan/tool-call.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { PARAM_HEADER_PREFIX } from "../../../protocol/headers.ts";
import type { QuestionName } from "../../../protocol/question.ts";

const mirrored = (choice: ToolChoice): Header | undefined =>
  paramHeaders(member(choice.tool, "inputSchema"), choice.arguments)[0];

/** The first callable tool whose arguments are mirrored into headers. */
const subject = (known: Known): { choice: ToolChoice; header: Header } | undefined => {
  for (const choice of calledTools(known)) {
    const header = mirrored(choice);
    if (header) return { choice, header };
  }
  return undefined;
};

const unlessMirrored = (known: Known): Skip | undefined => {
  if (subject(known)) return undefined;
  if (known.tools.some(hasHeaderParameter)) {
    return { reason: "unsafe-to-probe", detail: "the tools with x-mcp-header do not declare themselves read-only" };
  }
  return skipUnless(false, "no tool uses x-mcp-header");
};

const WRAPPED = /^=\?base64\?(.*)\?=$/s;

/** What the header holds in the wrapper; a value that is not plain ASCII is in it already. */
const encoded = (value: string): string => WRAPPED.exec(value)?.[1] ?? Buffer.from(value, "latin1").toString("base64");
const wrap = (inner: string): string => `=?base64?${inner}?=`;

/** A decoder that skips what it does not know reads the right value from this; a strict one refuses it. */
const breakWrapper = (value: string): string => {
  const inner = encoded(value);
  const middle = inner.length >> 1;
  return wrap(`${inner.slice(0, middle)}!!!${inner.slice(middle)}`);
};

/** An argument of a callable tool that is mirrored into a header, with the way to it. */
interface Mirrored {
  readonly choice: ToolChoice;
  readonly header: string;
  readonly path: readonly string[];
  readonly value: Json;
  readonly required: boolean;
}

const MAX_DEPTH = 8;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const mirroredArguments = (known: Known): Mirrored[] =>
  calledTools(known).flatMap((choice) =>
    walk(member(choice.tool, "inputSchema"), choice.arguments, []).map((found) => ({ choice, ...found })),
  );

const walk = (
  schema: Json | undefined,
  value: Json | undefined,
  path: readonly string[],
): Omit<Mirrored, "choice">[] => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties) || !isJsonObject(value) || path.length > MAX_DEPTH) return [];
  const required = member(schema, "required");
  return Object.keys(properties).flatMap((key) => {
    const property = member(properties, key);
    const argument = member(value, key);
    const name = member(property, "x-mcp-header");
    if (argument === undefined) return [];
    if (typeof name !== "string") return walk(property, argument, [...path, key]);
    if (!TOKEN.test(name) || typeof argument === "object") return [];
    const isRequired = Array.isArray(required) && required.includes(key);
    return [{ header: `${PARAM_HEADER_PREFIX}${name}`, path: [...path, key], value: argument, required: isRequired }];
  });
};

const isOptional = ({ path, required }: Mirrored): boolean => path.length === 1 && !required;
const isInteger = ({ value }: Mirrored): boolean => Number.isSafeInteger(value);
const isNested = ({ path }: Mirrored): boolean => path.length > 1;

const withArgument = (args: JsonObject, name: string | undefined, value?: Json): JsonObject => {
  const rest = Object.entries(args).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined || name === undefined ? rest : [...rest, [name, value]]);
};

/** Bytes in a header that Node itself refuses to write. */
const spoilHeader = (name: string) => ({
  rewriteHead: (head: Buffer): Buffer => {
    const lines = head.toString("latin1").split("\r\n");
    const spoilt = lines.map((line) =>
      line.startsWith(`${name}: `) ? line + Buffer.from("ö", "utf8").toString("latin1") : line,
    );
    return Buffer.from(spoilt.join("\r\n"), "latin1");
  },
});

const variant = (
  question: QuestionName,
  deliberate: boolean,
  options: (header: Header) => AskOptions,
): Step<StatelessTalk> => ({
  question,
  ...(deliberate ? { deliberate: true as const } : {}),
  skip: unlessMirrored,
  run: async (io) => {
    const found = subject(io.known);
    if (found) await callWith(io, found.choice, options(found.header));
  },
});

const callWith = (
  io: StepIO<StatelessTalk>,
  choice: ToolChoice,
  options: AskOptions,
  args: JsonObject = choice.arguments,
): Promise<unknown> => io.ask(...toolCall(choice, options, { arguments: args }));

/** A variant for the first mirrored argument of one kind. */
const variantOf = (
  question: QuestionName,
  deliberate: boolean,
  kind: { readonly what: string; readonly is: (argument: Mirrored) => boolean },
  run: (argument: Mirrored) => { readonly options?: AskOptions; readonly args?: JsonObject },
): Step<StatelessTalk> => ({
  question,
  ...(deliberate ? { deliberate: true as const } : {}),
  skip: (known) =>
    unlessMirrored(known) ??
    skipUnless(mirroredArguments(known).some(kind.is), `no callable tool mirrors ${kind.what} into a header`),
  run: async (io) => {
    const found = mirroredArguments(io.known).find(kind.is);
    if (!found) return;
    const { options = {}, args } = run(found);
    await callWith(io, found.choice, options, args);
  },
});

const OPTIONAL = { what: "an optional argument", is: isOptional };
const INTEGER = { what: "an integer", is: isInteger };
const NESTED = { what: "a nested argument", is: isNested };

/** None of them is the wrapper: without it, without its end, and in upper case. */
const LITERALS = { bare: "SGVsbG8=", open: "=?base64?SGVsbG8=", upper: "=?BASE64?SGVsbG8=?=" } as const;

/** Top-level text that no keyword restricts, so that nothing but the header can be the reason of a refusal. */
const isAnyText = ({ choice, path: [name = "", ...deeper], value }: Mirrored): boolean => {
  const property = valueAt(choice.tool, "inputSchema", "properties", name);
  const restricts = ["enum", "const", "pattern", "format", "maxLength", "$ref", "allOf", "anyOf", "oneOf"];
  return (
    typeof value === "string" && deeper.length === 0 && !restricts.some((key) => member(property, key) !== undefined)
  );
};

const literals: Step<StatelessTalk> = {
  question: "param-literal",
  deliberate: true,
  skip: (known) =>
    unlessMirrored(known) ??
    skipUnless(mirroredArguments(known).some(isAnyText), "no callable tool mirrors an argument that may be any text"),
  run: async (io) => {
    const found = mirroredArguments(io.known).find(isAnyText);
    if (!found) return;
    const { choice, header, path } = found;
    await Promise.all(
      Object.entries(LITERALS).map(([as, text]) =>
        callWith(
          io,
          choice,
          { as, editHeaders: setHeader(header, text) },
          withArgument(choice.arguments, path[0], text),
        ),
      ),
    );
  },
};

export const paramHeadersConversation: ConversationPlan<StatelessTalk> = {
  name: "param-headers",
  purpose: "Mcp-Param headers missing, wrong, wrapped and broken",
  transport: "http",
  needsLists: true,
  skip: unlessMirrored,
  groups: [
    [
      variant("param-right", false, () => ({})),
      variant("param-other", true, ([name]) => ({
        editHeaders: setHeader(name, "mcptest-something-else"),
      })),
      variant("param-missing", true, ([name]) => ({
        editHeaders: dropHeader(name),
      })),
      variant("param-wrapped", false, ([name, value]) => ({
        editHeaders: setHeader(name, wrap(encoded(value))),
      })),
      variant("param-broken-wrapper", true, ([name, value]) => ({ editHeaders: setHeader(name, breakWrapper(value)) })),
      variant("param-bare-base64", true, ([name, value]) => ({
        editHeaders: setHeader(name, encoded(value)),
      })),
      literals,
      variant("param-illegal", true, ([name]) => ({
        http: spoilHeader(name),
      })),
      variantOf("param-null", true, OPTIONAL, ({ choice, path }) => ({
        args: withArgument(choice.arguments, path[0], null),
      })),
      variantOf("param-absent", false, OPTIONAL, ({ choice, path }) => ({
        args: withArgument(choice.arguments, path[0]),
      })),
      variantOf("param-decimal", true, INTEGER, ({ header, value }) => ({
        options: { editHeaders: setHeader(header, `${String(value)}.0`) },
      })),
      variantOf("param-nested-other", true, NESTED, ({ header }) => ({
        options: { editHeaders: setHeader(header, "mcptest-something-else") },
      })),
    ],
  ],
};
