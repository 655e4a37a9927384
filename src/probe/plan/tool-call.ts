import { type JsonObject, member } from "../../base/json.ts";
import { eraOf } from "../../protocol/revision.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { ToolChoice } from "./choose-tools.ts";
import type { AskOptions, StepIO } from "./step.ts";

/**
 * What to ask or start to call a tool: with its own arguments, unless other parameters are given, and as long as a tool
 * may take, unless another limit is.
 */
export const toolCall = (
  { name, tool, arguments: made }: ToolChoice,
  options: AskOptions,
  params: JsonObject = {},
): [string, JsonObject, AskOptions] => [
  "tools/call",
  { name, arguments: made, ...params },
  { inputSchema: member(tool, "inputSchema") ?? {}, deadline: "toolMs", ...options },
];

/** A call that is cancelled when its time is over: no run waits for one slow tool. */
export const askTool = async (
  io: StepIO,
  choice: ToolChoice,
  options: AskOptions & { readonly as: string },
  params?: JsonObject,
): Promise<ExchangeDraft> => {
  const draft = await io.ask(...toolCall(choice, options, params));
  if (isGivenUp(draft)) await cancelCall(io, draft, `${options.as}-cancel`);
  return draft;
};

/** Over stateless HTTP the closed stream has cancelled it already; everywhere else it is said. */
export const cancelCall = async (io: StepIO, { request }: ExchangeDraft, as: string): Promise<void> => {
  if (eraOf(io.known.revision) === "stateless" && io.known.transport !== "stdio") return;
  await io.tell("notifications/cancelled", { requestId: member(request, "id") ?? 0 }, { as });
};

export const isGivenUp = ({ trouble }: ExchangeDraft): boolean => trouble?.limit === "toolMs";
