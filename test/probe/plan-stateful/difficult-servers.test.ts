// Servers that do not take our misbehaviour well: one that dies of it, one that falls silent, one without sessions.

import { expect, test } from "vitest";
import { failure, INITIALIZE_RESULT, result, serveHttp, stdioScript } from "../ad-hoc-servers.ts";
import { recordTarget } from "./recorded-run.ts";

const INITIALIZE = `if (message?.method === "initialize") return respond(${JSON.stringify(INITIALIZE_RESULT)});`;
const PING = 'if (message?.method === "ping") return respond({});';
const REFUSE =
  'if (message?.id !== undefined) send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "no" } });';

test("a server that dies of malformed input is started again for the rest", async () => {
  const run = await recordTarget(
    stdioScript(`if (!message || Array.isArray(message)) process.exit(3); ${INITIALIZE} ${PING} ${REFUSE}`),
    "2025-11-25",
  );
  expect(run.capture.outcome).toBe("complete");
  const last = (step: string) => run.capture.exchanges.findLast((one) => one.step === step);
  expect(last("batch-refused")?.trouble?.kind).toBe("unexpected-exit");
  expect(last("parse-error-control")?.trouble?.kind).toBe("unexpected-exit");
  expect(last("null-id-control")?.response).toMatchObject({ result: {} });
  expect(run.result("stateful/ping")).toEqual({});
});

