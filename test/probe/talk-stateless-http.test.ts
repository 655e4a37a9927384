// The stateless era over HTTP, against the example server in this process.

import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Json, type JsonObject, member, stringMember } from "../../src/base/json.ts";
import type { ReceivedMessage } from "../../src/capture/capture.ts";
import type { ExchangeDraft } from "../../src/probe/exchange-draft.ts";
import type { StatelessTalk } from "../../src/probe/talk/stateless-talk.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "../servers/http/http-server.ts";
import { failure, idOf, result, serveHttp } from "./ad-hoc-servers.ts";
import { httpTarget, openRun, type Run, statelessTalk, watchFor } from "./context.ts";

interface Served {
  readonly server: RunningHttpServer;
  readonly run: Run;
  readonly talk: StatelessTalk;
  readonly headers: IncomingHttpHeaders[];
}

const serve = async (options: Partial<HttpServerOptions> = {}): Promise<Served> => {
  const headers: IncomingHttpHeaders[] = [];
  const server = await startHttpServer({
    era: "stateless",
    ...options,
    hooks: {
      ...options.hooks,
      httpRequest: ({ request }) => {
        headers.push(request.headers);
        return false;
      },
    },
  });
  onTestFinished(() => server.close());
  const run = openRun(httpTarget(server.url));
  return { server, run, talk: statelessTalk(run), headers };
};

const resultOf = (draft: ExchangeDraft): Json | undefined => member(draft.response, "result");
const method = ({ message }: ReceivedMessage): string | undefined => stringMember(message, "method");
const textOf = (draft: ExchangeDraft | undefined): string => JSON.stringify(draft?.response);

describe("a request that is complete in itself", () => {
  test("discovers without any handshake", async () => {
    const { talk, headers, run } = await serve();
    const draft = await talk.discover().done;
    expect(resultOf(draft)).toMatchObject({ resultType: "complete", supportedVersions: ["2026-07-28"] });
    expect(headers).toHaveLength(1);
    expect(headers[0]).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "server/discover",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    });
    expect(headers[0]).not.toHaveProperty("mcp-session-id");
    expect(run.conversation("c").revision).toBe("2026-07-28");
  });

  test.each([
    ["JSON", false],
    ["event streams", true],
  ])("lists with %s", async (_what, sse) => {
    const { talk } = await serve({ sse });
    const drafts = await Promise.all(
      ["tools/list", "prompts/list", "resources/list", "resources/templates/list"].map(
        (name) => talk.request(name).done,
      ),
    );
    for (const draft of drafts) {
      expect(resultOf(draft)).toMatchObject({ resultType: "complete" });
      expect(draft.http?.stream === undefined).toBe(!sse);
      expect(draft.trouble).toBeUndefined();
    }
  });

  test.each([
    ["prompts/get", { name: "no such prompt, but grüße" }],
    ["resources/read", { uri: "memo://greetings" }],
    ["resources/read", { uri: "memo://nö" }],
  ])("names in %s what it is about: %j", async (name, params) => {
    const { talk } = await serve();
    // A server that saw another name in the header than in the body would refuse with -32020.
    const draft = await talk.request(name, params).done;
    expect(member(member(draft.response, "error"), "code")).not.toBe(-32020);
    expect(draft.response).toBeDefined();
  });

  test("shows what is missing when a header is taken away", async () => {
    const { talk } = await serve();
    for (const gone of ["MCP-Protocol-Version", "Mcp-Method"]) {
      const draft = await talk.request("tools/list", undefined, {
        deliberate: true,
        editHeaders: (headers) => headers.filter(([name]) => name !== gone),
      }).done;
      expect(draft.http?.status).toBe(400);
      expect(draft.response).toMatchObject({ error: { code: -32020 } });
      expect(draft.http?.request_headers.map(([name]) => name)).not.toContain(gone);
    }
  });
});

