import { member, stringMember } from "../../../model/json.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import type { Step, StepIO } from "../step.ts";
import type { ToolChoice } from "../choose-tools.ts";
import { advertised, listen } from "./subscriptions.ts";

const CHATTY_WORDS = /\b(logs?|logging|logged|progress|verbose|debug)\b/i;

/** Which tool logs only its author knows; what name and description say is the best guess. */
const mostTalkative = (choices: readonly ToolChoice[]): ToolChoice | undefined =>
  choices.find(
    ({ name, tool }) =>
      CHATTY_WORDS.test(name.replaceAll(/[_.-]/g, " ")) || CHATTY_WORDS.test(stringMember(tool, "description") ?? ""),
  ) ?? choices[0];

const callAt = (io: StepIO, choice: ToolChoice, as: string, meta: Record<string, string>): Promise<unknown> =>
  io.ask(
    "tools/call",
    { name: choice.name, arguments: choice.arguments },
    { as, inputSchema: member(choice.tool, "inputSchema") ?? {}, meta, deadline: "toolMs" },
  );

/**
 * The level belongs to its request: neither the call beside it nor the one after it has one. On stdio a log message
 * does not say whose it is, so calls do not overlap there.
 */
const callAtLevels = async (io: StepIO, choice: ToolChoice): Promise<void> => {
  const debug = { [META.logLevel]: "debug", progressToken: "mcptest-log" };
  const beside = (): Promise<unknown> => callAt(io, choice, "beside", {});
  await Promise.all([callAt(io, choice, "debug", debug), ...(io.known.transport === "stdio" ? [] : [beside()])]);
  await callAt(io, choice, "error", { [META.logLevel]: "error" });
  await callAt(io, choice, "after", {});
};

export const loggedCalls: Step<StatelessTalk> = {
  name: "log-call",
  asks: "tools/call with log level debug beside one without a level, then with error, then without, while a subscription listens",
  serves: [
    ...["LOG-001", "LOG-006", "LOG-007", "LOG-009", "LOG-010", "LOG-011", "LOG-015", "LOG-016", "LOG-017"],
    ...["PROG-014", "SUBS-019"],
  ],
  skip: unlessCallable,
  run: async (io) => {
    const choice = mostTalkative(calledTools(io.known));
    if (!choice) return;
    const notifications = advertised(io.known);
    if (Object.keys(notifications).length === 0) await callAtLevels(io, choice);
    else await listen(io, { notifications }, { as: "listen" }, () => callAtLevels(io, choice));
  },
};
