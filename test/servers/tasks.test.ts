// Tasks in both of their forms, with plain fetch.

import { afterEach, describe, expect, test } from "vitest";
import { type HttpServerOptions, type RunningHttpServer, startHttpServer } from "./http/http-server.ts";
import { isObject, type JsonObject } from "./json-rpc.ts";
import { RELATED_TASK, TASKS_EXTENSION } from "./tasks/task.ts";
import { errorOf, MODERN_META, openSession, postModern, type RawAnswer, resultOf } from "./testing/raw-http.ts";

let server: RunningHttpServer;

afterEach(() => server.close());

async function serve(era: "stateful" | "stateless", options: Partial<HttpServerOptions> = {}): Promise<string> {
  server = await startHttpServer({ era, slowMs: 5_000, ...options });
  return server.url;
}

const code = (answer: RawAnswer): unknown => errorOf(answer).code;

describe("2025-11-25", () => {
  const created = (answer: RawAnswer): JsonObject => {
    const { task } = resultOf(answer);
    return isObject(task) ? task : {};
  };

  test("a task is working, then completed, and its result names it", async () => {
    const session = await openSession(await serve("stateful"), "2025-11-25");
    const handle = created(await session.call("tools/call", { name: "count_slowly", task: { ttl: 60_000 } }));
    expect(handle).toMatchObject({ status: "working", ttl: 60_000 });
    const { taskId = "" } = handle;
    const result = resultOf(await session.call("tasks/result", { taskId }));
    expect(result).toMatchObject({ content: [{ text: "Counted to 3." }], _meta: { [RELATED_TASK]: { taskId } } });
    expect(resultOf(await session.call("tasks/get", { taskId }))).toMatchObject({ taskId, status: "completed" });
    expect(code(await session.call("tasks/cancel", { taskId }))).toBe(-32602);
  });

  test("failures show in the status and come back as they are", async () => {
    const session = await openSession(await serve("stateful"), "2025-11-25");
    const broken = created(await session.call("tools/call", { name: "check_link", task: {} }));
    const lost = created(await session.call("tools/call", { name: "read_archive", task: {} }));
    expect(resultOf(await session.call("tasks/result", { taskId: broken.taskId }))).toMatchObject({ isError: true });
    expect(code(await session.call("tasks/result", { taskId: lost.taskId }))).toBe(-32603);
    for (const { taskId } of [broken, lost]) {
      const task = resultOf(await session.call("tasks/get", { taskId }));
      expect(task).toMatchObject({ status: "failed", statusMessage: expect.any(String) });
    }
  });

  test("a cancelled task stays cancelled", async () => {
    const session = await openSession(await serve("stateful"), "2025-11-25");
    const { taskId } = created(await session.call("tools/call", { name: "wait_a_while", task: {} }));
    expect(resultOf(await session.call("tasks/cancel", { taskId }))).toMatchObject({ taskId, status: "cancelled" });
    expect(resultOf(await session.call("tasks/get", { taskId }))).toMatchObject({ status: "cancelled" });
  });

  test("tools decide whether they run as tasks", async () => {
    const session = await openSession(await serve("stateful"), "2025-11-25");
    expect(code(await session.call("tools/call", { name: "read_archive" }))).toBe(-32601);
    expect(code(await session.call("tools/call", { name: "catalogue_info", task: {} }))).toBe(-32601);
  });

  test("nobody lists the tasks of anonymous clients, and unknown tasks are refused", async () => {
    const session = await openSession(await serve("stateful"), "2025-11-25");
    expect(code(await session.call("tasks/list"))).toBe(-32601);
    for (const verb of ["get", "result", "cancel"]) {
      expect(code(await session.call(`tasks/${verb}`, { taskId: "none" }))).toBe(-32602);
    }
  });

  test("a server without tasks ignores the wish for one", async () => {
    const session = await openSession(await serve("stateful", { without: ["tasks"] }), "2025-11-25");
    const answer = resultOf(await session.call("tools/call", { name: "catalogue_info", task: {} }));
    expect(answer).toHaveProperty("content");
    expect(code(await session.call("tasks/get", { taskId: "none" }))).toBe(-32601);
  });
});

