import {
  CLOSE,
  CONNECT,
  call,
  LIST_TOOLS,
  marker,
  onCall,
  sampling,
  tool,
  withTools,
} from "../../probe/scenario/parts.ts";
import type { Action, Scenario } from "../../probe/scenario/scenario.ts";

const SLOW = tool("slow", "Takes a while.");

/** Over HTTP there is a stream that can be closed. */
const OPEN: Action = { do: "stream", text: ": one moment\n\n" };

/** Requests that are given up, by either side. */
export const CANCELLATION: readonly Scenario[] = [
  {
    name: "cancelled-call",
    face: "dual",
    offers: { tools: withTools(SLOW) },
    reactions: [onCall("slow", OPEN, { do: "wait", ms: 1200 }, { do: "answer" })],
    plan: [
      CONNECT,
      LIST_TOOLS,
      { op: "call", name: "slow", arguments: {}, cancelAfterMs: 300 },
      marker("cancelled"),
      { op: "wait", ms: 1500 },
      marker("after the late answer"),
      CLOSE,
    ],
    instructions: ["Call the tool slow and cancel it at once.", "Call the tool echo with the text cancelled."],
  },
  {
    name: "call-limits",
    face: "dual",
    offers: {
      tools: withTools(tool("brief", "Takes longer than its limit."), tool("patient", "Takes less than its limit.")),
    },
    reactions: ["brief", "patient"].map((name) => onCall(name, OPEN, { do: "wait", ms: 800 }, { do: "answer" })),
    plan: [
      CONNECT,
      LIST_TOOLS,
      { op: "call", name: "brief", arguments: {}, timeoutMs: 250 },
      marker("limit over"),
      { op: "call", name: "patient", arguments: {}, timeoutMs: 20_000 },
      marker("patient over"),
      CLOSE,
    ],
  },
  {
    name: "cancelled-requests",
    face: "stateful",
    needs: "sampling",
    offers: { tools: withTools(tool("ask_model", "Asks for a message of a model, and changes its mind.")) },
    reactions: [
      onCall(
        "ask_model",
        {
          ...{ do: "ask", id: "srv-cancelled", method: "sampling/createMessage", params: sampling("Name a drink.") },
          ...{ waitMs: 300, only: { declares: "sampling" } },
        },
        {
          do: "notify",
          method: "notifications/cancelled",
          params: { requestId: "srv-cancelled", reason: "not needed" },
        },
        // Whoever answers these has read the cancellation.
        { do: "ask", id: "srv-ping-1", method: "ping", waitMs: 1000 },
        { do: "wait", ms: 500 },
        { do: "ask", id: "srv-ping-2", method: "ping", waitMs: 1000 },
        { do: "wait", ms: 1700 },
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, { op: "answers", delayMs: 2000 }, call("ask_model"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool ask_model and wait before you approve the request."],
  },
  {
    // Unknown, malformed, and for a request that only the client may cancel.
    name: "odd-cancellations",
    face: "dual",
    deliberate: true,
    reactions: [
      onCall(
        "add",
        { do: "notify", method: "notifications/cancelled", params: { requestId: "nobody-knows" } },
        { do: "notify", method: "notifications/cancelled" },
        { do: "notify", method: "notifications/cancelled", params: { requestId: "$id" } },
        { do: "wait", ms: 700 },
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("add", { a: 2, b: 3 }), marker("after add"), CLOSE],
    instructions: ["Call the tool add, and then the tool echo with the text after add."],
  },
  {
    name: "roots-changes",
    face: "dual",
    needs: "roots",
    offers: { tools: withTools(tool("list_roots", "Asks for the roots.")) },
    reactions: [onCall("list_roots", { do: "answer" })],
    plan: [CONNECT, LIST_TOOLS, call("list_roots"), { op: "change-roots" }, marker("roots changed"), CLOSE],
    instructions: [
      "Add a folder to those that the client works in.",
      "Call the tool echo with the text roots changed.",
    ],
  },
];
