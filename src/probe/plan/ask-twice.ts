import { type JsonObject, member } from "../../base/json.ts";
import type { StepIO } from "./step.ts";

/** What the server itself lists should be given: an error may be one of the moment, so it is asked for once more. */
export const askTwiceIfRefused = async (io: StepIO, method: string, params: JsonObject, as: string): Promise<void> => {
  const draft = await io.ask(method, params, { as });
  if (member(draft.response, "error") !== undefined) await io.ask(method, params, { as: `${as}-again` });
};
