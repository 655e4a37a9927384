import type { JsonObject } from "../../base/json.ts";
import {
  askName,
  asksInput,
  CLOSE,
  CONNECT,
  call,
  elicit,
  LIST_TOOLS,
  marker,
  sample,
  sampling,
  tool,
  withTools,
} from "../../probe/scenario/parts.ts";
import type { Occasion, Scenario } from "../../probe/scenario/scenario.ts";

const CONFIRM: JsonObject = {
  confirm: elicit({
    mode: "form",
    message: "Please confirm.",
    requestedSchema: { type: "object", properties: { confirmed: { type: "boolean" } } },
  }),
};

const called = (name: string, time?: number, declares = "elicitation"): Occasion => ({
  method: "tools/call",
  name,
  declares,
  ...(time === undefined ? {} : { time }),
});

/** The first request, and not its repetition. */
const asked = (name: string, declares = "elicitation"): Occasion => ({
  ...called(name, undefined, declares),
  repeats: false,
});

const STATE = '{ "a" : 1,  "b":"\\u00e9 ☕" }';

/** Questions in results, which took the place of requests by the server. */
export const INPUT_ROUNDS: readonly Scenario[] = [
  {
    name: "input-rounds",
    face: "stateless",
    official: "sep-2322-client-request-state",
    unversioned: "answered",
    offers: {
      tools: withTools(
        // The names that programs for the official suite use.
        tool("test_mrtr_echo_state", "Asks for a confirmation, with a state to be sent back."),
        tool("test_mrtr_no_state", "Asks for a confirmation, without a state."),
        tool("test_mrtr_unrelated", "Asks for nothing."),
        tool("test_mrtr_no_result_type", "Returns a result that does not name its type."),
        tool("two_inputs", "Asks for two things at once."),
        tool("wizard", "Asks for one thing after the other."),
        tool("load_shed", "Wants to be called again, with a state alone."),
        tool("needs_roots", "Asks for the roots."),
        tool("ask_model", "Asks for a message of a model."),
      ),
    },
    reactions: [
      asksInput(asked("test_mrtr_echo_state"), CONFIRM, STATE),
      asksInput(asked("test_mrtr_no_state"), CONFIRM),
      {
        on: { method: "tools/call", name: "test_mrtr_no_result_type" },
        actions: [
          {
            do: "message",
            message: { jsonrpc: "2.0", id: "$id", result: { content: [{ type: "text", text: "done" }] } },
          },
        ],
      },
      asksInput(asked("two_inputs"), { a: elicit(askName()), "b/ü": elicit(askName("And that of your cat?")) }, "two"),
      asksInput(called("wizard", 1), { first: elicit(askName()) }, "wizard-1"),
      asksInput(called("wizard", 2), { second: elicit(askName("And your second name?")) }),
      asksInput(called("wizard", 3), { third: elicit(askName("And your third name?")) }, "wizard-3"),
      asksInput({ method: "tools/call", name: "load_shed", time: 1 }, undefined, "shed-1"),
      asksInput({ method: "tools/call", name: "load_shed", time: 2 }, undefined, "shed-2"),
      asksInput(asked("needs_roots", "roots"), { r1: { method: "roots/list" } }),
      asksInput(asked("ask_model", "sampling"), { m1: sample(sampling("Name a drink.")) }),
      asksInput(
        { method: "prompts/get", declares: "elicitation", repeats: false },
        { who: elicit(askName()) },
        "prompt",
      ),
      asksInput(
        { method: "resources/read", declares: "elicitation", repeats: false },
        { who: elicit(askName()) },
        "note",
      ),
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      { op: "parallel", operations: [call("test_mrtr_echo_state"), call("test_mrtr_unrelated")] },
      call("test_mrtr_no_state"),
      call("test_mrtr_no_result_type"),
      call("two_inputs"),
      call("wizard"),
      call("load_shed"),
      call("needs_roots"),
      call("ask_model"),
      { op: "get", name: "greet", arguments: { name: "Ada" } },
      { op: "read", uri: "test://note" },
      marker("after the rounds"),
      CLOSE,
    ],
    instructions: ["Call each tool and answer what you are asked."],
  },
  {
    name: "endless-rounds",
    face: "stateless",
    offers: {
      tools: withTools(
        tool("endless", "Never has enough: every answer is another state."),
        tool("endless_login", "Asks to open a page that nobody ever finishes."),
      ),
    },
    reactions: [
      asksInput({ method: "tools/call", name: "endless" }, undefined, "again"),
      asksInput(
        called("endless_login", undefined, "elicitation.url"),
        {
          login: elicit({ mode: "url", message: "Sign in.", url: "https://example.invalid/login" }),
        },
        "login",
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("endless"), call("endless_login"), CLOSE],
    instructions: ["Call the tool endless."],
  },
  {
    // All of this the text forbids to servers.
    name: "odd-inputs",
    face: "stateless",
    deliberate: true,
    offers: {
      tools: withTools(
        tool("ask_all", "Asks for things of every kind, declared or not."),
        tool("ask_nothing", "Says that input is required, and not which."),
        tool("model_tools", "Asks for a message of a model that may use tools, declared or not."),
      ),
    },
    reactions: [
      asksInput(
        { method: "tools/call", name: "ask_all" },
        {
          roots: { method: "roots/list" },
          model: sample(sampling("Name a drink.")),
          user: elicit(askName()),
          other: { method: "x/other", params: {} },
        },
      ),
      asksInput({ method: "tools/call", name: "ask_nothing" }, undefined),
      asksInput(
        { method: "tools/call", name: "model_tools", declares: "sampling", lacks: "sampling.tools", repeats: false },
        {
          model: sample(
            sampling("What is the weather in Paris?", {
              tools: [
                {
                  name: "weather",
                  description: "The weather of a place.",
                  inputSchema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
                },
              ],
            }),
          ),
        },
      ),
      asksInput({ method: "tools/list", time: 2 }, { user: elicit(askName()) }, "list"),
    ],
    plan: [CONNECT, LIST_TOOLS, call("ask_all"), call("ask_nothing"), call("model_tools"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tools ask_all, ask_nothing and model_tools.", "Look at the list of tools again."],
  },
];
