import { member } from "../../../model/json.ts";
import type { Header } from "../../../model/target.ts";
import { paramHeaders } from "../../dialect/param-headers.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { calledTools } from "../common/tool-steps.ts";
import type { Known } from "../known.ts";
import type { AskOptions, ConversationPlan, Skip, Step, StepIO } from "../step.ts";
import { hasHeaderParameter, type ToolChoice } from "../tool-policy.ts";
import { dropHeader, setHeader } from "./http-headers.ts";

const mirrored = (choice: ToolChoice): Header | undefined =>
  paramHeaders(member(choice.tool, "inputSchema"), choice.arguments)[0];

/** The first callable tool whose arguments are mirrored into headers. */
const subject = (known: Known): { choice: ToolChoice; header: Header } | undefined => {
  for (const choice of calledTools(known)) {
    const header = mirrored(choice);
    if (header) return { choice, header };
  }
  return undefined;
};

const unlessMirrored = (known: Known): Skip | undefined => {
  if (subject(known)) return undefined;
  if (known.tools.some(hasHeaderParameter)) {
    return { reason: "unsafe-to-probe", detail: "the tools with x-mcp-header do not declare themselves read-only" };
  }
  return { reason: "not-offered", detail: "no tool uses x-mcp-header" };
};

const wrap = (value: string): string => `=?base64?${Buffer.from(value, "latin1").toString("base64")}?=`;

const variant = (
  name: string,
  asks: string,
  serves: readonly string[],
  deliberate: boolean,
  options: (header: Header) => AskOptions,
): Step<StatelessTalk> => ({
  name,
  asks,
  serves,
  ...(deliberate ? { deliberate: true as const } : {}),
  skip: unlessMirrored,
  run: async (io) => {
    const found = subject(io.known);
    if (found) await callWith(io, found.choice, options(found.header));
  },
});

const callWith = (io: StepIO<StatelessTalk>, choice: ToolChoice, options: AskOptions): Promise<unknown> =>
  io.ask(
    "tools/call",
    { name: choice.name, arguments: choice.arguments },
    { inputSchema: member(choice.tool, "inputSchema") ?? {}, ...options },
  );

export const paramHeadersConversation: ConversationPlan<StatelessTalk> = {
  name: "param-headers",
  purpose: "Mcp-Param headers missing, wrong, wrapped and broken",
  transport: "http",
  needsLists: true,
  skip: unlessMirrored,
  groups: [
    [
      variant(
        "param-right",
        "a call whose Mcp-Param headers are right",
        ["HEADER-017", "HEADER-025", "HEADER-026"],
        false,
        () => ({}),
      ),
      variant(
        "param-other",
        "a call whose Mcp-Param header differs from the argument",
        ["HEADER-017"],
        true,
        ([name]) => ({
          editHeaders: setHeader(name, "mcptest-something-else"),
        }),
      ),
      variant("param-missing", "a call without the Mcp-Param header", ["HEADER-018"], true, ([name]) => ({
        editHeaders: dropHeader(name),
      })),
      variant(
        "param-wrapped",
        "a call whose Mcp-Param header is in the base64 wrapper",
        ["HEADER-022"],
        false,
        ([name, value]) => ({
          editHeaders: setHeader(name, wrap(value)),
        }),
      ),
      variant("param-broken-wrapper", "a call whose base64 wrapper is broken", ["HEADER-023"], true, ([name]) => ({
        editHeaders: setHeader(name, "=?base64?SGVs!!!bG8=?="),
      })),
      variant(
        "param-bare-base64",
        "a call whose header is base64 without the wrapper",
        ["HEADER-024"],
        true,
        ([name, value]) => ({
          editHeaders: setHeader(name, Buffer.from(value, "latin1").toString("base64")),
        }),
      ),
    ],
  ],
};
