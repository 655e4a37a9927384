// Small captures and what a server that is made of them says.

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { MARK } from "../../src/features/playback/never-asked.ts";
import { Player } from "../../src/features/playback/player.ts";
import type { PlaybackRequest, Reply } from "../../src/wire/playback.ts";

const ask = (id: Json, method: string, params?: Json): Json => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
const answer = (id: Json, result: Json): Json => ({ jsonrpc: "2.0", id, result });
const refusal = (id: Json, code: number, message: string): Json => ({ jsonrpc: "2.0", id, error: { code, message } });

const captureOf = (exchanges: readonly Exchange[], more: Partial<Capture> = {}): Capture => ({
  server_label: "test",
  server_capabilities: {},
  exchanges,
  ...more,
});

const INITIALIZE = {
  request: ask(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "a", version: "1" },
  }),
  response: answer(1, {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  }),
};
const LIST = { request: ask(2, "tools/list"), response: answer(2, { tools: [{ name: "add", inputSchema: {} }] }) };
const ADD = {
  id: "main/add",
  request: ask(3, "tools/call", { name: "add", arguments: { a: 1, b: 2 } }),
  response: answer(3, { content: [{ type: "text", text: "3" }] }),
};
const UNKNOWN_TOOL = {
  deliberate: true as const,
  request: ask(4, "tools/call", { name: "mcptest_no_such_tool", arguments: {} }),
  response: refusal(4, -32602, "Unknown tool: mcptest_no_such_tool"),
};
const UNKNOWN_METHOD = {
  deliberate: true as const,
  request: ask(5, "mcptest/no-such-method"),
  response: refusal(5, -32601, "Method not found"),
};

const textOf = ({ said, later }: Reply): Json[] =>
  [...said, ...later.flatMap((one) => one.said)].map(
    ({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)) as Json,
  );

const overStdio = (capture: Capture): ((message: Json) => Json[]) => {
  const { hear } = new Player(capture).openProcess();
  return (message) => textOf(hear({ message }));
};

describe("the founding minimal form, over stdio", () => {
  const say = (): ((message: Json) => Json[]) =>
    overStdio(captureOf([INITIALIZE, LIST, ADD, UNKNOWN_TOOL, UNKNOWN_METHOD]));

  it("gives the recorded answer under the id of the new request", () => {
    expect(say()(ask("x", "tools/list"))).toStrictEqual([answer("x", { tools: [{ name: "add", inputSchema: {} }] })]);
  });

  it("does not mind who the client is", () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "other", version: "9" } };
    expect(say()(ask(0, "initialize", params))).toStrictEqual([{ ...(INITIALIZE.response as JsonObject), id: 0 }]);
  });

  it("says so where a tool was called with other arguments", () => {
    const [reply] = say()(ask(1, "tools/call", { name: "add", arguments: { a: 5, b: 5 } }));
    expect(reply).toMatchObject({
      result: { content: [{ text: "3" }], _meta: { [MARK]: expect.stringContaining("main/add") } },
    });
  });

  it("refuses a tool that was never called as the server refuses an unknown one, marked", () => {
    expect(say()(ask(7, "tools/call", { name: "subtract", arguments: {} }))).toStrictEqual([
      {
        jsonrpc: "2.0",
        id: 7,
        error: { code: -32602, message: "Unknown tool: subtract", data: { [MARK]: "never asked in the recording" } },
      },
    ]);
  });

  it("refuses a method that was never asked as the server refuses an unknown one, marked", () => {
    expect(say()(ask(8, "resources/list"))).toMatchObject([
      { id: 8, error: { code: -32601, message: "Method not found", data: { [MARK]: "never asked in the recording" } } },
    ]);
  });

  it("says nothing about a notification, recorded or not", () => {
    expect(say()({ jsonrpc: "2.0", method: "notifications/initialized" })).toStrictEqual([]);
  });

  it("refuses in its own words where nothing was ever refused", () => {
    const [reply] = overStdio(captureOf([LIST]))(ask(1, "prompts/list"));
    expect(reply).toMatchObject({ id: 1, error: { code: -32601, data: { [MARK]: "never asked in the recording" } } });
  });
});

