import type { JsonObject } from "../../../base/json.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { advertised, listen } from "../../../probe/plan/listen.ts";
import { says } from "../../../probe/plan/slow-tools.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { quickFirst, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

const CHATTY_WORDS = /\b(logs?|logging|logged|progress|verbose|debug)\b/i;

/** Which tool logs only its author knows; what name and description say is the best guess. */
const mostTalkative = (choices: readonly ToolChoice[]): ToolChoice | undefined =>
  choices.find((choice) => says(choice, CHATTY_WORDS)) ?? choices[0];

const callAt = (io: StepIO, choice: ToolChoice, as: string, meta: JsonObject): Promise<unknown> =>
  io.ask(...toolCall(choice, { as, meta }));

/** A text elsewhere, an integer here: both must come back as they were. */
const INTEGER_TOKEN = 4712;

/**
 * The level belongs to its request: neither the call beside it nor the one after it has one. On stdio a log message
 * does not say whose it is, so calls do not overlap there.
 */
const callAtLevels = async (io: StepIO, choice: ToolChoice): Promise<void> => {
  const debug = { [META_KEY.logLevel]: "debug", progressToken: "mcptest-log" };
  const beside = (): Promise<unknown> => callAt(io, choice, "beside", {});
  await Promise.all([callAt(io, choice, "debug", debug), ...(io.known.transport === "stdio" ? [] : [beside()])]);
  await callAt(io, choice, "error", { [META_KEY.logLevel]: "error", progressToken: INTEGER_TOKEN });
  await callAt(io, choice, "after", {});
};

export const loggedCalls: Step<StatelessTalk> = {
  question: "log-call",
  skip: unlessCallable,
  run: async (io) => {
    const choice = mostTalkative(quickFirst(io.known));
    if (!choice) return;
    const notifications = advertised(io.known);
    if (Object.keys(notifications).length === 0) await callAtLevels(io, choice);
    else await listen(io, { notifications }, { as: "listen" }, () => callAtLevels(io, choice));
  },
};
