import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { type ExchangeDraft, resultOf } from "../../../probe/exchange-draft.ts";
import { asCaller, type Caller } from "../../../probe/plan/callers.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { ALL_CAPABILITIES } from "../../../probe/plan/declared-capabilities.ts";
import type { FoundItems } from "../../../probe/plan/found-items.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { toolCall } from "../../../probe/plan/tool-call.ts";
import { answerInputRequests } from "../../../probe/talk/client-answers.ts";

/** So many tools are called to find one that asks for something. */
const MAX_TOOLS = 20;

const stateIn = (draft: ExchangeDraft): Json | undefined =>
  member(resultOf(draft), "resultType") === "input_required" ? member(resultOf(draft), "requestState") : undefined;

/** The answers to what the first user was asked, and the state that came with the question. */
const nextRound = (draft: ExchangeDraft): JsonObject => {
  const requests = member(resultOf(draft), "inputRequests");
  return {
    ...(isJsonObject(requests) ? { inputResponses: answerInputRequests(requests, ALL_CAPABILITIES) } : {}),
    requestState: stateIn(draft) ?? null,
  };
};

/** The first user's state with the second user's token. Both put the same question first, so that two states can be compared. */
export const otherState = (found: FoundItems, second: Caller): Step => ({
  question: "other-user-state",
  deliberate: true,
  run: async (io) => {
    const asking = await findAsking(io, found.callable);
    if (!asking) return;
    const { choice, draft } = asking;
    const call = (as: string, extra: JsonObject): Promise<ExchangeDraft> =>
      io.ask(...toolCall(choice, { clientCapabilities: ALL_CAPABILITIES, as }, extra));
    const callAsOther = (as: string, extra: JsonObject): Promise<ExchangeDraft> => {
      const options = asCaller(second, undefined, { clientCapabilities: ALL_CAPABILITIES, as });
      return io.ask(...toolCall(choice, options, extra));
    };
    // Where the answers alone are enough the state is worth nothing to anybody.
    const { requestState: _, ...answers } = nextRound(draft);
    await call("own-without", answers);
    await callAsOther("ask-other", {});
    await callAsOther("foreign", nextRound(draft));
    // A state may be good for one use, and be void once a stranger brought it: the first user answers a question of their own.
    const again = await call("ask", {});
    await call("own", nextRound(typeof stateIn(again) === "string" ? again : draft));
  },
});

interface Asking {
  readonly choice: ToolChoice;
  readonly draft: ExchangeDraft;
}

const findAsking = async (io: StepIO, tools: readonly ToolChoice[]): Promise<Asking | undefined> => {
  for (const choice of tools.slice(0, MAX_TOOLS)) {
    const draft = await io.ask(...toolCall(choice, { clientCapabilities: ALL_CAPABILITIES, as: "ask" }));
    if (typeof stateIn(draft) === "string") return { choice, draft };
  }
  return undefined;
};
