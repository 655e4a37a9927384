// What a probe says is what the server gets, byte for byte, however wrong it is; and the capture says what was sent.

import { describe, expect, test } from "vitest";
import type { Header } from "../../src/base/header.ts";
import { type Json, member } from "../../src/base/json.ts";
import type { Talk } from "../../src/probe/talk/talk.ts";
import { bareTalk, httpTarget, openRun, type Run, statelessTalk } from "./context.ts";
import { EMPTY, OK, type RawOptions, type RawServer, startRawServer } from "./raw-server.ts";

const serve = async (
  options: RawOptions = {},
  headers: readonly Header[] = [],
): Promise<{ readonly server: RawServer; readonly run: Run; readonly talk: Talk }> => {
  const server = await startRawServer(options);
  const run = openRun(httpTarget(server.url, headers));
  return { server, run, talk: bareTalk(run) };
};

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const JSON_HEADERS: readonly Header[] = [["Content-Type", "application/json"]];

/** The whole request as it must have stood on the wire. */
const onWire = (server: RawServer, method: string, headers: readonly Header[], body: string): string =>
  [
    `${method} /mcp HTTP/1.1`,
    `Host: ${server.host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === "" && !/^(POST|PUT|PATCH|PROPFIND|BREW)$/.test(method) ? [] : [`Content-Length: ${body.length}`]),
    "Connection: keep-alive",
    "",
    body,
  ].join("\r\n");

const received = (server: RawServer, connection = 0): string =>
  server.connections[connection]?.bytes.toString("latin1") ?? "";

describe("a body", () => {
  test.each([
    ["that is no JSON", '{"jsonrpc":"2.0",'],
    ["with a duplicate key", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'],
    ["with a byte order mark", "\xef\xbb\xbf{}"],
    ["of white space", " \r\n\t "],
  ])("%s goes out as it is, and is kept as it is", async (_what, body) => {
    const { server, run, talk } = await serve({ answer: () => EMPTY(400) });
    await talk.send({
      step: "raw",
      deliberate: true,
      bytes: bytes(body),
      expect: "nothing",
      http: { headers: JSON_HEADERS },
    }).done;
    expect(received(server)).toBe(onWire(server, "POST", JSON_HEADERS, body));
    const sent = run.step("raw");
    expect(sent.deliberate).toBe(true);
    expect(sent.request).toBeUndefined();
    expect(sent.request_raw).toEqual({ encoding: "utf8", data: Buffer.from(body, "latin1").toString("utf8") });
    expect(sent.http).toMatchObject({ method: "POST", status: 400 });
  });

  test("that is no UTF-8 is kept as base64", async () => {
    const { server, run, talk } = await serve();
    const body = '{"a":"\xff\xfe"}';
    await talk.send({ step: "raw", bytes: bytes(body), expect: "nothing", http: { headers: JSON_HEADERS } }).done;
    expect(received(server)).toBe(onWire(server, "POST", JSON_HEADERS, body));
    expect(run.step("raw").request_raw).toEqual({
      encoding: "base64",
      data: Buffer.from(body, "latin1").toString("base64"),
    });
  });

  test("beside a message replaces it on the wire; both are kept, and its id is waited for", async () => {
    const { server, run, talk } = await serve({ answer: () => OK({ jsonrpc: "2.0", id: 5, result: {} }) });
    const body = '{ "jsonrpc" : "2.0", "id":5, "method":"ping" }';
    await talk.send({
      step: "raw",
      message: { jsonrpc: "2.0", id: 5, method: "ping" },
      bytes: bytes(body),
      expect: "response",
      http: { headers: JSON_HEADERS },
    }).done;
    expect(received(server)).toBe(onWire(server, "POST", JSON_HEADERS, body));
    expect(run.step("raw")).toMatchObject({
      request: { id: 5 },
      request_raw: { encoding: "utf8", data: body },
      response: { id: 5, result: {} },
    });
  });

  test("of a batch is one array, answered by one", async () => {
    const ids = ["a", "b"];
    const { server, run, talk } = await serve({
      answer: () => OK(ids.map((id) => ({ jsonrpc: "2.0", id, result: {} }))),
    });
    const batch = ids.map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    await talk.send({ step: "batch", message: batch, expect: "response", http: { headers: JSON_HEADERS } }).done;
    expect(received(server)).toBe(onWire(server, "POST", JSON_HEADERS, JSON.stringify(batch)));
    const sent = run.step("batch");
    expect(sent.request).toEqual(batch);
    expect(sent.request_raw).toBeUndefined();
    expect((sent.response as Json[]).map((one) => member(one, "id"))).toEqual(ids);
  });

  test("may be none at all", async () => {
    const { server, run, talk } = await serve();
    await talk.send({ step: "none", expect: "nothing", http: { headers: [] } }).done;
    expect(received(server)).toBe(onWire(server, "POST", [], ""));
    expect(run.step("none").request).toBeUndefined();
  });

  test("may be cut short, our half closed behind it", async () => {
    const { server, run, talk } = await serve({ answerToEnd: EMPTY(400) });
    const message = { jsonrpc: "2.0", id: 1, method: "ping" };
    const draft = await talk.request("ping", undefined, { step: "cut", deliberate: true, http: { cutBodyAt: 10 } })
      .done;
    await server.connections[0]?.ended;
    const whole = onWire(server, "POST", [], JSON.stringify(message));
    expect(received(server)).toBe(whole.slice(0, whole.length - JSON.stringify(message).length + 10));
    expect(received(server)).toContain(`Content-Length: ${JSON.stringify(message).length}\r\n`);
    expect(draft.http?.status).toBe(400);
    expect(run.step("cut").request).toEqual(message);
  });

  test("cut short and never answered is closed by the server", async () => {
    const { server, talk } = await serve();
    const draft = await talk.request("ping", undefined, { http: { cutBodyAt: 1 } }).done;
    await server.connections[0]?.ended;
    expect(draft.http?.status).toBeUndefined();
    expect(draft.trouble?.kind).toMatch(/^(closed|reset)$/);
  });
});

describe("headers", () => {
  test("keep their order, their case and their duplicates", async () => {
    const headers: readonly Header[] = [
      ["mCP-pROTOCOL-vERSION", "2026-07-28"],
      ["Content-Type", "application/json"],
      ["MCP-Protocol-Version", "2025-11-25"],
      ["content-type", "text/plain"],
      ["Mcp-Method", "ping"],
      ["Mcp-Method", ""],
      ["X-Empty", ""],
    ];
    const { server, run, talk } = await serve();
    await talk.send({ step: "headers", message: {}, expect: "nothing", http: { headers } }).done;
    expect(received(server)).toBe(onWire(server, "POST", headers, "{}"));
    expect(run.step("headers").http?.request_headers).toEqual(headers);
  });

  test("may be missing, every one of them", async () => {
    const { server, run } = await serve();
    const talk = statelessTalk(run, { id: "stateless" });
    const draft = await talk.request("tools/list", undefined, { editHeaders: () => [] }).done;
    expect(received(server)).toBe(onWire(server, "POST", [], JSON.stringify(draft.request)));
    expect(draft.http?.request_headers).toEqual([]);
  });

  test("may name another host", async () => {
    const { server, talk } = await serve();
    await talk.send({ step: "host", message: {}, expect: "nothing", http: { headers: [["Host", "evil.example"]] } })
      .done;
    expect(received(server)).toContain("\r\nHost: evil.example\r\n");
    expect(received(server)).not.toContain(server.host);
  });

  test("of the user's come last and go to this origin alone", async () => {
    const secret: Header = ["X-Secret", "hush"];
    const { server, run, talk } = await serve({}, [secret]);
    await talk.send({ step: "own", message: {}, expect: "nothing", http: { headers: JSON_HEADERS } }).done;
    expect(received(server)).toBe(onWire(server, "POST", [...JSON_HEADERS, secret], "{}"));
    const other = await startRawServer();
    await talk.send({
      step: "elsewhere",
      message: {},
      expect: "nothing",
      http: { headers: JSON_HEADERS, url: new URL(other.url) },
    }).done;
    expect(received(other)).toBe(onWire(other, "POST", JSON_HEADERS, "{}"));
    expect(run.step("elsewhere").http?.url).toBe(other.url);
  });

  test("may hold bytes that are illegal, through the finished head", async () => {
    const { server, run, talk } = await serve({ answer: () => EMPTY(400) });
    const rewriteHead = (head: Buffer): Buffer =>
      Buffer.from(head.toString("latin1").replace("PLACE", "a\x01b\x80\xffc"), "latin1");
    const headers: readonly Header[] = [["Mcp-Name", "PLACE"]];
    await talk.send({ step: "illegal", message: {}, expect: "nothing", http: { headers, rewriteHead } }).done;
    expect(received(server)).toBe(onWire(server, "POST", [["Mcp-Name", "a\x01b\x80\xffc"]], "{}"));
    expect(run.step("illegal").http?.status).toBe(400);
  });

  test("rewritten once do not stay so for the next request of the connection", async () => {
    const { server, talk } = await serve();
    const rewriteHead = (head: Buffer): Buffer =>
      Buffer.from(head.toString("latin1").replace("/mcp", "/odd"), "latin1");
    await talk.send({ step: "first", message: {}, expect: "nothing", http: { headers: [], rewriteHead } }).done;
    await talk.send({ step: "second", message: {}, expect: "nothing", http: { headers: [] } }).done;
    expect(server.connections).toHaveLength(1);
    const [first, second] = [
      onWire(server, "POST", [], "{}").replace("/mcp", "/odd"),
      onWire(server, "POST", [], "{}"),
    ];
    expect(received(server)).toBe(first + second);
  });

  test("that Node refuses to write are trouble, not an exception", async () => {
    const { server, run, talk } = await serve();
    await talk.send({ step: "refused", message: {}, expect: "nothing", http: { headers: [["X", "a\nb"]] } }).done;
    expect(run.step("refused").trouble).toMatchObject({ code: "ERR_INVALID_CHAR" });
    expect(server.connections).toHaveLength(0);
  });
});

test.each(["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "PROPFIND", "BREW"])("the method %s is sent", async (method) => {
  const { server, run, talk } = await serve({ answer: () => EMPTY(405) });
  await talk.send({ step: "method", expect: "nothing", http: { method, headers: [["Accept", "*/*"]] } }).done;
  expect(received(server)).toBe(onWire(server, method, [["Accept", "*/*"]], ""));
  expect(run.step("method").http).toMatchObject({ method, status: 405 });
});

test("HEAD is sent, and its answer has no body", async () => {
  const { server, talk } = await serve({
    answer: () => "HTTP/1.1 405 No\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n",
  });
  const draft = await talk.send({ step: "head", expect: "nothing", http: { method: "HEAD", headers: [] } }).done;
  expect(received(server)).toBe(onWire(server, "HEAD", [], ""));
  expect(draft.http?.status).toBe(405);
  expect(draft.trouble).toBeUndefined();
});

test("the same id may be used twice at once; each request has its own answer", async () => {
  let served = 0;
  const { server, talk } = await serve({
    answer: () => {
      served += 1;
      return OK({ jsonrpc: "2.0", id: 7, result: { served } });
    },
  });
  const drafts = await Promise.all([1, 2].map(() => talk.request("ping", undefined, { id: 7, deliberate: true }).done));
  expect(server.connections).toHaveLength(2);
  const message = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" });
  expect([received(server, 0), received(server, 1)]).toEqual([0, 1].map(() => onWire(server, "POST", [], message)));
  expect(drafts.map(({ response }) => member(member(response, "result"), "served")).sort()).toEqual([1, 2]);
});

test("a notification nobody knows is sent and needs no answer", async () => {
  const { server, run, talk } = await serve();
  await talk.notify("notifications/made_up", { a: 1 }).done;
  const message = { jsonrpc: "2.0", method: "notifications/made_up", params: { a: 1 } };
  expect(received(server)).toBe(onWire(server, "POST", [], JSON.stringify(message)));
  const sent = run.step("notifications/made_up");
  expect(sent).toMatchObject({ request: message, http: { status: 202 } });
  expect(sent).not.toHaveProperty("trouble");
});
