// Requests that are answered with questions, and repeated with the answers.

import { isJsonObject, type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { ANSWERS, refusalOf } from "./answers.ts";
import type { ClientCore, Patience } from "./client-core.ts";

const SUPPORTED = ["tools/call", "prompts/get", "resources/read"];

/** Resolves with the answer to the last repetition. */
export const repeatAsked = async (
  method: string,
  params: JsonObject | undefined,
  core: ClientCore,
  patience: Patience = {},
): Promise<JsonObject | undefined> => {
  const { vice } = core.choice;
  let answer = await core.request(method, params, patience);
  for (let round = 0; round < (vice.rounds ?? 5); round += 1) {
    const result = member(answer, "result");
    if (stringMember(result, "resultType") !== "input_required" || !isJsonObject(result)) return answer;
    const again = isValid(method, result, core) ? await repetition(params ?? {}, result, core) : undefined;
    const changed = vice.repeats ? vice.repeats(again, result, params ?? {}, method) : again;
    if (changed === undefined) return answer;
    answer = await core.request(method, changed);
  }
  return answer;
};

const isValid = (method: string, result: JsonObject, { capabilities }: ClientCore): boolean => {
  const requests = result["inputRequests"];
  if (!SUPPORTED.includes(method) || (requests === undefined && result["requestState"] === undefined)) return false;
  return Object.values(isJsonObject(requests) ? requests : {}).every(
    (one) => refusalOf(stringMember(one, "method") ?? "", member(one, "params"), capabilities) === undefined,
  );
};

const repetition = async (
  params: JsonObject,
  { inputRequests, requestState }: JsonObject,
  core: ClientCore,
): Promise<JsonObject> => ({
  ...params,
  ...(isJsonObject(inputRequests) ? { inputResponses: await inputsFor(inputRequests, core) } : {}),
  ...(requestState === undefined ? {} : { requestState }),
});

/** The answer to each, under its key. */
export const inputsFor = async (requests: JsonObject, core: ClientCore): Promise<JsonObject> => {
  const { choice, rules } = core;
  const answers: JsonObject = {};
  for (const [key, request] of Object.entries(requests)) {
    const method = stringMember(request, "method") ?? "";
    const params = member(request, "params");
    await core.visit(params, undefined);
    const own = choice.vice.answers?.[method]?.(isJsonObject(request) ? request : {});
    const answer = own ?? ANSWERS[method]?.(params, rules) ?? {};
    await core.visit(params, answer);
    answers[key] = answer;
  }
  return answers;
};
