// The short plan against living servers: what it asks, what it never asks, and what comes of it.

import { expect, onTestFinished, test } from "vitest";
import { type ProbeRequest, probeTarget } from "../../src/areas/probe-target.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { Target } from "../../src/capture/target.ts";
import { makeAudit } from "../../src/scores/result/discoverability.ts";
import { type Answering, serveHttp } from "../probe/ad-hoc-servers.ts";
import { httpTarget, stdioTarget } from "../probe/context.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { criterion, failed, INITIALIZED, READ_ONLY, SUNNY, TOOL } from "./session.ts";

const listen = (target: Target, request: Partial<ProbeRequest> = {}): Promise<Capture> =>
  probeTarget(target, { client: TOOL, plan: "audit", tools: "undeclared", ...request });

test.each(["stateless", "stateful", "dual"] as const)("a correct %s server gets an A over HTTP", async (era) => {
  const server = await startHttpServer({ era });
  onTestFinished(() => server.close());
  const capture = await listen(httpTarget(server.url));
  const audit = makeAudit(capture, { tool: TOOL });
  expect(failed(audit)).toEqual([]);
  expect(audit.discoverability).toMatchObject({
    grade: "A",
    entry: era === "stateful" ? "initialize" : "server/discover",
  });
  // It costs a few requests, not the whole plan.
  expect(capture.exchanges.length).toBeLessThan(20);
  const again = await listen(httpTarget(server.url));
  expect(again.exchanges.map(({ id, request }) => [id, request])).toEqual(
    capture.exchanges.map(({ id, request }) => [id, request]),
  );
});

/** A small stateful server with these tools, and what their calls are answered with. */
const small =
  (tools: readonly JsonObject[], call: Answering = () => ({ json: answer(SUNNY) })): Answering =>
  (asked, response) => {
    switch (asked.rpcMethod) {
      case "initialize":
        return { json: answer(INITIALIZED) };
      case "notifications/initialized":
        return { status: 202 };
      case "tools/list":
        return { json: answer({ tools: [...tools] }) };
      case "tools/call":
        return withId(call(asked, response), asked.message);
      default:
        return { json: { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } } };
    }
  };

const answer = (value: JsonObject): JsonObject => ({ jsonrpc: "2.0", id: 1, result: value });

type Answered = ReturnType<Answering>;

/** The answers above are written down once; the id is the one that was asked with. */
const withId = (answered: Answered, message: unknown): Answered => {
  if (typeof answered === "string" || answered.json === undefined) return answered;
  const id = (message as JsonObject | undefined)?.["id"] ?? null;
  return { ...answered, json: { ...(answered.json as JsonObject), id } };
};

const serveSmall = async (tools: readonly JsonObject[], call?: Answering): ReturnType<typeof serveHttp> => {
  const answering = small(tools, call);
  return serveHttp((asked, response) => withId(answering(asked, response), asked.message));
};

const callsOf = (asked: Awaited<ReturnType<typeof serveHttp>>["asked"]): unknown[] =>
  asked
    .filter(({ rpcMethod }) => rpcMethod === "tools/call")
    .map(({ message }) => {
      const { name, arguments: args } = (message as JsonObject)["params"] as JsonObject;
      return [name, args];
    });

const NEEDS = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

test("empty arguments first, and generated ones only where a read-only tool refused them", async () => {
  const { url, asked } = await serveSmall([{ ...READ_ONLY, inputSchema: NEEDS }], ({ message }) => {
    const params = (message as JsonObject)["params"] as JsonObject;
    const empty = Object.keys(params["arguments"] as JsonObject).length === 0;
    return { json: answer(empty ? { content: [], isError: true } : SUNNY) };
  });
  const capture = await listen(httpTarget(url));
  expect(callsOf(asked)).toEqual([
    ["forecast", {}],
    ["forecast", { city: expect.any(String) }],
  ]);
  expect(failed(makeAudit(capture, { tool: TOOL }))).toEqual([]);
  // The first one was wrong on purpose.
  expect(
    capture.exchanges.filter(({ step }) => step?.startsWith("deliver")).map(({ deliberate }) => deliberate),
  ).toEqual([true, undefined]);
});

test("a tool of undeclared safety gets empty arguments and no second call", async () => {
  const silent = { ...READ_ONLY, annotations: {}, inputSchema: NEEDS };
  const { url, asked } = await serveSmall([silent], () => ({ json: answer({ content: [], isError: true }) }));
  await listen(httpTarget(url));
  expect(callsOf(asked)).toEqual([["forecast", {}]]);
});

