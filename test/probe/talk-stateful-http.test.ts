// The handshake era over Streamable HTTP, against the example server in this process.

import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type Json, member, stringMember } from "../../src/base/json.ts";
import type { ReceivedMessage } from "../../src/capture/capture.ts";
import { STATEFUL_REVISIONS } from "../../src/protocol/revision.ts";
import { statefulTalk, watchFor } from "./context.ts";
import { serve } from "./example-server.ts";

const method = ({ message }: ReceivedMessage): string | undefined => stringMember(message, "method");
const resultOf = (response: Json | undefined): Json | undefined => member(response, "result");

describe("initialize", () => {
  test.each(STATEFUL_REVISIONS)("at %s asks for that revision and goes on in it", async (revision) => {
    const { server, run, requests } = await serve();
    const talk = statefulTalk(run, { revision });
    const draft = await talk.initialize();
    expect(draft.request).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: { name: "mcptest-test", version: "0.0.0" },
      },
    });
    expect(server.log.entries.find(({ kind }) => kind === "received")).toEqual({
      kind: "received",
      message: draft.request,
    });
    expect(talk.initializeResult).toMatchObject({ protocolVersion: revision });
    expect(talk.session.negotiated).toBe(revision);
    expect(run.conversation("c")).toMatchObject({ revision, session_id: talk.session.sessionId });

    const list = await talk.request("tools/list").done;
    expect(resultOf(list.response)).toHaveProperty("tools");
    // Neither header is there before the handshake; the version only since 2025-06-18.
    const [first, ...later] = requests;
    expect(first?.headers).not.toHaveProperty("mcp-session-id");
    expect(first?.headers).not.toHaveProperty("mcp-protocol-version");
    expect(later.map(({ rpcMethod }) => rpcMethod)).toEqual(["notifications/initialized", "tools/list"]);
    for (const { headers } of later) {
      expect(headers["mcp-session-id"]).toBe(talk.session.sessionId);
      expect(headers["mcp-protocol-version"]).toBe(revision >= "2025-06-18" ? revision : undefined);
    }
  });

  test("goes on in the revision answered, not the one asked for", async () => {
    const { run, requests } = await serve({ revisions: ["2025-06-18"] });
    const talk = statefulTalk(run, { revision: "2025-11-25" });
    await talk.initialize();
    expect(talk.session.negotiated).toBe("2025-06-18");
    await talk.request("ping").done;
    expect(requests.at(-1)?.headers["mcp-protocol-version"]).toBe("2025-06-18");
  });

  test("that is refused opens nothing and says nothing more", async () => {
    const { run, requests } = await serve({
      hooks: { incoming: () => ({ answerWith: [{ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no" } }] }) },
    });
    const talk = statefulTalk(run);
    await talk.initialize();
    expect(talk.initializeResult).toBeUndefined();
    await talk.close();
    expect(requests.map(({ httpMethod, rpcMethod }) => rpcMethod ?? httpMethod)).toEqual(["initialize"]);
  });

  test.each([
    ["a control character", "a\x01b"],
    ["a space", "a b"],
    ["more characters than headers may well have", "x".repeat(8_193)],
  ])("does not send back a session id with %s, but keeps it", async (_what, id) => {
    // Node writes no such header itself, so the answer is written by hand.
    const { run, requests } = await serve({
      hooks: {
        httpRequest: ({ response, body }) => {
          const asked = JSON.parse(body.toString("utf8")) as { id?: number; method: string };
          const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "n", version: "1" } };
          const text = asked.id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id: asked.id, result });
          response.socket?.end(
            `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: ${id}\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
          );
          return true;
        },
      },
    });
    const talk = statefulTalk(run);
    const draft = await talk.initialize();
    expect(talk.session.sessionId).toBeUndefined();
    expect(requests.at(-1)?.headers).not.toHaveProperty("mcp-session-id");
    // A control character is no HTTP, and then there is no answer at all.
    if (draft.response !== undefined) expect(JSON.stringify(draft.http?.response_headers)).toContain(id);
    else expect(draft.trouble?.kind).toBe("not-http");
  });
});

describe("answers", () => {
  test("come as one JSON body", async () => {
    const { run } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    await talk.request("tools/call", { name: "catalogue_info" }, { step: "call" }).done;
    const call = run.step("call");
    expect(call.http).toMatchObject({ method: "POST", status: 200 });
    expect(call.http?.stream).toBeUndefined();
    expect(call.http?.response_headers).toContainEqual(["Content-Type", "application/json"]);
    expect(JSON.stringify(call.response)).toContain("Grüße, 世界!");
    expect(call.response_sse).toBeUndefined();
  });

  test("come as an event stream, with what was said meanwhile", async () => {
    const { run } = await serve({ sse: true });
    const talk = statefulTalk(run);
    await talk.initialize();
    const params = { name: "count_slowly", arguments: { steps: 2 }, _meta: { progressToken: "p" } };
    await talk.request("tools/call", params, { step: "call" }).done;
    const call = run.step("call");
    expect(call.meanwhile?.map(method)).toEqual([
      "notifications/progress",
      "notifications/message",
      "notifications/progress",
      "notifications/message",
    ]);
    expect(call.response).toMatchObject({ result: { content: [{ text: "Counted to 2." }] } });
    expect(call.response_sse).toMatchObject({ event: "message" });
    expect(call.http?.stream).toMatchObject({ line_endings: ["lf"], ended_by: "server" });
    // One sequence over both directions: sent, then what came meanwhile, then the response.
    const order = [call.seq, ...(call.meanwhile ?? []).map(({ seq }) => seq), call.response_seq];
    expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)));
    expect(call.trouble).toBeUndefined();
  });

  test("on a stream that stays open are taken, and the stream is closed by us", async () => {
    const { run } = await serve({ sse: true, hooks: { streamEnd: () => "keep-open" } }, { quietMs: 20 });
    const talk = statefulTalk(run);
    await talk.initialize();
    await talk.request("ping", undefined, { step: "call" }).done;
    expect(run.step("call").response).toMatchObject({ result: {} });
    expect(run.step("call").http?.stream?.ended_by).toBe("client");
  });

  test("given twice are kept twice, the second marked late", async () => {
    const { run } = await serve({
      sse: true,
      hooks: { outgoing: (message, { request }) => (request?.method === "ping" ? [message, message] : undefined) },
    });
    const talk = statefulTalk(run);
    await talk.initialize();
    const draft = await talk.request("ping").done;
    expect(draft.response).toBeDefined();
    expect(draft.meanwhile).toMatchObject([{ late: true, message: draft.response }]);
  });

  test("to requests sent at once find their own", async () => {
    const { run } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    const drafts = await Promise.all(
      ["tools/list", "prompts/list", "resources/list"].map((name) => talk.request(name).done),
    );
    expect(drafts.map(({ request, response }) => [member(request, "id"), member(response, "id")])).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect(drafts.map(({ response }) => Object.keys(resultOf(response) ?? {})[0])).toEqual([
      "tools",
      "prompts",
      "resources",
    ]);
  });
});

describe("the stream of a GET", () => {
  test("brings what the server says by itself", async () => {
    const { run, server, requests } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    const { seen, onMessage } = watchFor<ReceivedMessage>((one) => method(one) === "notifications/tools/list_changed");
    const stream = talk.openStream({ onMessage });
    await server.log.waitFor((entry) => entry.kind === "stream" && entry.name === "get" && entry.state === "opened");
    server.core.world.changeList("tools");
    await seen;
    stream.close();
    await stream.done;
    const opened = run.step("open-stream");
    expect(opened.request).toBeUndefined();
    expect(opened.http).toMatchObject({ method: "GET", status: 200, stream: { ended_by: "client" } });
    expect(opened.meanwhile?.map(method)).toContain("notifications/tools/list_changed");
    expect(opened.trouble).toBeUndefined();
    expect(requests.at(-1)).toMatchObject({
      httpMethod: "GET",
      headers: { accept: "text/event-stream", "mcp-session-id": talk.session.sessionId },
    });
  });

  test("is closed by a message that asks for it", async () => {
    const { run, server } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    const stream = talk.openStream({
      onMessage: (one) => (method(one) === "notifications/prompts/list_changed" ? "close" : undefined),
    });
    await server.log.waitFor((entry) => entry.kind === "stream" && entry.name === "get" && entry.state === "opened");
    server.core.world.changeList("prompts");
    expect((await stream.done).http?.stream?.ended_by).toBe("client");
  });

  test("that is refused is an answer", async () => {
    const { run } = await serve({
      hooks: {
        httpRequest: ({ request, response }) => request.method === "GET" && Boolean(response.writeHead(405).end()),
      },
    });
    const talk = statefulTalk(run);
    await talk.initialize();
    expect((await talk.openStream().done).http).toMatchObject({ method: "GET", status: 405 });
  });
});

describe("a broken stream", () => {
  test("is trouble, and is taken up again with Last-Event-ID", async () => {
    let broken: ServerResponse | undefined;
    let progress = 0;
    const { run, requests } = await serve({
      sse: true,
      hooks: {
        httpRequest: ({ response, body }) => {
          if (body.includes("count_slowly")) broken = response;
          return false;
        },
        outgoing: (message) => {
          if (message.method === "notifications/progress") progress += 1;
          if (progress === 2) broken?.destroy();
          return undefined;
        },
      },
    });
    const talk = statefulTalk(run);
    await talk.initialize();
    const params = { name: "count_slowly", arguments: { steps: 4 }, _meta: { progressToken: "p" } };
    const lost = await talk.request("tools/call", params).done;
    expect(lost.response).toBeUndefined();
    expect(lost.trouble?.kind).toBe("closed");
    expect(lost.http?.stream?.ended_by).toBe("trouble");
    const lastEventId = lost.http?.stream?.last_event_id;
    expect(lastEventId).toBeTypeOf("string");

    const resumed = await talk.openStream({ lastEventId: lastEventId ?? "", step: "resume" }).done;
    expect(requests.at(-1)).toMatchObject({ httpMethod: "GET", headers: { "last-event-id": lastEventId } });
    const progressed = (messages: readonly ReceivedMessage[]): (Json | undefined)[] =>
      messages
        .filter((one) => method(one) === "notifications/progress")
        .map(({ message }) => member(member(message, "params"), "progress"));
    expect([...progressed(lost.meanwhile), ...progressed(resumed.meanwhile)]).toEqual([1, 2, 3, 4]);
    expect(resumed.meanwhile.at(-1)?.message).toMatchObject({
      id: 2,
      result: { content: [{ text: "Counted to 4." }] },
    });
    expect(resumed.http?.stream?.ended_by).toBe("server");
  });
});

describe("the end of a session", () => {
  test("is a DELETE, after which the session is unknown", async () => {
    const { run, requests } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    const ended = await talk.endSession().done;
    expect(ended.http).toMatchObject({ method: "DELETE", status: 204 });
    expect(ended.request).toBeUndefined();
    expect(requests.at(-1)).toMatchObject({
      httpMethod: "DELETE",
      headers: { "mcp-session-id": talk.session.sessionId, "mcp-protocol-version": "2025-11-25" },
    });
    const after = await talk.request("ping").done;
    expect(after.http?.status).toBe(404);
    expect(after.response).toMatchObject({ error: { code: -32600 } });
  });

  test("is said on close, once, and what is still open is closed", async () => {
    const { run, requests } = await serve();
    const talk = statefulTalk(run);
    await talk.initialize();
    const stream = talk.openStream();
    await talk.close();
    await stream.done;
    expect(requests.filter(({ httpMethod }) => httpMethod === "DELETE")).toHaveLength(1);
    expect(run.conversation("c").closed_ms).toBeTypeOf("number");
    expect(talk.conversation.dead).toBe(true);
    expect((await talk.request("ping").done).trouble?.kind).toBe("closed");
  });

  test("by interruption leaves no request waiting and sends nothing more", async () => {
    const { run, server, requests } = await serve({ slowMs: 60_000 });
    const talk = statefulTalk(run);
    await talk.initialize();
    const slow = talk.request("tools/call", { name: "wait_a_while" });
    await server.log.waitFor((entry) => entry.kind === "tool" && entry.state === "started");
    run.abort();
    expect((await slow.done).trouble?.kind).toBe("aborted");
    expect((await talk.request("ping").done).trouble?.kind).toBe("aborted");
    await talk.close();
    expect(requests.at(-1)?.rpcMethod).toBe("tools/call");
  });
});

test("a batch of 2025-03-26 is answered as one", async () => {
  const { run } = await serve();
  const talk = statefulTalk(run, { revision: "2025-03-26" });
  await talk.initialize();
  const message = [
    { jsonrpc: "2.0", id: "a", method: "ping" },
    { jsonrpc: "2.0", method: "notifications/unknown" },
    { jsonrpc: "2.0", id: "b", method: "ping" },
  ];
  const draft = await talk.send({
    step: "batch",
    message,
    expect: "response",
    http: { headers: talk.dialect.headers(message, {}) },
  }).done;
  expect(draft.request).toEqual(message);
  expect((draft.response as Json[]).map((one) => member(one, "id")).sort()).toEqual(["a", "b"]);
});