describe("what a session says over time", () => {
  it("gives different answers to one question in their order, then the last again", () => {
    const count = (id: number, value: number): Exchange => ({
      request: ask(id, "tools/call", { name: "count" }),
      response: answer(id, { content: [], structuredContent: { value } }),
    });
    const say = overStdio(captureOf([count(1, 1), count(2, 2)]));
    const values = [10, 11, 12].map((id) => say(ask(id, "tools/call", { name: "count" })));
    expect(values).toMatchObject([1, 2, 2].map((value) => [{ result: { structuredContent: { value } } }]));
  });

  it("reports progress under the new token, and none to whoever gave no token", () => {
    const call = (token: Json | undefined): Json =>
      ask(1, "tools/call", { name: "slow", ...(token === undefined ? {} : { _meta: { progressToken: token } }) });
    const progress = (token: Json): Json => ({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: token, progress: 1 },
    });
    const capture = captureOf([
      {
        request: call("old"),
        seq: 1,
        meanwhile: [{ seq: 2, at_ms: 1, message: progress("old") }],
        response: answer(1, { content: [] }),
        response_seq: 3,
      },
    ]);
    expect(overStdio(capture)(call(77))).toStrictEqual([progress(77), answer(1, { content: [] })]);
    expect(overStdio(capture)(call(undefined))).toStrictEqual([answer(1, { content: [] })]);
  });

  it("waits for the client's answer where the recorded server did", () => {
    const roots = { jsonrpc: "2.0", id: "r1", method: "roots/list" };
    const capture = captureOf([
      {
        request: ask(1, "tools/call", { name: "look" }),
        seq: 1,
        meanwhile: [{ seq: 2, at_ms: 1, message: roots }],
        response: answer(1, { content: [] }),
        response_seq: 4,
      },
      { request: answer("r1", { roots: [] }), seq: 3 },
    ]);
    const say = overStdio(capture);
    expect(say(ask(9, "tools/call", { name: "look" }))).toStrictEqual([roots]);
    expect(say(answer("r1", { roots: [] }))).toStrictEqual([answer(9, { content: [] })]);
  });

  it("does not ask a client for what it does not offer", () => {
    const capture = captureOf([
      INITIALIZE,
      {
        request: ask(2, "tools/call", { name: "look" }),
        seq: 2,
        meanwhile: [{ seq: 3, at_ms: 1, message: { jsonrpc: "2.0", id: 1, method: "sampling/createMessage" } }],
        response: answer(2, { content: [] }),
        response_seq: 5,
      },
    ]);
    const say = overStdio(capture);
    say(INITIALIZE.request);
    expect(say(ask(3, "tools/call", { name: "look" }))).toStrictEqual([answer(3, { content: [] })]);
  });

  it("repeats bytes that no JSON could hold", () => {
    const raw = { encoding: "utf8" as const, data: '{"jsonrpc":"2.0","id":2,"result":{"a":1,"a":2}}' };
    const capture = captureOf([
      {
        request: ask(2, "tools/list"),
        response: answer(2, { a: 2 }),
        response_raw: raw,
        response_notes: [{ kind: "duplicate-key" }],
      },
    ]);
    const { hear } = new Player(capture).openProcess();
    const said = (id: number): string =>
      new TextDecoder().decode(hear({ message: ask(id, "tools/list") }).said[0]?.bytes);
    expect(said(2)).toBe(raw.data);
    expect(said(5)).toBe(raw.data.replace('"id":2', '"id":5'));
  });

  it("leaves where the recorded server left", () => {
    const capture = captureOf([
      { request: ask(1, "tools/list"), trouble: { kind: "unexpected-exit", detail: "it exited" } },
      { request: ask(2, "ping"), response: answer(2, {}) },
    ]);
    expect(new Player(capture).openProcess().hear({ message: ask(1, "tools/list") }).exit).toBe(1);
  });

  it("knows when there is nothing to serve", () => {
    expect(new Player(captureOf([{ request: ask(1, "initialize") }])).isEmpty).toBe(true);
    expect(new Player(captureOf([LIST])).isEmpty).toBe(false);
  });
});

