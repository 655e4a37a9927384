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
  expect(run.exchange("malformed/batch-refused").trouble?.kind).toBe("unexpected-exit");
  expect(run.exchange("malformed.2/parse-error-control").trouble?.kind).toBe("unexpected-exit");
  expect(run.result("malformed.3/null-id-control")).toEqual({});
  expect(run.result("stateful/ping")).toEqual({});
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
