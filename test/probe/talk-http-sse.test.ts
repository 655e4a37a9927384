// HTTP+SSE of 2024-11-05 end to end, against the example server in this process.

import { expect, onTestFinished, test } from "vitest";
import { stringMember } from "../../src/base/json.ts";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "../servers/http/http-server.ts";
import { httpTarget, openRun, type Run, statefulTalk } from "./context.ts";

const serve = async (
  options: Partial<HttpServerOptions> = {},
): Promise<{ readonly server: RunningHttpServer; readonly run: Run }> => {
  const server = await startHttpServer({ era: "http+sse", ...options });
  onTestFinished(() => server.close());
  return { server, run: openRun(httpTarget(server.url)) };
};

test("one GET carries every answer, messages go to the endpoint it names", async () => {
  const { run, server } = await serve();
  const talk = statefulTalk(run, { transport: "http+sse", revision: "2024-11-05" });
  const initialize = await talk.initialize();
  expect(talk.session.negotiated).toBe("2024-11-05");
  expect(initialize.response).toMatchObject({ id: 1, result: { protocolVersion: "2024-11-05" } });
  // The POST was only acknowledged; the response came over the stream.
  expect(initialize.http).toMatchObject({ method: "POST", status: 202 });
  expect(initialize.response_sse).toMatchObject({ event: "message" });
  expect(initialize.http?.url).toMatch(/\/messages\?sessionId=/);

  const list = await talk.request("tools/list", undefined, { step: "list" }).done;
  expect(list.response).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  await talk.close();

  const opening = run.step("open-stream");
  expect(opening.http).toMatchObject({ method: "GET", status: 200, stream: { ended_by: "client" } });
  expect(opening.meanwhile?.[0]).toMatchObject({ sse: { event: "endpoint" } });
  expect(opening.meanwhile?.[0]?.message).toMatch(/^\/messages\?sessionId=/);
  expect(run.conversation("c")).toMatchObject({ transport: "http+sse", revision: "2024-11-05" });
  expect(run.unsolicited()).toEqual([]);
  const posts = server.log.entries.flatMap((entry) => (entry.kind === "http" && entry.method === "POST" ? entry : []));
  expect(new Set(posts.map(({ url }) => url)).size).toBe(1);
});

test("requests in flight together find their answers, progress its request", async () => {
  const { run } = await serve();
  const talk = statefulTalk(run, { transport: "http+sse", revision: "2024-11-05" });
  await talk.initialize();
  const call = (steps: number) =>
    talk.request(
      "tools/call",
      { name: "count_slowly", arguments: { steps } },
      { meta: { progressToken: `to-${steps}` }, step: `count-${steps}` },
    ).done;
  await Promise.all([call(3), call(1), call(2)]);
  for (const steps of [1, 2, 3]) {
    const { response, meanwhile = [] } = run.step(`count-${steps}`);
    expect(response).toMatchObject({ result: { content: [{ text: `Counted to ${steps}.` }] } });
    expect(
      meanwhile.filter(({ message }) => stringMember(message, "method") === "notifications/progress"),
    ).toHaveLength(steps);
  }
});

test("the server's requests are answered by POST", async () => {
  const { run } = await serve();
  const talk = statefulTalk(run, { transport: "http+sse", revision: "2024-11-05", capabilities: { roots: {} } });
  await talk.initialize();
  const call = await talk.request("tools/call", { name: "ask_roots" }, { step: "call" }).done;
  expect(call.response).toMatchObject({ result: { content: [{ text: "The client has 0 roots." }] } });
  expect(run.step("answer")).toMatchObject({
    request: { id: "server-1", result: { roots: [] } },
    http: { method: "POST", status: 202 },
  });
});

test("a change is filed under the stream when nothing else is under way", async () => {
  const { run, server } = await serve();
  const talk = statefulTalk(run, { transport: "http+sse", revision: "2024-11-05" });
  await talk.initialize();
  server.core.world.changeList("tools");
  await talk.request("ping").done;
  const changes = run
    .snapshot()
    .exchanges.flatMap(({ meanwhile = [] }) => meanwhile)
    .filter(({ message }) => stringMember(message, "method") === "notifications/tools/list_changed");
  expect(changes).toHaveLength(1);
});

test("a session that ended is trouble for what is asked later", async () => {
  const { run, server } = await serve();
  const talk = statefulTalk(run, { transport: "http+sse", revision: "2024-11-05" });
  await talk.initialize();
  await server.close();
  expect((await talk.request("ping").done).trouble?.kind).toMatch(/^(closed|reset|refused)$/);
});
