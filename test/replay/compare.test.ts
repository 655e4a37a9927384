import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type { Target } from "../../src/capture/target.ts";
import { CarriedValues } from "../../src/probe/replay/carry-over.ts";
import { compareAnswers } from "../../src/probe/replay/compare-answers.ts";
import { planReplay } from "../../src/probe/replay/plan-replay.ts";
import { recordedAnswers } from "../../src/probe/replay/recorded-answers.ts";

const exchange = (result: Json, more: Partial<Exchange> = {}): Exchange => ({
  id: "main/tools/list",
  request: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  response: { jsonrpc: "2.0", id: 1, result },
  ...more,
});

describe("how an answer of today stands to the recorded one", () => {
  it("is the same where only ids, times and the order of members changed", () => {
    const then = exchange({ a: 1, b: "at 2026-07-28T10:11:12Z" });
    const now = exchange(
      { b: "at 2027-01-01T00:00:00Z", a: 1 },
      { response: { jsonrpc: "2.0", id: 9, result: { b: "at 2027-01-01T00:00:00Z", a: 1 } } },
    );
    expect(compareAnswers(then, now)).toMatchObject({ state: "same", differences: [] });
  });

  it("differs path by path", () => {
    const then = exchange({ tools: [{ name: "a", title: "A" }] });
    const now = exchange({ tools: [{ name: "a", title: "B" }, { name: "c" }] });
    expect(compareAnswers(then, now)).toMatchObject({
      state: "differs",
      differences: [
        { kind: "changed", path: "result.tools[0]{a}.title", before: "A", after: "B" },
        { kind: "added", path: "result.tools[1]{c}" },
      ],
    });
  });

  it("is the same where the recording holds the tag of a secret, and what stands around it is the same", () => {
    const then = exchange({ env: "A=1 KEY=[redacted:0123456789ab] B=[redacted:0123456789ab]." });
    expect(compareAnswers(then, exchange({ env: "A=1 KEY=hunter22 B=hunter22." }))).toMatchObject({ state: "same" });
    for (const env of ["A=2 KEY=hunter22 B=hunter22.", "A=1 KEY=hunter22", "A=1 KEY=hunter22 B=hunter22!"])
      expect(compareAnswers(then, exchange({ env })), env).toMatchObject({ state: "differs" });
  });

  it("differs by its status alone", () => {
    const http = (status: number): Partial<Exchange> => ({ http: { method: "POST", request_headers: [], status } });
    expect(compareAnswers(exchange({}, http(200)), exchange({}, http(500)))).toMatchObject({
      state: "differs",
      differences: [{ path: "status", before: 200, after: 500 }],
    });
  });

  it("is gone, or new", () => {
    const { response: _, ...silent } = exchange({});
    const late = { ...silent, trouble: { kind: "timed-out" as const, detail: "no answer within 30 s" } };
    expect(compareAnswers(exchange({}), late)).toMatchObject({ state: "gone", reason: "no answer within 30 s" });
    expect(compareAnswers(silent, exchange({}))).toMatchObject({ state: "new" });
    expect(compareAnswers(silent, late)).toMatchObject({ state: "same" });
  });
});

describe("values that belong to a session", () => {
  it("are handed back as the server of today gave them", () => {
    const carried = new CarriedValues();
    carried.learn({ result: { nextCursor: "old", tools: [] } }, { result: { nextCursor: "new", tools: [] } });
    carried.learn({ result: { task: { taskId: "t1" } } }, { result: { task: { taskId: "t9" } } });
    expect(carried.apply({ method: "tools/list", params: { cursor: "old" } })).toStrictEqual({
      method: "tools/list",
      params: { cursor: "new" },
    });
    expect(carried.apply({ params: { taskId: "t1", other: "t1" } })).toStrictEqual({
      params: { taskId: "t9", other: "t1" },
    });
  });
});

