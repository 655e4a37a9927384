import { type Json, type JsonObject, member } from "../../../model/json.ts";
import { eraOf } from "../../../model/revision.ts";
import { compositionArguments } from "../../arguments/composition-arguments.ts";
import { invalidArguments } from "../../arguments/invalid-arguments.ts";
import { type Known, unlessAbsent, unlessOffered } from "../known.ts";
import type { Skip, Step, StepIO } from "../step.ts";
import type { ToolChoice } from "../choose-tools.ts";

export const calledTools = (known: Known): ToolChoice[] => known.choices.filter(({ call }) => call);

export const unlessCallable = (known: Known): Skip | undefined => {
  if (known.choices.length === 0) return { reason: "not-offered", detail: "the server lists no tools" };
  if (calledTools(known).length > 0) return undefined;
  return {
    reason: "unsafe-to-probe",
    detail: "no tool declares readOnlyHint: true; --tools widens what may be called",
  };
};

/** One call with the arguments the policy allows, as a client with a progress bar makes it. */
export const callTool = async (io: StepIO, choice: ToolChoice, as: string, clientCapabilities = {}): Promise<void> => {
  const draft = await io.ask(
    "tools/call",
    { name: choice.name, arguments: choice.arguments },
    {
      as,
      inputSchema: member(choice.tool, "inputSchema") ?? {},
      meta: { progressToken: `mcptest-${as}` },
      clientCapabilities,
      deadline: "toolMs",
    },
  );
  // Over stateless HTTP the closed stream has cancelled it already; everywhere else it is said.
  const closedIsCancelled = eraOf(io.known.revision) === "stateless" && io.known.transport !== "stdio";
  if (draft.trouble?.limit === "toolMs" && !closedIsCancelled) {
    await io.tell("notifications/cancelled", { requestId: member(draft.request, "id") ?? 0 }, { as: `${as}-cancel` });
  }
};

/** Every tool that may be called, in turn: two calls at once could disturb each other. */
export const callTools: Step = {
  name: "call",
  asks: "tools/call of every tool that may be called, with generated arguments and a progressToken",
  serves: [
    ...["TOOL-005", "TOOL-020", "TOOL-021", "TOOL-022", "TOOL-026", "TOOL-027", "TOOL-028", "TOOL-029", "TOOL-030"],
    ...["SCHEMA-006", "SCHEMA-014", "SCHEMA-015", "SCHEMA-016", "SCHEMA-018", "SCHEMA-019", "PROG-001", "PROG-002"],
    ...["PROG-003", "PROG-004", "PROG-005", "PROG-007", "PROG-008", "HTTP-017", "HTTP-020", "HTTP-021", "PROTO-033"],
  ],
  skip: unlessCallable,
  run: async (io) => {
    for (const [index, choice] of calledTools(io.known).entries()) await callTool(io, choice, String(index + 1));
  },
};

/** A name no server has. */
export const unknownTool: Step = {
  name: "unknown-tool",
  asks: "tools/call of a tool that does not exist",
  serves: ["TOOL-002", "PROTO-014"],
  deliberate: true,
  skip: unlessOffered("tools"),
  run: (io) => io.ask("tools/call", { name: "mcptest_no_such_tool", arguments: {} }),
};

/** Malformed calls that name no tool, so that nothing can run. */
export const malformedCall: Step = {
  name: "malformed-call",
  asks: "tools/call without a name, and with a number as name",
  serves: ["TOOL-024", "PROTO-022"],
  deliberate: true,
  skip: unlessOffered("tools"),
  run: (io) =>
    Promise.all([io.ask("tools/call", {}), io.ask("tools/call", { name: 42, arguments: {} }, { as: "number" })]),
};

/**
 * Arguments that break the schema of a tool that may be called. A member too many is a poor question, because many
 * servers drop what they do not know, so it is asked only where there is no other, and under a name of its own.
 */
export const invalidCall: Step = {
  name: "invalid-call",
  asks: "tools/call of a callable tool with arguments that break its schema or only a composition in it, and with a string as arguments",
  serves: ["TOOL-023", "TOOL-024", "SCHEMA-013"],
  deliberate: true,
  skip: unlessCallable,
  run: async (io) => {
    const called = calledTools(io.known);
    const { plain, extra } = findBroken(called);
    const composed = findFirst(called, compositionArguments);
    const call = (choice: ToolChoice, value: JsonObject, as?: string): Promise<unknown> =>
      io.ask(
        "tools/call",
        { name: choice.name, arguments: value },
        { inputSchema: member(choice.tool, "inputSchema") ?? {}, ...(as === undefined ? {} : { as }) },
      );
    const [first] = called;
    if (plain) await call(plain.choice, plain.value);
    else if (extra) await call(extra.choice, extra.value, "extra");
    if (composed) await call(composed.choice, composed.value, "composition");
    if (first) await io.ask("tools/call", { name: first.name, arguments: "a string" }, { as: "string" });
  },
};

interface Broken {
  readonly choice: ToolChoice;
  readonly value: JsonObject;
}

/** One tool after the other: each schema costs time to break. */
const findFirst = (
  choices: readonly ToolChoice[],
  make: (schema: Json | undefined) => JsonObject | undefined,
): Broken | undefined => {
  for (const choice of choices) {
    const value = make(member(choice.tool, "inputSchema"));
    if (value) return { choice, value };
  }
  return undefined;
};

const isExtra = (value: JsonObject): boolean => member(value, "mcptest_unexpected") !== undefined;

const findBroken = (choices: readonly ToolChoice[]): { plain: Broken | undefined; extra: Broken | undefined } => {
  let extra: Broken | undefined;
  for (const choice of choices) {
    const value = invalidArguments(member(choice.tool, "inputSchema"))?.value;
    if (value && !isExtra(value)) return { plain: { choice, value }, extra };
    if (value) extra ??= { choice, value };
  }
  return { plain: undefined, extra };
};

/** A tool that needs nothing can be called without the arguments member. */
export const callWithoutArguments: Step = {
  name: "call-without-arguments",
  asks: "tools/call of a callable tool that needs no arguments, without the arguments member",
  serves: ["TOOL-025"],
  skip: unlessCallable,
  run: async (io) => {
    const free = calledTools(io.known).find(({ tool }) => !hasRequired(member(tool, "inputSchema")));
    if (free) await io.ask("tools/call", { name: free.name });
  },
};

const hasRequired = (schema: unknown): boolean => {
  const required = member(schema, "required");
  return Array.isArray(required) && required.length > 0;
};

/** The other case of a listed name is another name. */
export const flippedCase: Step = {
  name: "flipped-case",
  asks: "tools/call of a callable tool with the case of its name flipped",
  serves: ["TOOL-012"],
  deliberate: true,
  skip: unlessCallable,
  run: async (io) => {
    const taken = new Set(io.known.choices.map(({ name }) => name));
    const name = calledTools(io.known)
      .map((choice) => flip(choice.name))
      .find((flipped) => !taken.has(flipped));
    if (name !== undefined) await io.ask("tools/call", { name, arguments: {} });
  },
};

const flip = (name: string): string =>
  [...name].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join("");

/** A server without tools has nothing to call. */
export const absentCall: Step = {
  name: "call-absent",
  asks: "tools/call although tools is not advertised",
  serves: ["TOOL-031"],
  deliberate: true,
  skip: unlessAbsent("tools"),
  run: (io) => io.ask("tools/call", { name: "mcptest_no_such_tool", arguments: {} }),
};