describe("a tool call with mirrored arguments", () => {
  const schemaOf = async (talk: StatelessTalk): Promise<Json | undefined> => {
    let cursor: Json | undefined;
    for (let page = 0; page < 20; page += 1) {
      const draft = await talk.request("tools/list", cursor === undefined ? undefined : { cursor }).done;
      const tools = member(resultOf(draft), "tools") as Json[];
      const found = tools.find((tool) => member(tool, "name") === "route_request");
      if (found) return member(found, "inputSchema");
      cursor = member(resultOf(draft), "nextCursor");
    }
    return undefined;
  };

  test("carries Mcp-Param headers the server accepts, wrapped where needed", async () => {
    const { talk, headers } = await serve();
    const inputSchema = await schemaOf(talk);
    expect(inputSchema).toBeDefined();
    const args = { region: " Zürich ", weight: -3, dryRun: false, target: { zone: "=?base64?eA==?=" } };
    const draft = await talk.request(
      "tools/call",
      { name: "route_request", arguments: args },
      { inputSchema: inputSchema ?? null },
    ).done;
    expect(textOf(draft)).toContain("Routed to  Zürich , zone =?base64?eA==?=.");
    const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString("base64")}?=`;
    expect(headers.at(-1)).toMatchObject({
      "mcp-name": "route_request",
      "mcp-param-region": base64(" Zürich "),
      "mcp-param-weight": "-3",
      "mcp-param-dry-run": "false",
      "mcp-param-zone": base64("=?base64?eA==?="),
    });
  });

  test("is refused without them", async () => {
    const { talk } = await serve();
    const draft = await talk.request("tools/call", { name: "route_request", arguments: { region: "west" } }).done;
    expect(draft.response).toMatchObject({ error: { code: -32020 } });
  });
});

describe("a dialogue (input_required)", () => {
  const asks = { name: "ask_user", arguments: { colour: true } };

  test("is answered round by round, the state returned untouched", async () => {
    const { talk } = await serve();
    const drafts = await talk.requestWithRounds("tools/call", asks, {
      step: "ask",
      clientCapabilities: { elicitation: {} },
    });
    expect(drafts.map(({ step }) => step)).toEqual(["ask", "ask-round-1", "ask-round-2"]);
    for (const [index, key] of ["name", "colour"].entries()) {
      const [asked, answered] = [drafts[index], drafts[index + 1]];
      expect(asked && resultOf(asked)).toMatchObject({
        resultType: "input_required",
        inputRequests: { [key]: { method: "elicitation/create" } },
      });
      const state = member(asked && resultOf(asked), "requestState");
      expect(state).toBeTypeOf("string");
      const params = member(answered?.request, "params");
      expect(member(params, "requestState")).toBe(state);
      expect(member(params, "inputResponses")).toMatchObject({ [key]: { action: "accept" } });
      expect(member(params, "name")).toBe("ask_user");
      expect(member(params, "arguments")).toEqual({ colour: true });
    }
    expect(new Set(drafts.map(({ request }) => member(request, "id"))).size).toBe(3);
    expect(textOf(drafts[2])).toMatch(/Hello, .*! You like (red|green|blue)\./);
  });

  test.each([
    ["ask_model", { sampling: {} }, "This is a canned answer"],
    ["ask_roots", { roots: {} }, "The client has 0 roots."],
  ])("of %s goes the same way", async (name, clientCapabilities, outcome) => {
    const { talk } = await serve();
    const drafts = await talk.requestWithRounds("tools/call", { name }, { clientCapabilities });
    expect(drafts).toHaveLength(2);
    expect(textOf(drafts[1])).toContain(outcome);
  });

  test("is not begun by a server that heeds what was declared", async () => {
    const { talk } = await serve();
    const drafts = await talk.requestWithRounds("tools/call", asks, { clientCapabilities: {} });
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.response).toMatchObject({ error: { code: -32021 } });
  });

  const dialogue = async (
    results: readonly JsonObject[],
    clientCapabilities: JsonObject = { roots: {} },
  ): Promise<ExchangeDraft[]> => {
    let asked = 0;
    const server = await serveHttp((one) => {
      const value = results[Math.min(asked, results.length - 1)] ?? {};
      asked += 1;
      return result(one, value);
    });
    const talk = statelessTalk(openRun(httpTarget(server.url)));
    return talk.requestWithRounds("tools/call", { name: "x" }, { clientCapabilities });
  };
  const wants = (more: JsonObject): JsonObject => ({ resultType: "input_required", ...more });
  const roots = { r: { method: "roots/list" } };

  test("with a state alone goes on without answers", async () => {
    const drafts = await dialogue([wants({ requestState: "s" }), { resultType: "complete" }]);
    expect(drafts).toHaveLength(2);
    const params = member(drafts[1]?.request, "params");
    expect(member(params, "requestState")).toBe("s");
    expect(params).not.toHaveProperty("inputResponses");
  });

  test("without a state sends none", async () => {
    const drafts = await dialogue([wants({ inputRequests: roots }), { resultType: "complete" }]);
    const params = member(drafts[1]?.request, "params");
    expect(params).not.toHaveProperty("requestState");
    expect(member(params, "inputResponses")).toEqual({ r: { roots: [] } });
  });

  test("hands back each round's own state, and no earlier one", async () => {
    const drafts = await dialogue([
      wants({ requestState: "one", inputRequests: roots }),
      wants({ inputRequests: roots }),
      { resultType: "complete" },
    ]);
    expect(drafts.map(({ request }) => member(member(request, "params"), "requestState"))).toEqual([
      undefined,
      "one",
      undefined,
    ]);
  });

  test("that never ends is ended by us", async () => {
    const drafts = await dialogue([wants({ inputRequests: roots })]);
    expect(drafts).toHaveLength(6);
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(6);
  });

  test.each([
    ["asks for something never declared", wants({ inputRequests: { s: { method: "sampling/createMessage" } } })],
    [
      "asks for something among others",
      wants({ inputRequests: { ...roots, s: { method: "sampling/createMessage" } } }),
    ],
    ["asks for something unheard of", wants({ inputRequests: { s: { method: "made/up" } }, requestState: "s" })],
    ["asks in no known shape", wants({ inputRequests: { s: "roots/list" } })],
    ["asks nothing and gives no state", wants({})],
  ])("that %s is not continued", async (_what, value) => {
    expect(await dialogue([value])).toHaveLength(1);
  });

  test("with hostile keys answers them as plain members", async () => {
    const hostile = JSON.parse(
      '{"__proto__":{"method":"roots/list"},"constructor":{"method":"roots/list"}}',
    ) as JsonObject;
    const drafts = await dialogue([wants({ inputRequests: hostile }), { resultType: "complete" }]);
    expect(JSON.stringify(member(member(drafts[1]?.request, "params"), "inputResponses"))).toBe(
      '{"__proto__":{"roots":[]},"constructor":{"roots":[]}}',
    );
  });
});

describe("a subscription", () => {
  test("is acknowledged, hears of a change, and ends when we close it", async () => {
    const { talk, run, server } = await serve();
    const acknowledged = watchFor<ReceivedMessage>((one) => method(one) === "notifications/subscriptions/acknowledged");
    const changed = watchFor<ReceivedMessage>((one) => method(one) === "notifications/tools/list_changed");
    const listening = talk.listen(
      { toolsListChanged: true },
      {
        step: "listen",
        onMessage: (one) => acknowledged.onMessage(one) ?? changed.onMessage(one),
      },
    );
    const id = member(listening.draft.request, "id");
    expect(member(member((await acknowledged.seen).message, "params"), "notifications")).toEqual({
      toolsListChanged: true,
    });
    server.core.world.changeList("tools");
    server.core.world.changeList("prompts");
    await changed.seen;
    talk.cancel(listening);
    await listening.done;
    await server.log.waitFor((entry) => entry.kind === "stream" && entry.name === "listen" && entry.state === "closed");

    const listen = run.step("listen");
    expect(listen.meanwhile?.map(method)).toEqual([
      "notifications/subscriptions/acknowledged",
      "notifications/tools/list_changed",
    ]);
    for (const { message } of listen.meanwhile ?? []) {
      expect(member(member(member(message, "params"), "_meta"), "io.modelcontextprotocol/subscriptionId")).toBe(id);
    }
    expect(listen.response).toBeUndefined();
    expect(listen.trouble).toBeUndefined();
    expect(listen.http?.stream?.ended_by).toBe("client");
    // Closing is the whole cancellation: nothing is posted.
    expect(run.snapshot().exchanges).toHaveLength(1);
  });

  test("ended by the server has its response", async () => {
    const { talk, server } = await serve();
    const acknowledged = watchFor<ReceivedMessage>((one) => method(one) === "notifications/subscriptions/acknowledged");
    const listening = talk.listen({ toolsListChanged: true }, { onMessage: acknowledged.onMessage });
    await acknowledged.seen;
    const closing = server.close();
    const draft = await listening.done;
    await closing;
    expect(resultOf(draft)).toMatchObject({ resultType: "complete" });
  });

  test("stays open beyond the time of one exchange", async () => {
    const { server } = await serve();
    const run = openRun(httpTarget(server.url), { exchangeMs: 150, headMs: 150, idleMs: 150 });
    const talk = statelessTalk(run);
    const changed = watchFor<ReceivedMessage>((one) => method(one) === "notifications/tools/list_changed");
    const listening = talk.listen({ toolsListChanged: true }, { onMessage: changed.onMessage });
    // An exchange that hangs shows that its time is over while the subscription goes on.
    const hanging = await serveHttp(() => "hang");
    await statelessTalk(openRun(httpTarget(hanging.url), { exchangeMs: 200, headMs: 200 })).discover().done;
    server.core.world.changeList("tools");
    await changed.seen;
    talk.cancel(listening);
    expect((await listening.done).trouble).toBeUndefined();
  });
});

describe("cancelling", () => {
  test.each([
    ["JSON", false],
    ["an event stream", true],
  ])("a request that would be answered with %s closes its connection", async (_what, sse) => {
    const { talk, run, server } = await serve({ sse, slowMs: 60_000 });
    const slow = talk.request("tools/call", { name: "wait_a_while" }, { step: "slow" });
    await server.log.waitFor((entry) => entry.kind === "tool" && entry.state === "started");
    talk.cancel(slow);
    const draft = await slow.done;
    await server.log.waitFor((entry) => entry.kind === "tool" && entry.state === "cancelled");
    expect(draft.response).toBeUndefined();
    expect(draft.trouble).toBeUndefined();
    expect(run.snapshot().exchanges).toHaveLength(1);
    // The conversation lives on.
    expect(resultOf(await talk.discover().done)).toBeDefined();
  });
});

test("a notification is posted with its own headers and expects nothing", async () => {
  const { talk, headers } = await serve();
  const draft = await talk.notify("notifications/unknown", { a: 1 }).done;
  expect(draft.http?.status).toBe(202);
  expect(draft.response).toBeUndefined();
  expect(draft.trouble).toBeUndefined();
  expect(headers[0]).toMatchObject({ "mcp-method": "notifications/unknown" });
});

test("an error's status is kept beside its message", async () => {
  const server = await serveHttp((asked) => failure(asked, 404, -32601));
  const draft = await statelessTalk(openRun(httpTarget(server.url))).request("made/up").done;
  expect(draft.http?.status).toBe(404);
  expect(draft.response).toEqual({
    jsonrpc: "2.0",
    id: idOf(server.asked[0]!),
    error: { code: -32601, message: "no" },
  });
});
