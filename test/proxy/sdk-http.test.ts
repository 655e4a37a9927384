// The official clients through the HTTP proxy; afterwards the capture tells the whole story and no secret.

import { StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach, expect, test } from "vitest";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { byMethod, httpTarget, methodOf, openProxy, unanswered } from "./helpers.ts";
import { connectStateful, connectStateless, talkStateful, talkStateless } from "./sdk-clients.ts";

const CANARY = "canary-0123456789abcdef";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function open(options: HttpServerOptions) {
  const server = await startHttpServer(options);
  cleanups.push(() => server.close());
  const proxy = await openProxy(httpTarget(server.url));
  cleanups.push(proxy.stop);
  return { server, proxy };
}

const withCanary = { requestInit: { headers: { Authorization: `Bearer ${CANARY}` } } };

test.each([
  ["with JSON answers", { era: "stateful" }],
  ["with event streams", { era: "stateful", sse: true }],
  ["on a dual server", { era: "dual" }],
] as const)("Streamable HTTP, stateful, %s", async (_name, options) => {
  const { proxy } = await open(options);
  const transport = new StreamableHTTPClientTransport(new URL(proxy.url), withCanary);
  const client = await connectStateful(transport as Transport);
  await talkStateful(client);
  await transport.terminateSession();
  await client.close();
  await proxy.stop();

  const capture = proxy.capture();
  expect(proxy.failures).toEqual([]);
  expect(capture).toMatchObject({ closed: true, outcome: "complete", transport: "streamable-http" });
  expect(Object.keys(capture.server_capabilities ?? {})).toContain("tools");
  expect(capture.server_info).toMatchObject({ name: "mcptest-example-server" });
  expect(capture.revisions).toMatchObject({ probed: "2025-11-25" });
  expect(unanswered(capture)).toEqual([]);
  expect(capture.exchanges.filter(({ trouble }) => trouble)).toEqual([]);

  const session = capture.conversations?.find(({ session_id }) => session_id !== undefined);
  expect(session).toMatchObject({ revision: "2025-11-25", transport: "streamable-http" });
  expect(session?.closed_ms).toBeGreaterThan(0);
  expect(byMethod(capture, "initialize")[0]?.conversation).toBe(session?.id);
  const [counting, asking] = byMethod(capture, "tools/call");
  expect(counting?.meanwhile?.filter(({ message }) => methodOf(message) === "notifications/progress")).toHaveLength(3);
  // The question came on the stream of the call; the client's answer is an exchange of its own.
  expect(asking?.meanwhile?.map(({ message }) => methodOf(message))).toContain("elicitation/create");
  const answers = capture.exchanges.filter(({ request }) => JSON.stringify(request)?.includes('"action":"accept"'));
  expect(answers).toMatchObject([{ http: { status: 202 } }]);
  const stream = capture.exchanges.find(({ http }) => http?.method === "GET" && http.stream);
  const told = stream?.meanwhile?.map(({ message }) => methodOf(message)) ?? [];
  expect(told).toContain("notifications/tools/list_changed");
  expect(told).toContain("notifications/resources/updated");
  expect(proxy.text()).not.toContain(CANARY);
  expect(proxy.text()).toMatch(/\["authorization","Bearer \[redacted:[0-9a-f]{12}\]"\]/i);
});

test("Streamable HTTP, stateless", async () => {
  const { proxy } = await open({ era: "stateless", sse: true });
  const client = await connectStateless(new ModernTransport(new URL(proxy.url), withCanary));
  await talkStateless(client);
  await client.close();
  await proxy.stop();

  const capture = proxy.capture();
  expect(capture).toMatchObject({ closed: true, era: { verdict: "stateless" } });
  expect(capture.revisions).toMatchObject({ probed: "2026-07-28", listed: ["2026-07-28"] });
  expect(Object.keys(capture.server_capabilities ?? {})).toContain("tools");
  expect(capture.conversations).toMatchObject([{ id: "http" }]);
  const [listen] = byMethod(capture, "subscriptions/listen");
  expect(listen?.meanwhile?.map(({ message }) => methodOf(message))).toContain("notifications/tools/list_changed");
  expect(listen?.http?.stream?.ended_by).toBe("client");
  expect(unanswered(capture).map(({ request }) => methodOf(request))).toEqual(["subscriptions/listen"]);
  // Two rounds: the question is a result, the answer a second call.
  expect(byMethod(capture, "tools/call").length).toBeGreaterThanOrEqual(4);
  expect(proxy.text()).not.toContain(CANARY);
});

test("HTTP+SSE of 2024-11-05", async () => {
  const { proxy } = await open({ era: "http+sse" });
  const client = await connectStateful(new SSEClientTransport(new URL(proxy.url), withCanary));
  await talkStateful(client, true);
  await client.close();
  await proxy.stop();

  const capture = proxy.capture();
  expect(capture).toMatchObject({ closed: true, transport: "http+sse", revisions: { probed: "2024-11-05" } });
  expect(unanswered(capture)).toEqual([]);
  const conversation = capture.conversations?.find(({ transport }) => transport === "http+sse");
  expect(conversation).toMatchObject({ revision: "2024-11-05" });
  expect(capture.exchanges.every((exchange) => exchange.conversation === conversation?.id)).toBe(true);
  const [counting] = byMethod(capture, "tools/call");
  expect(counting?.http).toMatchObject({ status: 202 });
  expect(counting?.meanwhile?.filter(({ message }) => methodOf(message) === "notifications/progress")).toHaveLength(3);
  expect(proxy.text()).not.toContain(CANARY);
});

test("two clients at once stay apart", async () => {
  const { proxy } = await open({ era: "stateful", sse: true });
  const clients = await Promise.all(
    [1, 2].map(() => connectStateful(new StreamableHTTPClientTransport(new URL(proxy.url)) as Transport)),
  );
  await Promise.all(clients.map((client) => talkStateful(client)));
  await Promise.all(clients.map((client) => client.close()));
  await proxy.stop();
  const capture = proxy.capture();
  expect(unanswered(capture)).toEqual([]);
  const sessions = (capture.conversations ?? []).filter(({ session_id }) => session_id !== undefined);
  expect(sessions).toHaveLength(2);
  for (const { id } of sessions) {
    const exchanges = capture.exchanges.filter(({ conversation }) => conversation === id);
    expect(exchanges.filter(({ request }) => methodOf(request) === "initialize")).toHaveLength(1);
    expect(exchanges.filter(({ request }) => methodOf(request) === "tools/call")).toHaveLength(4);
  }
});
