// Statuses, headers, sessions, batches and resumption of the stateful HTTP binding, with plain fetch.

import { afterEach, describe, expect, test } from "vitest";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { errorOf, openSession, post, postRaw, present, readEvents, resultOf } from "./testing/raw-http.ts";

let server: RunningHttpServer;

afterEach(() => server.close());

async function serve(options: Partial<HttpServerOptions> = {}): Promise<string> {
  server = await startHttpServer({ era: "stateful", ...options });
  return server.url;
}

const INITIALIZE = {
  protocolVersion: "1999-01-01",
  capabilities: {},
  clientInfo: { name: "raw", version: "1.0.0" },
};

describe("the handshake", () => {
  test("an unknown revision is answered with the newest", async () => {
    const url = await serve({ revisions: ["2024-11-05", "2025-06-18"] });
    const answer = await post(url, { jsonrpc: "2.0", id: "a", method: "initialize", params: INITIALIZE });
    expect(resultOf(answer).protocolVersion).toBe("2025-06-18");
    expect(answer.headers.get("mcp-session-id")).toMatch(/^[\x21-\x7e]{20,}$/);
  });

  test("params without members are invalid", async () => {
    const url = await serve();
    const answer = await post(url, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
    expect(errorOf(answer).code).toBe(-32602);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  });
});

describe("sessions", () => {
  test("a request without one gets 400, an unknown one 404, an ended one 404", async () => {
    const url = await serve();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const missing = await post(url, ping);
    expect([missing.status, missing.messages[0]?.id]).toEqual([400, 1]);
    expect((await post(url, ping, { "Mcp-Session-Id": "never-issued" })).status).toBe(404);
    const session = await openSession(url, "2025-11-25");
    expect((await session.call("ping")).status).toBe(200);
    const ended = await fetch(url, { method: "DELETE", headers: present(session.headers) });
    expect(ended.status).toBe(204);
    expect((await session.call("ping")).status).toBe(404);
  });

  test("notifications and responses get 202 without a body", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-06-18");
    const unknown = await post(url, { jsonrpc: "2.0", method: "notifications/unknown" }, session.headers);
    expect([unknown.status, unknown.text]).toEqual([202, ""]);
    const response = await post(url, { jsonrpc: "2.0", id: "none", result: {} }, session.headers);
    expect(response.status).toBe(202);
  });
});

describe("refusals", () => {
  test("a foreign origin gets 403 without an id, the own origin passes", async () => {
    const url = await serve();
    const params = { ...INITIALIZE, protocolVersion: "2025-11-25" };
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const foreign = await post(url, initialize, { Origin: "http://evil.example" });
    expect(foreign.status).toBe(403);
    expect(foreign.messages[0]).not.toHaveProperty("id");
    expect((await post(url, initialize, { Origin: new URL(url).origin })).status).toBe(200);
  });

  test("an unsupported version header gets 400", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-06-18");
    const headers = { ...session.headers, "MCP-Protocol-Version": "2026-07-28" };
    expect((await post(url, { jsonrpc: "2.0", id: 1, method: "ping" }, headers)).status).toBe(400);
    expect((await fetch(url, { headers: present({ ...headers, Accept: "text/event-stream" }) })).status).toBe(400);
  });

  test("broken bodies get the codes of JSON-RPC", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-11-25");
    const broken = await postRaw(url, "{oops", session.headers);
    expect([broken.status, errorOf(broken).code]).toEqual([400, -32700]);
    const nameless = await post(url, { jsonrpc: "2.0", id: 5, method: 42 }, session.headers);
    expect([nameless.status, errorOf(nameless).code, nameless.messages[0]?.id]).toEqual([400, -32600, 5]);
    expect(errorOf(await session.call("no/such/method")).code).toBe(-32601);
    const batch = await post(url, [{ jsonrpc: "2.0", id: 1, method: "ping" }], session.headers);
    expect([batch.status, errorOf(batch).code]).toEqual([400, -32600]);
  });

  test("features that are left out are neither advertised nor served", async () => {
    const url = await serve({ without: ["prompts", "logging", "subscribe"] });
    const session = await openSession(url, "2025-06-18");
    for (const method of ["prompts/list", "logging/setLevel", "resources/subscribe"]) {
      expect(errorOf(await session.call(method)).code).toBe(-32601);
    }
  });
});

