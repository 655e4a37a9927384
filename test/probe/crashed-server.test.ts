// A web server that falls in the middle of a run: what it refuses from then on is no evidence, that it fell is one finding.

import { expect, test } from "vitest";
import { judgedOutcome } from "../../src/judge/judged-outcome.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { failure, INITIALIZE_RESULT, result, serveHttp } from "./ad-hoc-servers.ts";
import { recordTarget } from "./plan-stateful/recorded-run.ts";

test("a server that answers everything with HTTP 500 from some request on", async () => {
  let fallen = false;
  const server = await serveHttp((asked) => {
    if (asked.httpMethod !== "POST") return { status: 405 };
    if (fallen) return { status: 500 };
    if (asked.rpcMethod === "mcptest/no-such-method") fallen = true;
    if (asked.rpcMethod === "initialize") return result(asked, INITIALIZE_RESULT);
    if (asked.rpcMethod === "ping") return result(asked, {});
    if (asked.rpcMethod?.startsWith("notifications/")) return { status: 202 };
    return asked.message === undefined ? { status: 400 } : failure(asked, 200, -32601);
  });
  const { capture } = await recordTarget({ kind: "http", url: server.url, headers: [], origin: "user" }, "2025-11-25");
  const refused = capture.exchanges.filter(({ http }) => http?.status === 500);
  expect(refused.length).toBeGreaterThan(5);
  expect(refused.every(({ interrupted }) => interrupted)).toBe(true);
  const { verdicts } = await judgeRules(capture, "2025-11-25");
  const state = (id: string) => verdicts.find((one) => one.id === id)?.state;
  expect(judgedOutcome(capture)).toBe("stopped-serving");
  expect([state("PROTO-047"), state("PROTO-001"), state("PING-001")]).toEqual(["fail", "pass", "pass"]);
});

test("streams that were open when it fell are no answers either", async () => {
  let fallen = false;
  const server = await serveHttp((asked, response) => {
    if (fallen) return { status: 500 };
    if (asked.httpMethod !== "POST") return { status: 405 };
    if (asked.rpcMethod === "initialize") return result(asked, { ...INITIALIZE_RESULT, capabilities: { prompts: {} } });
    if (asked.rpcMethod === "ping") return result(asked, {});
    if (asked.rpcMethod?.startsWith("notifications/")) return { status: 202 };
    if (asked.rpcMethod !== "prompts/list") return failure(asked, 200, -32601);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(": working\n\n");
    setTimeout(() => {
      fallen = true;
      response.end();
    }, 400);
    return "handled";
  });
  const { capture } = await recordTarget({ kind: "http", url: server.url, headers: [], origin: "user" }, "2025-11-25");
  expect(capture.exchanges.find(({ step }) => step === "prompts/list")?.interrupted).toBe(true);
  const { verdicts } = await judgeRules(capture, "2025-11-25");
  expect(judgedOutcome(capture)).toBe("stopped-serving");
  expect(verdicts.find(({ id }) => id === "PROMPT-001")?.state).toBe("inconclusive");
});
