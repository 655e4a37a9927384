import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { TestAnswers } from "../functional.ts";
import { didYouMean, type Problem, type SuitePath } from "../problem.ts";

const ACTIONS = ["accept", "decline", "cancel"] as const;

/** `answers:` as results of the protocol. The shape has been checked. */
export const readAnswers = (
  value: Json | undefined,
  path: SuitePath,
  report: (problem: Problem) => void,
): TestAnswers | undefined => {
  if (!isJsonObject(value)) return undefined;
  const list = (key: string): readonly Json[] | undefined => {
    const written = member(value, key);
    return written === undefined ? undefined : Array.isArray(written) ? written : [written];
  };
  const readElicitation = (entry: Json): JsonObject => {
    const answer = isJsonObject(entry) ? entry : { action: entry };
    const { action } = answer;
    if (!ACTIONS.some((known) => known === action))
      report({
        path: [...path, "elicitation"],
        message: `an elicitation is answered with ${ACTIONS.join(", ")}; ${didYouMean(String(action ?? ""), ACTIONS, "add action:")}`,
      });
    return answer;
  };
  return defined({
    elicitation: list("elicitation")?.map(readElicitation),
    sampling: list("sampling")?.map((entry) => (isJsonObject(entry) ? entry : sampled(String(entry)))),
    roots: list("roots")?.map((entry) => (isJsonObject(entry) ? entry : { uri: String(entry) })),
  });
};

/** A text as the message of a model that nobody asked. */
const sampled = (text: string): JsonObject => ({
  role: "assistant",
  content: { type: "text", text },
  model: "mcptest-scripted",
  stopReason: "endTurn",
});
