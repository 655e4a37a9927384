import { type JsonObject, member, stringMember } from "../../../base/json.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { SCENARIOS, type ScenarioName } from "../../../capture/scenario-names.ts";
import { PLAIN_OFFER, REPORT_TOOL } from "../../../probe/scenario/plain-offer.ts";
import type { Action, OfferedTool, Reaction, Scenario } from "../../../probe/scenario/scenario.ts";
import { type Era, isRevision, type Revision } from "../../../protocol/revision.ts";
import { instructionsFor } from "./instructions.ts";

/** Something that happens during one call, and so needs no connection of its own. */
export interface GuidedStep {
  readonly name: ScenarioName;
  /** The tool that makes it happen. */
  readonly tool: string;
  readonly phrase: string;
  /** What a person does besides calling the tool. */
  readonly besides: readonly string[];
  readonly scenario: Scenario;
}

const ENDINGS: ReadonlySet<Action["do"]> = new Set(["forget-session", "break"]);

/** Whether everything that is special about a scenario happens during a call of a plain tool. */
export const isDuringCall = (scenario: Scenario): boolean => {
  const { reactions = [], offers, http, otherEra, whenReady, transport, authorization } = scenario;
  const isElsewhere = [offers, http, otherEra, whenReady, transport, authorization].some(
    (special) => special !== undefined,
  );
  const isAboutCalls = reactions.length > 0 && reactions.every(({ on }) => on.method === "tools/call" && !on.name);
  // What takes the session or the connection away would end the steps that follow.
  const isLast = reactions.some(({ actions }) => actions.some(({ do: what }) => ENDINGS.has(what)));
  return !isElsewhere && isAboutCalls && !isLast && instructionsFor(scenario) !== undefined;
};

export const toolNameOf = (name: ScenarioName): string => name.replaceAll("-", "_");

/** The steps that suit an era and, where the client named one, a revision. */
export const guidedSteps = (all: readonly Scenario[], era: Era, version: unknown): readonly GuidedStep[] => {
  const revision: Revision | undefined = isRevision(version) ? version : undefined;
  return all
    .filter(isDuringCall)
    .filter(({ face }) => face === "dual" || face === era)
    .filter(({ revisions }) => !revisions || (revision !== undefined && revisions.includes(revision)))
    .map((scenario) => {
      const { name, instructions = [] } = scenario;
      const besides = instructions.filter((sentence) => !sentence.startsWith("Call the tool "));
      return { name, tool: toolNameOf(name), phrase: SCENARIOS[name].phrase, besides, scenario };
    });
};

export const START_TOOL = "start";

/**
 * One connection in which every step is a tool. An agent needs nobody to drive it: `start` says which tool to call next, and
 * so does every tool after it. A code that comes back proves that the answer before was read.
 */
export const guidedScenario = (
  steps: readonly GuidedStep[],
  codes: readonly string[],
  face: Scenario["face"],
): Scenario => ({
  // Captures call it guided; as a server it is the neutral one with more tools.
  name: "neutral",
  face,
  offers: {
    instructions:
      "A server that tests the client it is connected to. Call the tool start, and do what every answer says until it says that it was the last step.",
    tools: [
      startTool(steps, codes),
      // Nobody here follows a plan.
      ...PLAIN_OFFER.tools.filter((one) => one !== REPORT_TOOL),
      ...steps.map((step, index) => stepTool(step, index, steps, codes)),
    ],
  },
  reactions: steps.flatMap(({ scenario, tool }) =>
    (scenario.reactions ?? []).map((reaction): Reaction => ({ ...reaction, on: { ...reaction.on, name: tool } })),
  ),
});

const startTool = (steps: readonly GuidedStep[], codes: readonly string[]): OfferedTool => ({
  tool: {
    name: START_TOOL,
    description: "Starts the test of this client. The answer says which tool to call next.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true },
  },
  result: textResult(`The test has ${steps.length} steps. ${nextSentence(0, steps, codes)}`),
});

const stepTool = (
  { tool, phrase }: GuidedStep,
  index: number,
  steps: readonly GuidedStep[],
  codes: readonly string[],
): OfferedTool => ({
  tool: {
    name: tool,
    description: `Step ${index + 1} of the test: ${phrase}.`,
    inputSchema: {
      type: "object",
      properties: { code: { type: "string", description: "The code that the answer before named." } },
    },
    annotations: { readOnlyHint: true },
  },
  result: textResult(`Step ${index + 1} is done. ${nextSentence(index + 1, steps, codes)}`),
});

const nextSentence = (index: number, steps: readonly GuidedStep[], codes: readonly string[]): string => {
  const step = steps[index];
  if (!step)
    return "That was the last step of this connection. Ask the user to look at mcptest, which says what is left to do.";
  return [
    `Now call the tool ${step.tool} with ${JSON.stringify({ code: codes[index] ?? "" })}.`,
    ...step.besides,
    "If it fails, or answers without naming another tool, call the tool of the step after it, without a code.",
  ].join(" ");
};

const textResult = (text: string): JsonObject => ({ content: [{ type: "text", text }] });

/** What a conversation is called in which every step is a tool. */
export const GUIDED = "guided";

/** Whether the server broke a rule of its own in an exchange of a guided connection. */
export const isDeliberateStep =
  (steps: readonly GuidedStep[]) =>
  ({ request }: Pick<Exchange, "request">): boolean => {
    const name = stringMember(member(request, "params"), "name");
    return steps.some(({ tool, scenario }) => tool === name && scenario.deliberate === true);
  };
