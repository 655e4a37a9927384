import type { JsonObject } from "../../base/json.ts";
import type { QuestionName } from "../../protocol/question.ts";
import type { AskOptions, Step } from "./step.ts";

/** A step of requests that are wrong on purpose, all of one method and side by side. */
export const wrongRequests = (
  question: QuestionName,
  skip: NonNullable<Step["skip"]>,
  method: string,
  ...requests: readonly (readonly [params: JsonObject, options?: AskOptions])[]
): Step => ({
  question,
  deliberate: true,
  skip,
  run: (io) => Promise.all(requests.map(([params, options]) => io.ask(method, params, options))),
});
