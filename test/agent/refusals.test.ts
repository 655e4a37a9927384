// What is wrong with a call is said to the model in one sentence; what comes from a web page is not let in at all.

import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { connect, startAgent } from "./agent-under-test.ts";

const NOTHING_ALLOWED = { private: false, stdio: false };

test.each<[string, JsonObject, RegExp]>([
  ["explain_rule", { id: "PROTO-00" }, /there is no rule "PROTO-00"; did you mean PROTO-00\d/],
  ["explain_rule", { id: 7 }, /id must be string/],
  ["explain_rule", {}, /id is missing/],
  ["explain_rule", { ID: "PROTO-002" }, /there is no argument "ID"; did you mean id\?/],
  ["check_server", {}, /name one server: url, or command/],
  ["check_server", { url: "https://mcp.example/mcp", command: ["true"] }, /name one server: url, or command/],
  ["check_server", { url: "mcp.example" }, /url must begin with https:\/\//],
  ["check_server", { url: "file:///etc/passwd" }, /url must begin with https:\/\//],
  ["check_server", { url: "https://me:secret@mcp.example/" }, /must not contain a user name or password/],
  ["check_server", { url: "https://mcp.example/mcp", revision: "2025-06-19" }, /revision must be one of 2024-11-05, /],
  ["check_server", { command: [] }, /command must not be empty/],
  ["check_server", { command: ["true"] }, /may not start commands; .*--allow-stdio/],
  ["check_server", { url: "http://127.0.0.1:9/mcp" }, /loopback or private.*--allow-private/],
  ["audit_mcp", { url: "http://[::1]:9/mcp" }, /loopback or private.*--allow-private/],
  ["audit_mcp", { url: "http://169.254.169.254/latest" }, /loopback or private.*--allow-private/],
  ["verify_mcp_ready", { url: "http://10.0.0.1/mcp" }, /loopback or private.*--allow-private/],
  [
    "verify_mcp_ready",
    { url: "https://mcp.example/mcp", policy: { minimum_grade: "E" } },
    /minimum_grade must be one of A, B/,
  ],
  [
    "verify_mcp_ready",
    { url: "https://mcp.example/mcp", policy: { maximum_age: "soon" } },
    /the policy is invalid at maximum_age/,
  ],
  ["verify_mcp_cert", { certificate: "{}", issuer_key: "zz" }, /issuer_key: /],
  ["judge_capture", { capture: "mcptest://captures/gone" }, /no longer kept; run check_server again/],
  ["judge_capture", { capture: "{" }, /^capture:1:2: /],
  ["diff_revisions", { from: "2024-11-05" }, /to is missing/],
  ["get_standard", { version: "9" }, /version must be one of 0\.1, 0\.2/],
])("Private addresses and commands: %s %j", async (name, args, said) => {
  const { url, bugs } = await startAgent(NOTHING_ALLOWED);
  const caller = await connect("client 2, 2026-07-28", url);
  const { isError, text } = await caller.call(name, args);
  expect(text.replace(/^Input validation error: Invalid arguments for tool \w+: /, "")).toMatch(said);
  expect(isError).toBe(true);
  expect(text).not.toContain("\n");
  expect(text.length).toBeLessThan(300);
  expect(bugs).toEqual([]);
});

interface Raw {
  readonly status: number;
  readonly body: string;
}

const post = (url: string, headers: Record<string, string>): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    });
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    outgoing.end(INITIALIZE);
  });

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

test.each([
  [{ Host: "rebound.example" }, 403],
  [{ Origin: "https://page.example" }, 403],
  [{ Origin: "null" }, 403],
  [{ Origin: "http://localhost:8080" }, 200],
  [{ "Mcp-Session-Id": "guessed" }, 200],
  [{}, 200],
])("Loopback only: a request with %j is answered %i", async (headers, status) => {
  const { url, bugs } = await startAgent();
  expect(await post(url, headers as Record<string, string>)).toMatchObject({ status });
  expect(bugs).toEqual([]);
});

test("what is no request at all is refused, and is no bug of ours", async () => {
  const { url, bugs } = await startAgent();
  const { port } = new URL(url);
  const say = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectSocket(Number(port), "127.0.0.1", () => socket.end(text));
      let heard = "";
      socket.on("data", (chunk) => (heard += chunk.toString()));
      socket.once("error", reject);
      socket.once("close", () => resolve(heard.split("\r\n")[0] ?? ""));
    });
  const end = "Connection: close\r\n\r\n";
  expect(await say(`TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n${end}`)).toContain("400");
  expect(await say(`GET /mcp HTTP/1.1\r\nHost: a b\r\n${end}`)).toContain("400");
  expect(await say(`GET /mcp HTTP/1.1\r\nHost: user:word@localhost\r\n${end}`)).toContain("400");
  expect(await say(`GET http://user@localhost/mcp HTTP/1.1\r\nHost: localhost\r\n${end}`)).toContain("400");
  expect(await say(`GET http://[ HTTP/1.1\r\nHost: localhost\r\n${end}`)).toContain("400");
  expect(await say(`GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n${end}`)).toContain("404");
  expect(await say("nonsense\r\n\r\n")).toContain("400");
  expect((await post(url, {})).status).toBe(200);
  expect(bugs).toEqual([]);
});

test("a session that is not ours is not found; without one nothing but initialize is served", async () => {
  const { url } = await startAgent();
  const ask = (headers: Record<string, string>, body: string) =>
    fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
      body,
    });
  const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  expect((await ask({ "Mcp-Session-Id": "guessed" }, list)).status).toBe(404);
  const early = await ask({}, list);
  expect(early.status).toBe(400);
  expect(await early.json()).toMatchObject({ error: { code: -32600 } });
  const wrong = await ask({}, JSON.stringify({ jsonrpc: "2.0", id: 5, method: "initialize", params: {} }));
  expect(await wrong.json()).toMatchObject({ id: 5, error: { code: -32602 } });
  const begun = await ask({}, INITIALIZE);
  const session = { "Mcp-Session-Id": begun.headers.get("mcp-session-id") ?? "", "Mcp-Protocol-Version": "2025-11-25" };
  await begun.text();
  expect((await ask(session, list)).status).toBe(200);
  expect((await ask(session, `[${list}]`)).status).toBe(400);
});

test("sessions nobody uses make room for new ones", async () => {
  const { url, bugs } = await startAgent();
  const begin = async (): Promise<string> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: INITIALIZE,
    });
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };
  const ping = async (session: string): Promise<number> =>
    (
      await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "Mcp-Session-Id": session,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }),
      })
    ).status;
  const [store, forgotten] = [await begin(), await begin()];
  for (let count = 0; count < 64; count += 1) {
    await begin();
    expect(await ping(store)).toBe(200);
  }
  expect(await ping(forgotten)).toBe(404);
  expect(bugs).toEqual([]);
});