test("of the requests under way when a process ends, only the one that ended it is left without an answer", async () => {
  const run = await recordTarget(
    stdioScript(`if (String(message?.method).startsWith("mcptest/")) process.exit(3); ${INITIALIZE} ${PING} ${REFUSE}`),
    "2025-11-25",
  );
  const ended = run.capture.exchanges.filter(({ trouble }) => trouble?.kind === "unexpected-exit");
  const causes = ended.filter(({ interrupted }) => interrupted === undefined);
  expect(causes.map(({ id, step }) => [(id ?? "").replace(/\.\d+\//, ".N/"), step])).toEqual([
    ["stateful.N/unknown-method", "unknown-method"],
  ]);
  expect(ended.length).toBeGreaterThan(5);
  for (const { step } of ended.filter(({ interrupted }) => interrupted)) {
    const again = run.capture.exchanges.filter((one) => one.step === step && one.interrupted === undefined);
    expect(again.length).toBeGreaterThan(0);
  }
});

test("of several requests of one question, only the one that ended the process is left without an answer", async () => {
  const run = await recordTarget(
    stdioScript(
      `if (message?.method === "tools/list" && message.params?.cursor === "") process.exit(3);
       ${INITIALIZE.replace('"capabilities":{}', '"capabilities":{"tools":{}}')} ${PING}
       if (message?.method === "tools/list") return respond({ tools: [] }); ${REFUSE}`,
    ),
    "2025-11-25",
  );
  const cursors = run.capture.exchanges.filter(
    ({ id, interrupted }) => id?.includes("/tools/list-bad-cursor") && interrupted === undefined,
  );
  expect(new Set(cursors.map(({ step, trouble }) => `${step}: ${trouble?.kind ?? "answered"}`))).toEqual(
    new Set(["tools/list-bad-cursor: answered", "tools/list-bad-cursor-empty: unexpected-exit"]),
  );
});

test("a process that stops reading at a request, and leaves at the next line, costs a moment and not the whole limit", async () => {
  const before = performance.now();
  const run = await recordTarget(
    stdioScript(
      `if (globalThis.stuck) process.exit(3);
       if (String(message?.method).startsWith("mcptest/")) { globalThis.stuck = true; return; } ${INITIALIZE} ${PING} ${REFUSE}`,
    ),
    "2025-11-25",
    { exchangeMs: 60_000 },
  );
  expect(performance.now() - before).toBeLessThan(50_000);
  expect(run.capture.outcome).toBe("complete");
  const left = run.capture.exchanges.filter(
    ({ trouble, interrupted }) => trouble?.kind === "unexpected-exit" && interrupted === undefined,
  );
  expect(left.map(({ id, step }) => [(id ?? "").replace(/\.\d+\//, ".N/"), step])).toEqual([
    ["stateful.N/unknown-method", "unknown-method"],
  ]);
  expect(run.capture.exchanges.filter(({ trouble }) => trouble?.limit === "exchangeMs")).toEqual([]);
});

test("a request that is merely slow is waited for, also where the process before had ended", async () => {
  const run = await recordTarget(
    stdioScript(
      `if (message?.method === "mcptest/no-such-method") process.exit(3);
       if (message?.method === "logging/setLevel") return setTimeout(() => send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "no" } }), 1200);
       ${INITIALIZE} ${PING} ${REFUSE}`,
    ),
    "2025-11-25",
    { quietMs: 20 },
  );
  const looks = run.capture.exchanges.filter(({ step }) => step === "still-there");
  expect(looks.map(({ response }) => response)).toEqual(looks.map(() => expect.objectContaining({ result: {} })));
  expect(run.capture.exchanges.filter(({ trouble }) => trouble?.limit === "exchangeMs")).toEqual([]);
});

test("a process that ends some time after its answer is not held against the next request", async () => {
  const run = await recordTarget(
    stdioScript(
      `if (String(message?.method).startsWith("mcptest/")) setTimeout(() => process.exit(3), 20); ${INITIALIZE} ${PING} ${REFUSE}`,
    ),
    "2025-11-25",
  );
  const causes = run.capture.exchanges.filter(
    ({ trouble, interrupted }) => trouble?.kind === "unexpected-exit" && interrupted === undefined,
  );
  expect(causes).toEqual([]);
  expect((run.capture.not_probed ?? []).filter(({ reason }) => reason !== "not-offered")).toEqual([]);
});

test("a process that ends at everything is started a limited number of times", async () => {
  const run = await recordTarget(
    stdioScript(`${INITIALIZE} if (message?.id !== undefined) process.exit(3);`),
    "2025-11-25",
  );
  const starts = run.capture.conversations?.filter(({ id }) => /^stateful(\.|$)/.test(id)) ?? [];
  expect(starts.length).toBe(12);
  const open = (run.capture.not_probed ?? []).filter(({ detail }) => detail.includes("12 starts"));
  expect(open.length).toBeGreaterThan(0);
});

test("a server that falls silent after malformed input is not given up", async () => {
  const run = await recordTarget(
    stdioScript(`if (!message) globalThis.deaf = true; if (globalThis.deaf) return; ${INITIALIZE} ${PING} ${REFUSE}`),
    "2025-11-25",
    { exchangeMs: 700 },
  );
  expect(run.exchange("malformed/parse-error-control").trouble?.kind).toBe("timed-out");
  expect(run.result("malformed.2/null-id-control")).toEqual({});
  expect(run.result("cancellation/cancel-race-control")).toEqual({});
  const reasons = new Set((run.capture.not_probed ?? []).map(({ reason }) => reason));
  expect([...reasons]).toEqual(["not-offered"]);
});

test("a server that serves nothing before initialize may stay silent until then", async () => {
  const run = await recordTarget(
    stdioScript(
      `${INITIALIZE} if (message?.method === "server/discover") { ${REFUSE} return; }
       if (message?.method === "notifications/initialized") globalThis.ready = true;
       if (!globalThis.ready) return; ${PING} ${REFUSE}`,
    ),
    "2025-11-25",
  );
  expect(run.exchange("silence/before-initialize-list").trouble).toMatchObject({ kind: "timed-out", limit: "quietMs" });
  expect(run.result("silence/before-initialize-handshake")).toBeDefined();
  expect(run.exchange("early/withheld-initialized-ping").trouble).toMatchObject({ limit: "quietMs" });
  expect(run.result("early/withheld-initialized-control")).toEqual({});
  expect(run.result("stateful/ping")).toEqual({});
});

test("a server without sessions gets no questions about them", async () => {
  const server = await serveHttp((asked) => {
    if (asked.httpMethod !== "POST") return { status: 405 };
    if (asked.rpcMethod === "initialize") return result(asked, INITIALIZE_RESULT);
    if (asked.rpcMethod === "ping") return result(asked, {});
    if (asked.rpcMethod?.startsWith("notifications/")) return { status: 202 };
    return asked.message === undefined ? { status: 400 } : failure(asked, 200, -32601);
  });
  const run = await recordTarget({ kind: "http", url: server.url, headers: [], origin: "user" }, "2025-11-25");
  expect(run.capture.outcome).toBe("complete");
  for (const step of ["session-missing", "session-unknown", "session-ended", "session-renewed"]) {
    expect(run.skipped()).toContain(`sessions/${step}`);
  }
  expect(run.status("stateful/open-stream")).toBe(405);
  expect(server.asked.some(({ headers }) => headers["mcp-session-id"] !== undefined)).toBe(false);
});
