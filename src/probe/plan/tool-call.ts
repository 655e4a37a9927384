import { type JsonObject, member } from "../../base/json.ts";
import { eraOf } from "../../protocol/revision.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { ToolChoice } from "./choose-tools.ts";
import type { Known } from "./known.ts";
import type { Skip } from "./skip.ts";
import { slowestFirst } from "./slow-tools.ts";
import type { StatefulIO } from "./stateful-step.ts";
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

export const calledTools = (known: Known): ToolChoice[] => known.choices.filter(({ call }) => call);

/** Where any tool will do, one that was quick before. */
export const quickFirst = (known: Known): ToolChoice[] => {
  const isSlow = ({ name }: ToolChoice): boolean => known.slow?.has(name) === true;
  const called = calledTools(known);
  return [...called.filter((choice) => !isSlow(choice)), ...called.filter(isSlow)];
};

export const unlessCallable = (known: Known): Skip | undefined => {
  if (known.choices.length === 0) return { reason: "not-offered", detail: "the server lists no tools" };
  if (calledTools(known).length > 0) return undefined;
  return {
    reason: "unsafe-to-probe",
    detail: "no tool declares readOnlyHint: true; --tools widens what may be called",
  };
};

/** The tool most likely to be still running when something happens to its call. */
export const slowTools = (io: StatefulIO, count: number): ToolChoice[] =>
  slowestFirst(calledTools(io.known)).slice(0, count);
