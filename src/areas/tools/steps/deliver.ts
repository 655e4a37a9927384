import { isJsonObject, member, stringMember } from "../../../base/json.ts";
import { needsArguments } from "../../../capture/tool-safety.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import type { Known } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { calledTools, toolCall } from "../../../probe/plan/tool-call.ts";

/** The plan considers only tools that may show something; of these the user allows some. */
const unlessAllowed = (known: Known): Skip | undefined => {
  if (known.tools.length === 0) return { reason: "not-offered", detail: "the server lists no tools" };
  if (calledTools(known).length > 0) return undefined;
  return {
    reason: "unsafe-to-probe",
    detail: "no tool declares readOnlyHint: true, or speaks of reading only; --tools undeclared allows others",
  };
};

/** Up to three tools, each with empty arguments first; what says it only reads is then called as it wants to be. */
export const deliver: Step = {
  question: "deliver",
  skip: unlessAllowed,
  run: async (io) => {
    for (const [index, choice] of calledTools(io.known).entries()) await tryTool(io, choice, String(index + 1));
  },
};

const tryTool = async (io: StepIO, choice: ToolChoice, as: string): Promise<void> => {
  const call = (args: ToolChoice["arguments"], name: string, wrong: boolean): Promise<ExchangeDraft> =>
    io.ask(
      ...toolCall(
        choice,
        { as: name, deadline: "toolMs", ...(wrong ? { deliberate: true } : {}) },
        { arguments: args },
      ),
    );
  // A call without what the tool requires is wrong on purpose.
  const empty = await call({}, as, needsArguments(choice.tool));
  if (isRefused(empty) && Object.keys(choice.arguments).length > 0) await call(choice.arguments, `${as}-filled`, false);
};

/** An error of either kind, but no price: paying is not ours to do, and other arguments are no payment. */
const isRefused = ({ response, http }: ExchangeDraft): boolean => {
  if (http?.status === 402) return false;
  if (isJsonObject(member(response, "error"))) return true;
  const result = member(response, "result");
  return member(result, "isError") === true || stringMember(result, "resultType") === "input_required";
};