describe("2026-07-28", () => {
  const declared = (capabilities: JsonObject = {}): JsonObject => ({
    ...MODERN_META,
    "io.modelcontextprotocol/clientCapabilities": { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } },
  });

  const call = (url: string, name: string, _meta: JsonObject = declared({ elicitation: {} })): Promise<RawAnswer> =>
    postModern(url, "tools/call", { name, _meta });

  const ask = (url: string, method: string, params: JsonObject): Promise<RawAnswer> =>
    postModern(url, method, { _meta: declared(), ...params }, { "Mcp-Name": String(params.taskId) });

  test("whoever declares the extension may get a task, and nobody else", async () => {
    const url = await serve("stateless");
    expect(resultOf(await call(url, "count_slowly"))).toMatchObject({ resultType: "task", status: "working" });
    expect(resultOf(await call(url, "count_slowly", MODERN_META))).toMatchObject({ resultType: "complete" });
    const refused = await call(url, "read_archive", MODERN_META);
    const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
    expect([refused.status, errorOf(refused)]).toEqual([400, expect.objectContaining({ code: -32021, data })]);
    const legacy = { ...MODERN_META, "io.modelcontextprotocol/clientCapabilities": { tasks: {} } };
    expect(code(await ask(url, "tasks/get", { taskId: "none", _meta: legacy }))).toBe(-32021);
  });

  test("a task asks, takes answers one by one, and ends with its result", async () => {
    const url = await serve("stateless");
    const { taskId } = resultOf(await call(url, "plan_visit"));
    const open = async (): Promise<string[]> => {
      const { inputRequests } = resultOf(await ask(url, "tasks/get", { taskId }));
      return Object.keys(isObject(inputRequests) ? inputRequests : {});
    };
    const answer = (key: string, content: JsonObject): Promise<RawAnswer> =>
      ask(url, "tasks/update", { taskId, inputResponses: { [key]: { action: "accept", content } } });
    expect(await open()).toEqual(["visitor-1", "colour-2"]);
    expect(resultOf(await answer("nobody", {}))).toMatchObject({ resultType: "complete" });
    await answer("visitor-1", { name: "Ada" });
    expect(await open()).toEqual(["colour-2"]);
    await answer("colour-2", { colour: "red" });
    await expect.poll(open).toEqual(["companion-3"]);
    await answer("companion-3", { name: "Bob" });
    await expect
      .poll(async () => resultOf(await ask(url, "tasks/get", { taskId })))
      .toMatchObject({ status: "completed", result: { content: [{ text: "A red visit of Ada with Bob." }] } });
  });

  test("only an error of the protocol makes a task fail", async () => {
    const url = await serve("stateless");
    const { taskId: broken } = resultOf(await call(url, "check_link"));
    const { taskId: lost } = resultOf(await call(url, "read_archive"));
    const state = async (taskId: unknown): Promise<JsonObject> =>
      resultOf(await ask(url, "tasks/get", { taskId: String(taskId) }));
    await expect.poll(() => state(broken)).toMatchObject({ status: "completed", result: { isError: true } });
    await expect.poll(() => state(lost)).toMatchObject({ status: "failed", error: { code: -32603 } });
  });

  test("cancelling is acknowledged with nothing, twice", async () => {
    const url = await serve("stateless");
    const { taskId } = resultOf(await call(url, "wait_a_while"));
    for (let times = 0; times < 2; times += 1) {
      const { _meta, ...rest } = resultOf(await ask(url, "tasks/cancel", { taskId }));
      expect(rest).toEqual({ resultType: "complete" });
    }
    expect(resultOf(await ask(url, "tasks/get", { taskId }))).toMatchObject({ status: "cancelled" });
  });

  test("the header names the task", async () => {
    const url = await serve("stateless");
    const answer = await postModern(url, "tasks/get", { taskId: "a", _meta: declared() }, { "Mcp-Name": "b" });
    expect([answer.status, code(answer)]).toEqual([400, -32020]);
  });

  test("a server without tasks has none of it", async () => {
    const url = await serve("stateless", { without: ["tasks"] });
    expect(resultOf(await call(url, "count_slowly"))).toMatchObject({ resultType: "complete" });
    expect(code(await ask(url, "tasks/get", { taskId: "none" }))).toBe(-32601);
    expect(code(await ask(url, "tasks/list", {}))).toBe(-32601);
  });
});
