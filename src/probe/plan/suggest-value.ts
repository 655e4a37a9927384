import { type Json, type JsonObject, valueAt } from "../../base/json.ts";
import type { StepIO } from "./step.ts";

/** The first value the server itself suggests for an argument of a prompt or a variable of a template. */
export const suggestValue = async (
  io: StepIO,
  ref: JsonObject,
  argument: string,
  as: string,
): Promise<string | undefined> => {
  const draft = await io.ask("completion/complete", { ref, argument: { name: argument, value: "" } }, { as });
  const values: Json | undefined = valueAt(draft.response, "result", "completion", "values");
  const [first] = Array.isArray(values) ? values : [];
  return typeof first === "string" ? first : undefined;
};
