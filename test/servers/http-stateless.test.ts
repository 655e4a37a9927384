// Statuses, codes and headers of the stateless HTTP binding, with plain fetch and a raw socket.

import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { isObject, type JsonObject } from "./json-rpc.ts";
import {
  errorOf,
  MODERN_META,
  modernHeaders,
  modernRequest,
  post,
  postModern,
  type RawAnswer,
  resultOf,
} from "./testing/raw-http.ts";

let server: RunningHttpServer;
let url: string;

beforeEach(async () => {
  server = await startHttpServer({ era: "stateless" });
  url = server.url;
});

afterEach(() => server.close());

function outcome(answer: RawAnswer): [number, unknown] {
  return [answer.status, errorOf(answer).code ?? "result"];
}

describe("metadata", () => {
  test("missing or wrongly typed members get 400 and -32602", async () => {
    const { "io.modelcontextprotocol/protocolVersion": _, ...noVersion } = MODERN_META;
    const { "io.modelcontextprotocol/clientCapabilities": __, ...noCapabilities } = MODERN_META;
    const wrong = { ...MODERN_META, "io.modelcontextprotocol/clientCapabilities": [] };
    const level = { ...MODERN_META, "io.modelcontextprotocol/logLevel": "verbose" };
    for (const _meta of [undefined, noVersion, noCapabilities, wrong, level]) {
      expect(outcome(await postModern(url, "tools/list", { _meta }))).toEqual([400, -32602]);
    }
    const { "io.modelcontextprotocol/clientInfo": ___, ...anonymous } = MODERN_META;
    expect(outcome(await postModern(url, "tools/list", { _meta: anonymous }))).toEqual([200, "result"]);
  });

  test("an unsupported version gets 400 and -32022 with what is supported", async () => {
    for (const version of ["1900-01-01", "2025-11-25"]) {
      const _meta = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": version };
      const answer = await postModern(url, "tools/list", { _meta }, { "MCP-Protocol-Version": version });
      expect(outcome(answer)).toEqual([400, -32022]);
      expect(errorOf(answer).data).toEqual({ supported: ["2026-07-28"], requested: version });
    }
  });

  test("every result says what it is and who sent it", async () => {
    for (const method of ["server/discover", "tools/list", "resources/list", "prompts/list"]) {
      const result = resultOf(await postModern(url, method));
      expect(result).toMatchObject({ resultType: "complete", cacheScope: "public", ttlMs: expect.any(Number) });
      expect(result._meta).toHaveProperty(["io.modelcontextprotocol/serverInfo", "name"]);
    }
  });
});

describe("headers", () => {
  test("missing or different ones get 400 and -32020", async () => {
    const call = { name: "catalogue_info" };
    const cases = [
      postModern(url, "tools/list", {}, { "MCP-Protocol-Version": undefined }),
      postModern(url, "tools/list", {}, { "MCP-Protocol-Version": "2025-11-25" }),
      postModern(url, "tools/list", {}, { "Mcp-Method": undefined }),
      postModern(url, "tools/list", {}, { "Mcp-Method": "TOOLS/LIST" }),
      postModern(url, "tools/call", call, { "Mcp-Name": undefined }),
      postModern(url, "tools/call", call, { "Mcp-Name": "other" }),
      postModern(url, "tools/call", call, { "Mcp-Name": "=?base64?!!!?=" }),
    ];
    for (const answer of await Promise.all(cases)) expect(outcome(answer)).toEqual([400, -32020]);
    const encoded = { "Mcp-Name": `=?base64?${Buffer.from("catalogue_info").toString("base64")}?=` };
    expect(outcome(await postModern(url, "tools/call", call, encoded))).toEqual([200, "result"]);
  });

  test("mirrored arguments are compared with their headers", async () => {
    const call = (args: JsonObject, headers: Record<string, string>): Promise<RawAnswer> =>
      postModern(url, "tools/call", { name: "route_request", arguments: args }, headers);
    const served = [
      call({ region: "eu", weight: 42 }, { "Mcp-Param-Region": "eu", "mcp-param-weight": "42.0" }),
      call({ region: "=?BASE64?x?=" }, { "Mcp-Param-Region": "=?BASE64?x?=" }),
      call({ region: "eu", target: { zone: "z" } }, { "Mcp-Param-Region": "eu", "Mcp-Param-Zone": "=?base64?eg==?=" }),
      call({ region: "eu" }, { "Mcp-Param-Region": "eu", "Mcp-Param-Unknown": "x" }),
    ];
    for (const answer of await Promise.all(served)) expect(resultOf(answer).isError).toBeUndefined();
    const refused = [
      call({ region: "eu" }, {}),
      call({ region: "eu" }, { "Mcp-Param-Region": "us" }),
      call({ region: "eu", dryRun: true }, { "Mcp-Param-Region": "eu", "Mcp-Param-Dry-Run": "True" }),
      call({ region: "eu", target: { zone: "z" } }, { "Mcp-Param-Region": "eu", "Mcp-Param-Zone": "=?base64?eg?=" }),
    ];
    for (const answer of await Promise.all(refused)) expect(outcome(answer)).toEqual([400, -32020]);
  });

  test("bytes that do not belong into a header are refused", async () => {
    const { port } = new URL(url);
    const body = JSON.stringify(modernRequest("tools/list"));
    const head = [
      "POST /mcp HTTP/1.1",
      "Host: localhost",
      "Connection: close",
      "Content-Type: application/json",
      "MCP-Protocol-Version: 2026-07-28",
      "Mcp-Method: tools/list é",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString();
    });
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1\.1 400/);
    expect(text).toContain("-32020");
  });
});