test("what says it changes something is never called, nor anything undeclared under read-only", async () => {
  const silent = { ...READ_ONLY, annotations: {} };
  const tools = [
    { ...silent, name: "delete_everything" },
    { ...silent, name: "helper", description: "Creates an account for the caller." },
    { ...READ_ONLY, name: "wipe", annotations: { readOnlyHint: true, destructiveHint: true } },
  ];
  const { url, asked } = await serveSmall(tools);
  const audit = makeAudit(await listen(httpTarget(url)), { tool: TOOL });
  expect(callsOf(asked)).toEqual([]);
  expect(criterion(audit, "C7").unobserved).toBe("unsafe-to-probe");
  const other = await serveSmall([silent]);
  const careful = makeAudit(await listen(httpTarget(other.url), { tools: "read-only" }), { tool: TOOL });
  expect(callsOf(other.asked)).toEqual([]);
  expect(criterion(careful, "C7").detail).toContain("--tools undeclared");
});

test("Tools: an audit calls nothing undeclared but what speaks of reading only, and no read-only tool that says the opposite", async () => {
  const silent = { ...READ_ONLY, annotations: {} };
  const tools = [
    { ...silent, name: "nuke_cluster", description: "Nukes the cluster." },
    { ...silent, name: "rotate_keys", description: "Rotates all keys." },
    { ...silent, name: "borrar_todo", description: "Borra todos los datos." },
    { ...silent, name: "get_data", description: "Löscht alle Daten." },
    { ...READ_ONLY, name: "delete_all_records", description: "Deletes all records." },
  ];
  const harmful = await serveSmall(tools);
  const audit = makeAudit(await listen(httpTarget(harmful.url), { tools: "reading" }), { tool: TOOL });
  expect(callsOf(harmful.asked)).toEqual([]);
  expect(criterion(audit, "C7").unobserved).toBe("unsafe-to-probe");
  expect(criterion(audit, "C5").detail).toContain("1 tool with readOnlyHint: true says the opposite");
  const reading = { ...silent, name: "get_forecast", description: "Get the forecast for a city." };
  const mixed = await serveSmall([...tools, reading]);
  const second = makeAudit(await listen(httpTarget(mixed.url), { tools: "reading" }), { tool: TOOL });
  expect(callsOf(mixed.asked)).toEqual([["get_forecast", {}]]);
  expect(criterion(second, "C7").pass).toBe(true);
});

test("Tools: a price ends it: nothing is paid, and nothing else is tried on that tool", async () => {
  const { url, asked } = await serveSmall([{ ...READ_ONLY, inputSchema: NEEDS }], () => ({
    status: 402,
    json: { x402Version: 1, accepts: [] },
  }));
  const audit = makeAudit(await listen(httpTarget(url)), { tool: TOOL });
  expect(callsOf(asked)).toHaveLength(1);
  expect(audit.discoverability).toMatchObject({ grade: "B", delivery: { state: "unverified-priced" } });
});

test("tools are listed even where they are not advertised", async () => {
  const answering = small([READ_ONLY]);
  const { url } = await serveHttp((asked, response) =>
    withId(
      asked.rpcMethod === "initialize"
        ? { json: answer({ ...INITIALIZED, capabilities: {} }) }
        : answering(asked, response),
      asked.message,
    ),
  );
  expect(failed(makeAudit(await listen(httpTarget(url)), { tool: TOOL }))).toEqual([]);
});

test("a server without a handshake that answers all the same passes what it answers", async () => {
  const { url } = await serveHttp((asked, response) =>
    asked.rpcMethod === "initialize"
      ? { status: 404, text: "no" }
      : withId(small([READ_ONLY])(asked, response), asked.message),
  );
  expect(failed(makeAudit(await listen(httpTarget(url)), { tool: TOOL }))).toEqual(["C1", "C6", "C7", "C8"]);
});

test("behind a wall the audit says so and asks little", async () => {
  const { url, asked } = await serveHttp(() => ({ status: 401, json: { error: "invalid_token" } }));
  const { discoverability } = makeAudit(await listen(httpTarget(url)), { tool: TOOL });
  expect(discoverability).toMatchObject({ auth_required: true, grade: "D", passes: 0 });
  expect(asked.length).toBeLessThan(8);
});

test("a connection that breaks is tried once more, and only once", async () => {
  let broken = 2;
  const answering = small([READ_ONLY]);
  const flaky = await serveHttp((asked, response) => {
    broken -= 1;
    return broken >= 0 ? "destroy" : withId(answering(asked, response), asked.message);
  });
  expect(failed(makeAudit(await listen(httpTarget(flaky.url)), { tool: TOOL }))).toEqual([]);
  const dead = await serveHttp(() => "destroy");
  const { discoverability } = makeAudit(await listen(httpTarget(dead.url)), { tool: TOOL });
  expect(discoverability).toMatchObject({ passes: 0, grade: null });
  expect(dead.asked.filter(({ rpcMethod }) => rpcMethod === "initialize")).toHaveLength(2);
});

test("a command that does not exist is no server", async () => {
  const audit = makeAudit(await listen(stdioTarget("mcptest-no-such-command", [])), { tool: TOOL });
  expect(audit.discoverability).toMatchObject({ passes: 0, grade: null });
});