describe("what may be sent again", () => {
  const tool = (name: string, annotations?: Json): Json => ({
    name,
    inputSchema: { type: "object" },
    ...(annotations === undefined ? {} : { annotations }),
  });
  const call = (name: string): Exchange => ({
    id: `main/${name}`,
    request: { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: { a: 1 } } },
    response: { jsonrpc: "2.0", id: 2, result: {} },
  });
  const capture = (...exchanges: Exchange[]): Capture => ({ server_label: "s", server_capabilities: {}, exchanges });
  const tools = exchange({
    tools: [tool("look", { readOnlyHint: true }), tool("erase", { destructiveHint: true }), tool("mute")],
  });
  const target: Target = { kind: "stdio", command: "x", args: [], env: {} };
  const sent = (plan: ReturnType<typeof planReplay>): unknown[] =>
    plan.conversations.flatMap(({ exchanges }) => exchanges.map(({ id }) => id));

  it("is what a check would send: tools that declare that they only read, and names that nobody listed", () => {
    const plan = planReplay(
      capture(tools, call("look"), call("erase"), call("mute"), call("no_such")),
      target,
      "read-only",
    );
    expect(sent(plan)).toStrictEqual(["main/tools/list", "main/look", "main/no_such"]);
    expect(plan.leftOut.map(({ exchange: id, why }) => [id, why])).toStrictEqual([
      ["main/erase", "it declares itself destructive"],
      ["main/mute", "it does not declare readOnlyHint: true"],
    ]);
  });

  it("is everything with --tools all, and no tool with --tools none", () => {
    expect(sent(planReplay(capture(tools, call("erase")), target, "all"))).toHaveLength(2);
    expect(sent(planReplay(capture(tools, call("look")), target, "none"))).toStrictEqual(["main/tools/list"]);
  });

  it("is no tool where no list says what it does, and no method that MCP does not define", () => {
    const vendor = { id: "main/vendor", request: { jsonrpc: "2.0", id: 3, method: "vendor/wipe" }, response: {} };
    const plan = planReplay(capture(call("look"), vendor), target, "read-only");
    expect(plan.leftOut.map(({ exchange: id }) => id)).toStrictEqual(["main/look", "main/vendor"]);
  });

  it("keeps conversations of one process together, in the order they were opened", () => {
    const list = (conversation: string): Exchange => ({ ...exchange({ tools: [] }), conversation });
    const plan = planReplay(
      {
        ...capture(list("last"), list("first"), list("other")),
        conversations: [
          { id: "last", purpose: "x", transport: "stdio", opened_ms: 30, shares_process_with: "first" },
          { id: "first", purpose: "x", transport: "stdio", opened_ms: 10 },
          { id: "other", purpose: "x", transport: "stdio", opened_ms: 20 },
        ],
      },
      target,
      "read-only",
    );
    expect(plan.conversations.map(({ id, process }) => [id, process])).toStrictEqual([
      ["first", "first"],
      ["other", "other"],
      ["last", "first"],
    ]);
  });

  it("leaves out what is about the other transport", () => {
    const get: Exchange = { id: "main/get", http: { method: "GET", request_headers: [], status: 405 } };
    expect(planReplay(capture(tools, get), target, "read-only").leftOut).toMatchObject([
      { exchange: "main/get", why: "it is about HTTP, and the target is a command" },
    ]);
  });
});

describe("what the client says when it is asked", () => {
  it("is what the recorded client said, under the id of today", () => {
    const capture: Capture = {
      server_label: "s",
      server_capabilities: {},
      exchanges: [
        {
          ...exchange({}),
          conversation: "main",
          meanwhile: [{ seq: 1, at_ms: 1, message: { jsonrpc: "2.0", id: 7, method: "roots/list" } }],
        },
        { conversation: "main", request: { jsonrpc: "2.0", id: 7, result: { roots: [] } } },
      ],
    };
    const respond = recordedAnswers(capture, "main");
    expect(respond({ jsonrpc: "2.0", id: 40, method: "roots/list" })).toStrictEqual({
      jsonrpc: "2.0",
      id: 40,
      result: { roots: [] },
    });
    expect(respond({ jsonrpc: "2.0", id: 41, method: "sampling/createMessage" })).toMatchObject({
      id: 41,
      error: { code: -32601 },
    });
  });
});