describe("batches of 2025-03-26", () => {
  test("each request is answered, bad members too", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-03-26");
    const ping = { jsonrpc: "2.0", id: "a", method: "ping" };
    const note = { jsonrpc: "2.0", method: "notifications/unknown" };
    const answer = await post(url, [ping, note, 1, { ...ping, id: "b", method: "initialize" }], session.headers);
    expect(answer.messages).toHaveLength(3);
    expect(answer.messages).toContainEqual({ jsonrpc: "2.0", id: "a", result: {} });
    expect(answer.messages.filter((message) => message.error !== undefined)).toHaveLength(2);
    const empty = await post(url, [], session.headers);
    expect([empty.status, errorOf(empty).code, empty.text.startsWith("{")]).toEqual([400, -32600, true]);
    const notes = await post(url, [note, note], session.headers);
    expect([notes.status, notes.text]).toEqual([202, ""]);
  });
});

describe("event streams", () => {
  test("begin with an empty event in 2025-11-25 only", async () => {
    const url = await serve({ sse: true });
    const newer = await (await openSession(url, "2025-11-25")).call("tools/list");
    expect(readEvents(newer.text)[0]).toMatchObject({ data: "", id: expect.any(String) });
    const older = await (await openSession(url, "2025-06-18")).call("tools/list");
    expect(readEvents(older.text)).toHaveLength(1);
  });

  test("a broken stream does not cancel, and resumes after the last event", async () => {
    const url = await serve({ sse: true });
    const session = await openSession(url, "2025-11-25");
    const stop = new AbortController();
    const call = { name: "count_slowly", arguments: { steps: 3 }, _meta: { progressToken: "t" } };
    const response = await fetch(url, {
      method: "POST",
      headers: present({ "Content-Type": "application/json", Accept: "text/event-stream", ...session.headers }),
      body: JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params: call }),
      signal: stop.signal,
    });
    const first = await response.body?.getReader().read();
    const [primer] = readEvents(Buffer.from(first?.value ?? []).toString());
    stop.abort();
    await server.log.waitFor((entry) => entry.kind === "tool" && entry.state === "finished");
    const headers = present({ ...session.headers, Accept: "text/event-stream", "Last-Event-ID": primer?.id });
    const resumed = await fetch(url, { headers });
    const events = readEvents(await resumed.text());
    expect(events.at(-1)?.data).toContain('"id":9,"result"');
    expect(events.filter((event) => event.data.includes("notifications/progress"))).toHaveLength(3);
  });

  test("carry what belongs to no request on the GET stream only", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-06-18");
    const stop = new AbortController();
    const headers = present({ ...session.headers, Accept: "text/event-stream" });
    const stream = await fetch(url, { headers, signal: stop.signal });
    const reader = stream.body?.getReader();
    const answer = await session.call("tools/call", { name: "publish_change", arguments: { what: "tools" } });
    expect(answer.messages).toHaveLength(1);
    const event = await reader?.read();
    expect(Buffer.from(event?.value ?? []).toString()).toContain("notifications/tools/list_changed");
    stop.abort();
  });
});

describe("questions to the client", () => {
  test("are given up after a while, with a cancellation", async () => {
    const url = await serve({ clientRequestTimeoutMs: 20 });
    const session = await openSession(url, "2025-06-18", { elicitation: {} });
    const answer = await session.call("tools/call", { name: "ask_user" });
    const [asked, cancelled, answered] = answer.messages;
    expect(asked?.method).toBe("elicitation/create");
    expect(cancelled).toMatchObject({ method: "notifications/cancelled", params: { requestId: asked?.id } });
    expect(answered).toMatchObject({ result: { isError: true } });
  });

  test("are not put to a client that did not declare the capability", async () => {
    const url = await serve();
    const session = await openSession(url, "2025-11-25", { elicitation: { url: {} } });
    const answer = await session.call("tools/call", { name: "ask_user" });
    expect(answer.messages).toHaveLength(1);
    expect(resultOf(answer).isError).toBe(true);
  });
});

describe("HTTP+SSE", () => {
  test("announces the endpoint first and answers on the stream", async () => {
    const url = await serve({ era: "http+sse" });
    const stop = new AbortController();
    const stream = await fetch(url, { headers: { Accept: "text/event-stream" }, signal: stop.signal });
    const reader = stream.body?.getReader();
    const [endpoint] = readEvents(Buffer.from((await reader?.read())?.value ?? []).toString());
    expect(endpoint?.name).toBe("endpoint");
    const target = new URL(endpoint?.data ?? "", url).href;
    const params = { ...INITIALIZE, protocolVersion: "2024-11-05" };
    const posted = await post(target, { jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect([posted.status, posted.text]).toEqual([202, ""]);
    const [answer] = readEvents(Buffer.from((await reader?.read())?.value ?? []).toString());
    expect(answer).toMatchObject({ name: "message", data: expect.stringContaining('"protocolVersion":"2024-11-05"') });
    expect((await post(url, {})).status).toBe(405);
    stop.abort();
  });
});
