// Every hook does what its line in hooks.ts says. The correct server has none.

import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import type { Hooks } from "./hooks.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { INTERNAL_ERROR, isObject, notificationMessage, RpcError } from "./json-rpc.ts";
import { runStdioServer } from "./stdio/stdio-server.ts";
import {
  errorOf,
  modernHeaders,
  modernRequest,
  openSession,
  post,
  postModern,
  postRaw,
  present,
  resultOf,
} from "./testing/raw-http.ts";

const servers: RunningHttpServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(hooks: Hooks, options: Partial<HttpServerOptions> = {}): Promise<string> {
  const server = await startHttpServer({ era: "dual", hooks, ...options });
  servers.push(server);
  return server.url;
}

describe("messages", () => {
  test("result changes a result, or turns it into an error", async () => {
    const url = await serve({
      result(result, { request }) {
        if (request?.method === "prompts/list") throw new RpcError(INTERNAL_ERROR, "Out of order");
        return { ...result, changed: true };
      },
    });
    expect(resultOf(await postModern(url, "tools/list")).changed).toBe(true);
    expect(errorOf(await postModern(url, "prompts/list")).code).toBe(INTERNAL_ERROR);
  });

  test("outgoing replaces by raw bytes, and delays without changing the order", async () => {
    const raw = await serve({ outgoing: () => [Buffer.from([0x7b, 0xff])] });
    const headers = present({ ...modernHeaders("tools/list"), "Content-Type": "application/json" });
    const body = JSON.stringify(modernRequest("tools/list"));
    const response = await fetch(raw, { method: "POST", headers, body });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0x7b, 0xff]);
    const delayed = await serve({
      outgoing: async (message) => {
        if (message.method === "notifications/progress") await new Promise((resolve) => setTimeout(resolve, 30));
        return [message];
      },
    });
    const _meta = { ...(modernRequest("x").params as { _meta: object })._meta, progressToken: 1 };
    const answer = await postModern(delayed, "tools/call", { name: "count_slowly", _meta });
    expect(answer.messages.map((message) => message.method ?? "response")).toEqual([
      "notifications/progress",
      "notifications/progress",
      "notifications/progress",
      "response",
    ]);
  });

  test("outgoing drops a message, and the exchange hangs", async () => {
    const url = await serve({ outgoing: () => [] });
    const hanging = postModern(url, "tools/list");
    const refused = expect(hanging).rejects.toThrow();
    const [server] = servers;
    await server?.log.waitFor((entry) => entry.kind === "sent");
    await server?.close();
    await refused;
  });

  test("incoming replaces, answers, ignores, and speaks first", async () => {
    const url = await serve(
      {
        incoming(message, { send }) {
          if (!isObject(message)) return undefined;
          if (message.method === "tools/list") return { replaceWith: { ...message, method: "prompts/list" } };
          if (message.method === "ping") return { answerWith: ["not JSON"] };
          if (message.method === "resources/list") send(notificationMessage("notifications/unasked"));
          return undefined;
        },
      },
      { era: "stateful", sse: true },
    );
    const session = await openSession(url, "2025-06-18");
    expect(resultOf(await session.call("tools/list"))).toHaveProperty("prompts");
    expect((await session.call("resources/list")).messages[0]?.method).toBe("notifications/unasked");
    await expect(session.call("ping")).rejects.toThrow(SyntaxError);
  });

  test("batch changes the answer to a batch", async () => {
    const url = await serve({ batch: (responses) => responses.slice(1) });
    const session = await openSession(url, "2025-03-26");
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect((await post(url, [ping, { ...ping, id: 2 }], session.headers)).messages).toHaveLength(1);
  });
});

describe("HTTP", () => {
  test("httpRequest takes over, httpAnswer changes status and headers, sessionId names the session", async () => {
    const url = await serve({
      httpRequest({ request, response }) {
        if (request.method !== "PUT") return false;
        response.writeHead(418).end();
        return true;
      },
      httpAnswer: (answer, { rpcMethod }) =>
        rpcMethod === "ping" ? { ...answer, status: 201, headers: { ...answer.headers, "X-Vice": "yes" } } : undefined,
      sessionId: () => "1",
    });
    expect((await fetch(url, { method: "PUT" })).status).toBe(418);
    const session = await openSession(url, "2025-06-18");
    expect(session.id).toBe("1");
    const answer = await session.call("ping");
    expect([answer.status, answer.headers.get("x-vice")]).toEqual([201, "yes"]);
  });

  test("streamEnd breaks the connection, skip leaves checks out", async () => {
    const broken = await serve({ streamEnd: () => "destroy" }, { sse: true });
    await expect(postModern(broken, "tools/list")).rejects.toThrow();
    const lax = await serve({ skip: ["header-method", "meta-capabilities", "session-missing"] });
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const modern = await postModern(lax, "tools/list", { _meta }, { "Mcp-Method": undefined });
    expect(modern.status).toBe(200);
    expect((await postRaw(lax, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status).toBe(200);
  });
});

describe("stdio", () => {
  test("stdinLine, stdoutLine and shutdown take part", async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const reasons: string[] = [];
    const exited = new Promise<number>((resolve) => {
      const hooks: Hooks = {
        stdinLine: (line) => Buffer.from(line.toString().replace("server/discover", "tools/list")),
        stdoutLine: (line) => line.replace("\n", "\r\n"),
        shutdown(reason, exit) {
          reasons.push(reason);
          exit(3);
        },
      };
      runStdioServer({ era: "stateless", hooks }, { stdin, stdout, exit: resolve });
    });
    stdin.write(`${JSON.stringify(modernRequest("server/discover"))}\n`);
    const [line] = (await once(stdout, "data")) as [Buffer];
    expect(line.toString()).toMatch(/"tools":.*\r\n$/);
    stdin.end();
    expect(await exited).toBe(3);
    expect(reasons).toEqual(["stdin-closed"]);
  });
});