describe("methods", () => {
  test("unknown ones get 404 and -32601, also those of the older era", async () => {
    const methods = ["no/such/method", "ping", "initialize", "logging/setLevel", "resources/subscribe"];
    for (const method of methods) expect(outcome(await postModern(url, method))).toEqual([404, -32601]);
  });

  test("an older initialize is told the versions", async () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const answer = await post(url, { jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect(outcome(answer)).toEqual([400, -32022]);
    expect(answer.text).toContain("2026-07-28");
  });

  test("malformed params get -32602", async () => {
    const calls: [string, JsonObject][] = [
      ["tools/call", {}],
      ["tools/call", { name: "catalogue_info", arguments: "x" }],
      ["tools/call", { name: "no_such_tool" }],
      ["resources/read", {}],
      ["prompts/get", {}],
      ["completion/complete", {}],
      ["subscriptions/listen", {}],
      ["tools/list", { cursor: "bogus" }],
    ];
    for (const [method, params] of calls) {
      expect(errorOf(await postModern(url, method, params)).code).toBe(-32602);
    }
  });

  test("only POST is allowed, and only single requests and notifications", async () => {
    for (const method of ["GET", "DELETE"]) expect((await fetch(url, { method })).status).toBe(405);
    const headers = modernHeaders("tools/list");
    expect(outcome(await post(url, [modernRequest("tools/list")], headers))).toEqual([400, -32600]);
    expect(outcome(await post(url, { jsonrpc: "2.0", id: 1, result: {} }, headers))).toEqual([400, -32600]);
    expect(outcome(await post(url, { ...modernRequest("tools/list"), id: null }, headers))).toEqual([400, -32600]);
    const note = await post(url, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([note.status, note.text]).toEqual([202, ""]);
    const foreign = await postModern(url, "tools/list", {}, { Origin: "http://evil.example" });
    expect(foreign.status).toBe(403);
  });
});

describe("input_required", () => {
  const withElicitation = { ...MODERN_META, "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
  const call = { name: "ask_user", _meta: withElicitation };

  async function requestState(): Promise<string> {
    return String(resultOf(await postModern(url, "tools/call", call)).requestState);
  }

  test("needs the capability on the request itself", async () => {
    await postModern(url, "tools/call", call);
    const answer = await postModern(url, "tools/call", { name: "ask_user" });
    expect(outcome(answer)).toEqual([400, -32021]);
    expect(errorOf(answer).data).toEqual({ requiredCapabilities: { elicitation: { form: {} } } });
  });

  test("ends the request, and the retry goes on", async () => {
    const first = resultOf(await postModern(url, "tools/call", call));
    expect(first).toMatchObject({ resultType: "input_required", inputRequests: { name: expect.anything() } });
    expect(first).not.toHaveProperty("ttlMs");
    const inputResponses = { name: { action: "accept", content: { name: "Ada" } }, other: 1 };
    const retry = { ...call, inputResponses, requestState: String(first.requestState) };
    const done = resultOf(await postModern(url, "tools/call", retry, {}, 2));
    expect(done).toMatchObject({ resultType: "complete", content: [{ text: "Hello, Ada!" }] });
    const declined = { ...retry, inputResponses: { name: { action: "decline" } } };
    expect(resultOf(await postModern(url, "tools/call", declined)).content).toMatchObject([
      { text: expect.stringContaining("Nobody") },
    ]);
  });

  test("asks again when answers are missing or do not fit, and refuses what is malformed", async () => {
    const state = await requestState();
    const retry = (inputResponses: JsonObject | string, requestState = state): Promise<RawAnswer> =>
      postModern(url, "tools/call", { ...call, inputResponses, requestState });
    expect(resultOf(await retry({ wrong: {} })).resultType).toBe("input_required");
    const empty = { name: { action: "accept", content: { name: "" } } };
    expect(resultOf(await retry(empty)).resultType).toBe("input_required");
    expect(errorOf(await retry({ name: 12345 })).code).toBe(-32602);
    expect(errorOf(await retry("x")).code).toBe(-32602);
    expect(errorOf(await retry({}, "garbage")).code).toBe(-32602);
    expect(errorOf(await retry({}, `x${state}`)).code).toBe(-32602);
    const elsewhere = { ...call, arguments: { colour: true }, inputResponses: {}, requestState: state };
    expect(errorOf(await postModern(url, "tools/call", elsewhere)).code).toBe(-32602);
  });
});

describe("streams", () => {
  test("carry notifications of their request and then the response", async () => {
    const _meta = { ...MODERN_META, progressToken: 7 };
    const answer = await postModern(url, "tools/call", { name: "count_slowly", _meta });
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    expect(answer.text).not.toMatch(/^id:/m);
    expect(answer.messages.map((message) => message.method)).toEqual([
      "notifications/progress",
      "notifications/progress",
      "notifications/progress",
      undefined,
    ]);
  });

  test("a subscription is acknowledged with its own id", async () => {
    const stop = new AbortController();
    const params = { notifications: { promptsListChanged: true, toolsListChanged: false } };
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "subscriptions/listen",
      },
      body: JSON.stringify(modernRequest("subscriptions/listen", params, "listen-1")),
      signal: stop.signal,
    });
    const first = await response.body?.getReader().read();
    const data = /^data: (.*)$/m.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? "";
    const message: unknown = JSON.parse(data);
    expect(isObject(message) && message.params).toEqual({
      _meta: { "io.modelcontextprotocol/subscriptionId": "listen-1" },
      notifications: { promptsListChanged: true },
    });
    stop.abort();
    await server.log.waitFor((entry) => entry.kind === "stream" && entry.state === "closed");
  });
});