describe("over HTTP", () => {
  const http = (
    method: string,
    status: number,
    request: readonly (readonly [string, string])[],
    response: readonly (readonly [string, string])[],
  ): Pick<Exchange, "http"> => ({
    http: { method, status, request_headers: [...request], response_headers: [...response] },
  });
  const SESSION = ["Mcp-Session-Id", "s-1"] as const;
  const JSON_TYPE = ["Content-Type", "application/json"] as const;
  const capture = captureOf(
    [
      { ...INITIALIZE, seq: 1, ...http("POST", 200, [JSON_TYPE], [JSON_TYPE, SESSION, ["Date", "then"]]) },
      { ...LIST, seq: 2, ...http("POST", 200, [JSON_TYPE, SESSION], [JSON_TYPE]) },
      { seq: 3, ...http("DELETE", 200, [SESSION], []) },
      {
        deliberate: true,
        request: ask(9, "tools/list"),
        response: refusal(9, -32000, "Session not found"),
        seq: 4,
        ...http("POST", 404, [JSON_TYPE, SESSION], [JSON_TYPE]),
      },
    ],
    { transport: "streamable-http", target: { kind: "http", url: "http://127.0.0.1:9/api/mcp", header_names: [] } },
  );
  const heard = (method: string, message: Json | undefined, ...headers: (readonly [string, string])[]) =>
    ({
      ...(message === undefined ? {} : { message }),
      http: { method, path: "/api/mcp", headers: [JSON_TYPE, ...headers], origin: "http://127.0.0.1:80" },
    }) satisfies PlaybackRequest;

  it("hands out a session of its own to every client, and the recorded head without its date", () => {
    const player = new Player(capture);
    expect(player.path).toBe("/api/mcp");
    const ids = [1, 2].map(() => player.hearHttp(heard("POST", INITIALIZE.request)).head?.headers);
    expect(ids).toStrictEqual([
      [JSON_TYPE, SESSION],
      [JSON_TYPE, ["Mcp-Session-Id", "s-1-2"]],
    ]);
  });

  it("ends a session when it is asked to, and then refuses it as the recorded server did", () => {
    const player = new Player(capture);
    player.hearHttp(heard("POST", INITIALIZE.request));
    expect(player.hearHttp(heard("POST", LIST.request, SESSION)).head?.status).toBe(200);
    expect(player.hearHttp(heard("DELETE", undefined, SESSION)).head?.status).toBe(200);
    const refused = player.hearHttp(heard("POST", ask(30, "tools/list"), SESSION));
    expect(refused.head?.status).toBe(404);
    expect(textOf(refused)).toMatchObject([{ id: 30, error: { message: "Session not found" } }]);
  });

  it("refuses a path and a method that were never asked", () => {
    const player = new Player(capture);
    const other = heard("GET", undefined);
    expect(player.hearHttp(other).head?.status).toBe(405);
    expect(player.hearHttp({ http: { ...other.http, path: "/elsewhere" } }).head?.status).toBe(404);
  });

  it("serves a recording of stdio too: one message as JSON, several as a stream", () => {
    const player = new Player(captureOf([INITIALIZE, LIST]));
    const reply = player.hearHttp(heard("POST", LIST.request));
    expect([reply.head?.status, reply.head?.events, textOf(reply)]).toStrictEqual([200, undefined, [LIST.response]]);
    expect(player.hearHttp(heard("POST", { jsonrpc: "2.0", method: "notifications/initialized" })).head?.status).toBe(
      202,
    );
  });
});
