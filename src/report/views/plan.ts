import { counted } from "../../base/counted.ts";
import type { PlanDescription, PlannedStep } from "../../capture/plan.ts";
import type { ReportView } from "../report.ts";
import { show, type Terminal } from "../terminal/terminal.ts";

/** What a run would send, for a person who wants to know before anything is sent. */
export const planView = {
  pretty: (plan, terminal) => {
    const { conversations, learned, revision, transport } = plan;
    const sent = conversations.flatMap(({ steps }) => steps.filter(({ skipped }) => skipped === undefined));
    const wrong = sent.filter(({ deliberate }) => deliberate).length;
    return [
      terminal.bold(`plan for ${show(revision)} over ${transport}`),
      `${LEARNED[learned]}; nothing below was sent`,
      ...conversations.flatMap(({ name, purpose, steps }) => [
        "",
        `${terminal.bold(name)} ${terminal.dim(purpose)}`,
        ...steps.map((step) => stepLine(step, terminal)),
      ]),
      "",
      ...(plan.always
        ? [
            `every message bears on ${counted(plan.always.length, "rule")} ${terminal.dim(`[${plan.always.join(" ")}]`)}`,
            "",
          ]
        : []),
      ...toolLines(plan, terminal),
      "",
      `${counted(conversations.length, "conversation")}, ${counted(sent.length, "step")}, ${wrong} of them wrong on purpose`,
    ];
  },
} as const satisfies ReportView<PlanDescription>;

const LEARNED = {
  nothing: "nothing was sent: the server could not be asked what it offers",
  "handshake-and-lists": "only the handshake and the list requests were sent, to learn what the server offers",
} as const satisfies Record<PlanDescription["learned"], string>;

const stepLine = (
  { name, asks, serves = [], deliberate, skipped }: PlannedStep,
  { cyan, dim, yellow }: Terminal,
): string => {
  if (skipped !== undefined) return `  ${dim(`- ${name}: not sent, ${show(skipped)}`)}`;
  const mark = deliberate ? ` ${yellow("(on purpose)")}` : "";
  return `  ${cyan("→")} ${name}: ${asks}${mark}${serves.length > 0 ? ` ${dim(`[${serves.join(" ")}]`)}` : ""}`;
};

const toolLines = ({ tools, tool_rule }: PlanDescription, { bold, dim, yellow }: Terminal): string[] => [
  bold("tools"),
  `  ${tool_rule}`,
  ...tools.map(({ name, call, why, arguments: args }) =>
    call
      ? `  ${yellow("call")} ${show(name)} ${show(args)} ${dim(`because ${show(why)}`)}`
      : `  ${dim(`never ${show(name)}: ${show(why)}`)}`,
  ),
];
