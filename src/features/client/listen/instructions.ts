import type { JsonObject } from "../../../base/json.ts";
import { type Operation, type Scenario, USUAL_PLAN } from "../../../probe/scenario/scenario.ts";

/** What a person does in a scenario, one short sentence each; undefined where a person with a usual client cannot. */
export const instructionsFor = (scenario: Scenario): readonly string[] | undefined => {
  if (scenario.instructions) return scenario.instructions;
  const sentences: string[] = [];
  for (const operation of scenario.plan ?? USUAL_PLAN) {
    const sentence = sentenceFor(operation);
    if (sentence === undefined) return undefined;
    sentences.push(...sentence);
  }
  return sentences;
};

/** What it takes beyond connecting; undefined where usual clients have no button for it. */
const sentenceFor = (operation: Operation): readonly string[] | undefined => {
  switch (operation.op) {
    // Clients list what there is and close by themselves.
    case "connect":
    case "list":
    case "close":
    case "wait":
      return [];
    // What a program tells of itself; a person has no way to, and what rests on it stays open.
    case "report":
      return [];
    case "call": {
      const call = `Call the tool ${operation.name}${given(operation.arguments)}.`;
      return operation.cancelAfterMs === undefined ? [call] : [call, "Cancel the call while it is running."];
    }
    case "read":
      return [`Read the resource ${operation.uri}.`];
    case "get":
      return [`Use the prompt ${operation.name}${given(operation.arguments)}.`];
    case "parallel": {
      const all = operation.operations.map(sentenceFor);
      const known = all.flatMap((one) => one ?? []);
      return all.includes(undefined) ? undefined : [...known, "Do not wait for the one before the other."];
    }
    default:
      return undefined;
  }
};

const given = (values: JsonObject | undefined): string =>
  values && Object.keys(values).length > 0 ? ` with ${JSON.stringify(values)}` : "";

const GOALS = {
  call: "tools/call",
  read: "resources/read",
  get: "prompts/get",
  list: "tools/list",
} as const;

/** The method whose answer is the end of what a person was asked to do. */
export const goalOf = ({ plan = USUAL_PLAN }: Scenario): string | undefined =>
  plan.flatMap(({ op }): string[] => (op in GOALS ? [GOALS[op as keyof typeof GOALS]] : [])).at(-1);
