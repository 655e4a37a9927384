// mcptest client --listen without its terminal: one address for any client, and the walk through the scenarios.

import { request } from "node:http";
import { createConnection } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, expect, test } from "vitest";
import { ALL_SCENARIOS, scenarioNamed } from "../../src/areas/scenarios.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { ScenarioName } from "../../src/capture/scenario-names.ts";
import type { StepState } from "../../src/features/client/client-walk.ts";
import { type Listening, listenForClients } from "../../src/features/client/listen/listen.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { failuresIn } from "./judge-test-client.ts";
import { runPlan } from "./small-client/run-plan.ts";

const TOOL = { name: "mcptest", version: "0.0.0" };

/** Tests that run side by side cannot clean up one by one. */
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

const listen = async (names?: readonly ScenarioName[]): Promise<Listening> => {
  const listening = await listenForClients({
    host: "127.0.0.1",
    port: 0,
    scenarios: names?.map(scenarioNamed) ?? ALL_SCENARIOS,
    tool: TOOL,
    env: {},
    page: () => undefined,
    onChange: () => {},
  });
  cleanups.push(() => listening.finish());
  return listening;
};

const connect = async (url: string, name = "agent"): Promise<Client> => {
  const client = new Client({ name, version: "1.0.0" }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  cleanups.push(() => client.close());
  return client;
};

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? "";

/** Does what every answer says, as a model would. */
const followInstructions = async (client: Client): Promise<readonly string[]> => {
  const called: string[] = [];
  let text = textOf(await client.callTool({ name: "start", arguments: {} }));
  for (let next = /Now call the tool (\w+) with (\{.*?\})\./.exec(text); next; ) {
    const [, name = "", given = "{}"] = next;
    called.push(name);
    text = textOf(await client.callTool({ name, arguments: JSON.parse(given) as Record<string, unknown> }));
    next = /Now call the tool (\w+) with (\{.*?\})\./.exec(text);
  }
  return called;
};

const statesOf = (listening: Listening): ReadonlyMap<ScenarioName, StepState> =>
  new Map(listening.view().steps.map(({ name, state }) => [name, state]));

const scenariosIn = ({ conversations = [] }: Capture): readonly string[] => [
  ...new Set(conversations.flatMap(({ scenario }) => scenario ?? [])),
];

test.concurrent("an agent that does what it is told drives itself through the steps, and the codes prove it", {
  timeout: 60_000,
}, async () => {
  const listening = await listen(["server-requests", "client-features", "client-tasks"]);
  const client = await connect(listening.url);
  expect(await followInstructions(client)).toEqual(["server_requests", "client_features", "client_tasks"]);
  expect(listening.view().steps.map(({ state, proven }) => [state, proven])).toEqual([
    ["done", true],
    ["done", true],
    ["done", true],
  ]);
  expect(listening.view().isOver).toBe(true);
  const capture = await listening.finish();
  expect(scenariosIn(capture)).toEqual(["guided"]);
  const result = await makeResult(capture, { role: "client", tool: TOOL });
  expect(failuresIn(result)).toEqual([]);
  expect(result.counts.states.pass).toBeGreaterThan(15);
  // Only the call in which the server broke a rule of its own is marked.
  const marked = capture.exchanges.filter(({ deliberate }) => deliberate).map(({ request }) => JSON.stringify(request));
  expect(marked.map((text) => /client_\w+/.exec(text)?.[0])).toEqual(["client_features", "client_tasks"]);
});

test.concurrent("a step that a person takes without the code counts as done, and proves nothing", async () => {
  const listening = await listen(["server-requests"]);
  const client = await connect(listening.url);
  await client.callTool({ name: "server_requests", arguments: {} });
  expect(listening.view().steps).toMatchObject([{ state: "done", proven: false }]);
});

test.concurrent("what needs a connection of its own gets the next one", { timeout: 60_000 }, async ({ expect }) => {
  const listening = await listen(["server-requests", "no-session", "lost-session"]);
  expect(listening.view().task.title).toBe("Connect your client");
  const first = await connect(listening.url);
  expect(statesOf(listening).get("server-requests")).toBe("now");
  listening.skip();
  expect(statesOf(listening).get("server-requests")).toBe("skipped");
  expect(listening.view().task.sentences[0]).toMatch(/^Reconnect/);
  // The old connection goes on as it was.
  await first.callTool({ name: "server_requests", arguments: {} });
  expect(statesOf(listening).get("server-requests")).toBe("done");
  const second = await connect(listening.url);
  expect((second.transport as StreamableHTTPClientTransport).sessionId).toBeUndefined();
  await second.callTool({ name: "add", arguments: { a: 2, b: 3 } });
  await expect.poll(() => statesOf(listening).get("no-session"), { timeout: 20_000 }).toBe("done");
  expect(scenariosIn(await listening.soFar())).toEqual(["guided", "no-session"]);
});

test.concurrent("a client of the stateless era goes on without a new connection", { timeout: 60_000 }, async ({
  expect,
}) => {
  const listening = await listen(["stateless-server-requests", "tools-only"]);
  const choice = { era: "stateless" as const, version: "2026-07-28", vice: {} };
  const plan = scenarioNamed("neutral");
  const call = (name: string) => ({
    ...plan,
    plan: [{ op: "connect" as const }, { op: "call" as const, name, arguments: { a: 1, b: 1 } }],
  });
  await runPlan(call("stateless_server_requests"), "http", listening.url, choice);
  await runPlan(call("add"), "http", listening.url, choice);
  await expect.poll(() => listening.view().isOver, { timeout: 20_000 }).toBe(true);
  const result = await makeResult(await listening.finish(), { role: "client", tool: TOOL });
  expect(failuresIn(result)).toEqual([]);
});

test.concurrent("on stdio every process is a connection", { timeout: 60_000 }, async () => {
  const listening = await listen(["server-requests"]);
  const plan = [{ op: "connect" as const }, { op: "call" as const, name: "server_requests" }];
  const choice = { era: "stateful" as const, version: "2025-11-25", vice: {} };
  await runPlan({ ...scenarioNamed("neutral"), plan }, "stdio", listening.relay, choice);
  expect(listening.view().isOver).toBe(true);
  const capture = await listening.finish();
  expect(capture.conversations).toMatchObject([{ transport: "stdio", scenario: "guided" }]);
  expect(failuresIn(await makeResult(capture, { role: "client", tool: TOOL }))).toEqual([]);
});

test.concurrent("two clients, and two connections of one client, are not held against each other", {
  timeout: 60_000,
}, async () => {
  const listening = await listen();
  const clients = [await connect(listening.url), await connect(listening.url), await connect(listening.url, "other")];
  for (const client of [...clients, ...clients]) await client.listTools();
  const result = await makeResult(await listening.finish(), { role: "client", tool: TOOL });
  expect(failuresIn(result)).toEqual([]);
  expect(result).toMatchObject({ client: { sessions: 3 } });
});

test.concurrent("the address of one scenario is that scenario, whatever the walk has come to", async () => {
  const listening = await listen(["server-requests", "no-session"]);
  const client = await connect(`${listening.origin}/no-session/mcp`);
  expect((client.transport as StreamableHTTPClientTransport).sessionId).toBeUndefined();
  expect(scenariosIn(await listening.soFar())).toEqual(["no-session"]);
});

test.concurrent("what is said so far can be judged while the client goes on", async () => {
  const listening = await listen();
  const client = await connect(listening.url);
  const early = await makeResult(await listening.soFar(), { role: "client", tool: TOOL });
  await client.listTools();
  const late = await makeResult(await listening.soFar(), { role: "client", tool: TOOL });
  expect(early).toMatchObject({ client: { label: "agent 1.0.0" } });
  expect(late.counts.states.pass).toBeGreaterThan(early.counts.states.pass);
  expect(failuresIn(late)).toEqual([]);
});

test.concurrent("Testing a client: a flood of clients is refused, and what came before is kept", {
  timeout: 60_000,
}, async () => {
  const listening = await listen();
  const statuses: number[] = [];
  for (let index = 0; index < 205; index += 1) {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: `c${index}`, version: "1" } };
    const { status } = await fetch(listening.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.slice(200)).toEqual([429, 429, 429, 429, 429]);
  expect((await listening.finish()).exchanges).toHaveLength(200);
});

test.concurrent("Testing a client: a page elsewhere whose name leads here is refused", async () => {
  const listening = await listen();
  const { port, pathname } = new URL(listening.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { Host: `rebound.example:${port}`, "Content-Type": "application/json" };
    request({ port, host: "127.0.0.1", path: pathname, method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once("error", reject)
      .end("{}");
  });
  expect(status).toBe(403);
  expect((await listening.finish()).exchanges).toEqual([]);
});

test.concurrent("what speaks another protocol was there, and said nothing", async () => {
  const listening = await listen();
  expect(listening.isVisited).toBe(false);
  const { port } = new URL(listening.url);
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection({ port: Number(port), host: "127.0.0.1" }, () =>
      socket.write("EHLO example\r\n\r\n"),
    );
    socket.resume();
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
  expect(listening.isVisited).toBe(true);
  expect((await listening.finish()).exchanges).toEqual([]);
});
