// A list that changed: who had no time to hear of it is not judged, and reports of calls show nobody to follow a plan.

import { expect, test } from "vitest";
import { changedToolLists } from "../../src/areas/tools/client-facts.ts";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { CHANGE_WAIT_MS } from "../../src/capture/scenario-names.ts";
import { followsPlan } from "../../src/judge/core/client/plans.ts";
import { openClientView } from "../../src/judge/core/client/view.ts";

const VERSION = "2025-11-25";

/** The list was said to have changed at this time. */
const TOLD_MS = 100;

const ask = (seq: number, startMs: number, method: string, params: JsonObject, result: JsonObject = {}): Exchange => ({
  id: `e${seq}`,
  conversation: "c1",
  request: { jsonrpc: "2.0", id: seq, method, params },
  response: { jsonrpc: "2.0", id: seq, result },
  seq,
  response_seq: seq + 5,
  timing: { start_ms: startMs, response_ms: startMs + 1, end_ms: startMs + 1 },
});

const call = (seq: number, startMs: number, name: string, given: JsonObject = {}): Exchange =>
  ask(seq, startMs, "tools/call", { name, arguments: given });

const recorded = (...exchanges: readonly Exchange[]): Capture => ({
  server_label: "mcptest",
  server_capabilities: null,
  conversations: [{ id: "c1", purpose: "a scenario", opened_ms: 0, transport: "stdio", scenario: "changing-lists" }],
  exchanges: [
    ask(0, 0, "initialize", { protocolVersion: VERSION, capabilities: {} }, { protocolVersion: VERSION }),
    ...exchanges,
  ],
  unsolicited: [
    {
      conversation: "c1",
      seq: 20,
      at_ms: TOLD_MS,
      message: { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
    },
  ],
});

const viewOf = (...exchanges: readonly Exchange[]) => openClientView(recorded(...exchanges), VERSION);

const readingsOf = (...exchanges: readonly Exchange[]): readonly Json[] | undefined => {
  const reading = changedToolLists.read(viewOf(...exchanges));
  return "items" in reading ? reading.items.map(({ value }) => value) : undefined;
};

const LATER_MS = TOLD_MS + CHANGE_WAIT_MS;

test("what is used long after the notice, and after another answer, is outdated", () => {
  expect(readingsOf(call(30, LATER_MS, "add"), call(40, LATER_MS + 10, "before_tool"))).toEqual(["outdated"]);
});

test("what is used sooner than the server waits is left open", () => {
  expect(readingsOf(call(30, TOLD_MS + 1, "add"), call(40, LATER_MS - 1, "before_tool"))).toBeUndefined();
});

test("what is used without another answer since the wait is left open: the notice may be read after it", () => {
  expect(readingsOf(call(30, LATER_MS + 10, "before_tool"))).toBeUndefined();
  expect(readingsOf(call(30, TOLD_MS + 1, "add"), call(40, LATER_MS + 10, "before_tool"))).toBeUndefined();
});

test("whoever looks at the list again has heard, however soon", () => {
  const looks = ask(30, TOLD_MS + 1, "tools/list", {}, { tools: [] });
  expect(readingsOf(looks, call(40, LATER_MS, "add"), call(50, LATER_MS + 10, "before_tool"))).toEqual(["read-again"]);
});

test("only a report of a step shows that a program follows plans", () => {
  expect(followsPlan(viewOf(call(30, 200, "report", { of: "add", text: "5" })))).toBe(false);
  expect(followsPlan(viewOf(call(30, 200, "report", { step: "sum" })))).toBe(false);
  expect(followsPlan(viewOf(call(30, 200, "report", { step: "sum", outcome: "result", value: 5 })))).toBe(true);
});
