import type { JsonObject } from "../../base/json.ts";
import {
  asksInput,
  CLOSE,
  CONNECT,
  call,
  LIST_TOOLS,
  onCall,
  sample,
  sampling,
  tool,
  withTools,
} from "../../probe/scenario/parts.ts";
import type { Action, Operation, Scenario } from "../../probe/scenario/scenario.ts";

const WEATHER: JsonObject = {
  name: "weather",
  description: "The weather of a place.",
  inputSchema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

const QUESTION = "What is the weather in Paris?";

const ask = (id: string, params: JsonObject, only: Extract<Action, { do: "ask" }>["only"]): Action => ({
  ...{ do: "ask" as const, id, method: "sampling/createMessage", params, waitMs: 1500 },
  ...(only ? { only } : {}),
});

// Words that no model would say by itself: the first must not come back with the second.
const FIRST = sampling("Remember the word mcptest-orchid, and name a drink.");
const SECOND = sampling("Name a colour beside mcptest-lantern.");
const SHORT = sampling("Tell a long story about a ship.", { maxTokens: 5 });

const withTool = (mode: string): JsonObject => sampling(QUESTION, { tools: [WEATHER], toolChoice: { mode } });

/** Two uses of a tool, one result. */
const UNBALANCED: JsonObject = {
  messages: [
    { role: "user", content: { type: "text", text: QUESTION } },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "use-1", name: "weather", input: { place: "Paris" } },
        { type: "tool_use", id: "use-2", name: "weather", input: { place: "Lyon" } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "use-1", content: [{ type: "text", text: "Rain." }] }],
    },
  ],
  maxTokens: 50,
  tools: [WEATHER],
};

const ECHO: Operation = { op: "answers", sampling: "echo" };

const ASK_MODEL = tool("ask_model", "Asks for messages of a model.");

/** What a server asks of the client's model. */
export const SAMPLING: readonly Scenario[] = [
  {
    name: "sampling-requests",
    face: "stateful",
    needs: "sampling",
    offers: { tools: withTools(ASK_MODEL) },
    reactions: [
      onCall(
        "ask_model",
        ask("srv-first", FIRST, { declares: "sampling" }),
        ask("srv-second", SECOND, { declares: "sampling" }),
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, ECHO, call("ask_model"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_model, and let the model answer."],
  },
  {
    // Tools without the capability, and an unbalanced history.
    name: "sampling-tools",
    face: "stateful",
    needs: "sampling",
    revisions: ["2025-11-25"],
    deliberate: true,
    offers: { tools: withTools(ASK_MODEL) },
    reactions: [
      onCall(
        "ask_model",
        ask("srv-undeclared", sampling(QUESTION, { tools: [WEATHER] }), {
          declares: "sampling",
          lacks: "sampling.tools",
        }),
        ask("srv-choice", sampling(QUESTION, { toolChoice: { mode: "none" } }), {
          ...{ declares: "sampling", lacks: "sampling.tools" },
        }),
        ask("srv-required", withTool("required"), { declares: "sampling.tools" }),
        ask("srv-none", withTool("none"), { declares: "sampling.tools" }),
        ask("srv-unbalanced", UNBALANCED, { declares: "sampling.tools" }),
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("ask_model"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_model, and let the model answer."],
  },
  {
    name: "sampling-rounds",
    face: "stateless",
    needs: "sampling",
    offers: {
      tools: withTools(
        tool("ask_first", "Asks for a message of a model."),
        tool("ask_second", "Asks for another message of a model."),
        tool("ask_short", "Asks for a short message of a model."),
        tool("ask_required", "Asks for the use of a tool."),
        tool("ask_none", "Asks for a message without tools."),
      ),
    },
    reactions: (
      [
        ["ask_first", FIRST, "sampling"],
        ["ask_second", SECOND, "sampling"],
        ["ask_short", SHORT, "sampling"],
        ["ask_required", withTool("required"), "sampling.tools"],
        ["ask_none", withTool("none"), "sampling.tools"],
      ] as const
    ).map(([name, params, declares]) =>
      asksInput({ method: "tools/call", name, declares, repeats: false }, { model: sample(params) }),
    ),
    plan: [
      CONNECT,
      LIST_TOOLS,
      ECHO,
      ...["ask_first", "ask_second", "ask_short", "ask_required", "ask_none"].map((name) => call(name)),
      CLOSE,
    ],
    instructions: ["Call the tools ask_first to ask_none one after the other, and let the model answer."],
  },
];
