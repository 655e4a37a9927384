import type { PlanDescription, PlannedConversation, PlannedStep } from "../model/plan.ts";
import { untrusted } from "../model/untrusted.ts";
import { escapeTerminal } from "./escape/terminal.ts";
import { createStyle, type Style } from "./style.ts";

/** What a run would send, for a person who wants to know before it is sent. */
export const renderPlan = (plan: PlanDescription, options: { readonly color: boolean }): string => {
  const style = createStyle(options.color);
  const sent = plan.conversations.flatMap(({ steps }) => steps.filter(({ skipped }) => skipped === undefined));
  const learned =
    plan.learned === "nothing"
      ? "nothing was sent: the server could not be asked what it offers"
      : "only the handshake and the lists were sent, to learn what the server offers";
  return `${[
    style.bold(`plan for ${show(plan.revision)} over ${plan.transport}`),
    `${learned}; what follows was not sent`,
    ...plan.conversations.flatMap((conversation) => ["", ...renderConversation(conversation, style)]),
    "",
    ...renderTools(plan, style),
    "",
    `${plan.conversations.length} conversations, ${sent.length} steps, ${sent.filter(({ deliberate }) => deliberate).length} of them wrong on purpose`,
  ].join("\n")}\n`;
};

const renderConversation = ({ name, purpose, steps }: PlannedConversation, style: Style): string[] => [
  `${style.bold(name)} ${style.dim(purpose)}`,
  ...steps.map((step) => renderStep(step, style)),
];

const renderStep = ({ name, asks, serves, deliberate, skipped }: PlannedStep, style: Style): string => {
  if (skipped !== undefined) return `  ${style.dim(`- ${name}: not sent, ${show(skipped)}`)}`;
  const marks = deliberate ? ` ${style.yellow("(on purpose)")}` : "";
  return `  ${style.cyan("→")} ${name}: ${asks}${marks}${serves.length > 0 ? ` ${style.dim(`[${serves.join(" ")}]`)}` : ""}`;
};

const renderTools = (plan: PlanDescription, style: Style): string[] => [
  style.bold("tools"),
  `  ${plan.tool_rule}`,
  ...plan.tools.map(({ name, call, why, arguments: args }) =>
    call
      ? `  ${style.yellow("call")} ${show(name)} ${show(args)} ${style.dim(`because ${show(why)}`)}`
      : `  ${style.dim(`never ${show(name)}: ${show(why)}`)}`,
  ),
];

const show = (text: string): string => escapeTerminal(untrusted(text), 200);
