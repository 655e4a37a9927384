import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { needsArguments } from "../../../capture/tool-safety.ts";
import { compositionArguments } from "../../../probe/arguments/composition-arguments.ts";
import { invalidArguments } from "../../../probe/arguments/invalid-arguments.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { unlessAbsent, unlessOffered } from "../../../probe/plan/known.ts";
import type { AskOptions, Step, StepIO } from "../../../probe/plan/step.ts";
import {
  askTool,
  calledTools,
  isGivenUp,
  quickFirst,
  toolCall,
  unlessCallable,
} from "../../../probe/plan/tool-call.ts";
import { wrongRequests } from "../../../probe/plan/wrong-requests.ts";
import { otherArguments } from "./other-arguments.ts";

/** One call with the arguments the policy allows, as a client with a progress bar makes it. */
export const callTool = async (
  io: StepIO,
  choice: ToolChoice,
  as: string,
  clientCapabilities = {},
): Promise<ExchangeDraft> => askTool(io, choice, { as, meta: { progressToken: `mcptest-${as}` }, clientCapabilities });

/** Every tool that may be called, in turn: two calls at once could disturb each other. Only slow ones go on meanwhile. */
export const callTools: Step = {
  question: "call",
  skip: unlessCallable,
  run: async (io) => {
    const callOne = async (choice: ToolChoice, as: string): Promise<void> => {
      const { response } = await callTool(io, choice, as);
      // That it fails may be due to what it was asked, or to the moment. Whether the tool works other arguments tell.
      if (isFailure(response)) await callTool(io, { ...choice, arguments: otherArguments(choice) }, `${as}-other`);
    };
    await io.inTurn(calledTools(io.known).map((choice, index) => () => callOne(choice, String(index + 1))));
  },
};

const isFailure = (response: Json | undefined): boolean =>
  member(response, "error") !== undefined || valueAt(response, "result", "isError") === true;

/** A name no server has. */
const NO_SUCH_TOOL = { name: "mcptest_no_such_tool", arguments: {} };

const unknownTool = wrongRequests("unknown-tool", unlessOffered("tools"), "tools/call", [NO_SUCH_TOOL]);

/** A server without tools has nothing to call. */
export const absentCall = wrongRequests("call-absent", unlessAbsent("tools"), "tools/call", [NO_SUCH_TOOL]);

/** Malformed calls that name no tool, so that nothing can run. */
const malformedCall = wrongRequests(
  "malformed-call",
  unlessOffered("tools"),
  "tools/call",
  [{}],
  [{ name: 42, arguments: {} }, { as: "number" }],
);

/**
 * Arguments that break the schema of a tool that may be called. A member too many is a poor question, because many
 * servers drop what they do not know, so it is asked only where there is no other, and under a name of its own.
 */
const invalidCall: Step = {
  question: "invalid-call",
  deliberate: true,
  skip: unlessCallable,
  run: async (io) => {
    const called = quickFirst(io.known);
    const { plain, extra } = findBroken(called);
    const composed = findFirst(called, compositionArguments);
    const [first] = called;
    const calls: readonly (readonly [Broken | undefined, AskOptions])[] = [
      plain ? [plain, {}] : [extra, { as: "extra" }],
      [composed, { as: "composition" }],
      [first && { choice: first, value: "a string" }, { as: "string" }],
    ];
    for (const [broken, options] of calls) {
      if (!broken) continue;
      const draft = await io.ask(...toolCall(broken.choice, options, { arguments: broken.value }));
      // A tool that ran for as long as a tool may take would do so again.
      if (isGivenUp(draft)) return;
    }
  },
};

interface Broken {
  readonly choice: ToolChoice;
  readonly value: Json;
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

/** What promises nothing of its output can be refused for its arguments only, so it is asked first. */
const plainestFirst = (choices: readonly ToolChoice[]): readonly ToolChoice[] => {
  const promises = ({ tool }: ToolChoice): boolean => isJsonObject(member(tool, "outputSchema"));
  return [...choices.filter((choice) => !promises(choice)), ...choices.filter(promises)];
};

const findBroken = (choices: readonly ToolChoice[]): { plain: Broken | undefined; extra: Broken | undefined } => {
  let extra: Broken | undefined;
  for (const choice of plainestFirst(choices)) {
    const value = invalidArguments(member(choice.tool, "inputSchema"))?.value;
    if (value && !isExtra(value)) return { plain: { choice, value }, extra };
    if (value) extra ??= { choice, value };
  }
  return { plain: undefined, extra };
};

/** A tool that needs nothing can be called without the arguments member. */
const callWithoutArguments: Step = {
  question: "call-without-arguments",
  skip: unlessCallable,
  run: async (io) => {
    const free = quickFirst(io.known).find(({ tool }) => !needsArguments(tool));
    if (free) await io.ask("tools/call", { name: free.name }, { deadline: "toolMs" });
  },
};

/** The other case of a listed name is another name. */
const flippedCase: Step = {
  question: "flipped-case",
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

/** Calls that run no tool. */
export const wrongCalls: readonly Step[] = [unknownTool, malformedCall];

/** Calls that may run a tool, in ways that a server meets less often. */
export const oddCalls: readonly Step[] = [invalidCall, callWithoutArguments, flippedCase];
