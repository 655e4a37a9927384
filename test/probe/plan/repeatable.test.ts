import { expect, onTestFinished, test } from "vitest";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import type { Target } from "../../../src/capture/target.ts";
import { startHttpServer } from "../../servers/http/http-server.ts";
import { stdioServerCommand } from "../../servers/spawn.ts";

// Everything that may differ between two runs against the same server; docs/capture-format.md marks the same members.
const VOLATILE = new Set([
  "started_at",
  "seq",
  "response_seq",
  "at_ms",
  "timing",
  "opened_ms",
  "closed_ms",
  "shutdown_ms",
  "session_id",
  "late",
  "body_bytes",
  "stdout_bytes",
  "busy",
]);
const VOLATILE_HEADERS = new Set(["date", "mcp-session-id", "content-length"]);
/** Made by the server, new each time. */
const SERVER_MADE = new Set(["requestState", "eventId", "lastModified", "taskId", "taskIds"]);

const settle = (value: unknown, key = ""): unknown => {
  if (SERVER_MADE.has(key)) return "server-made";
  if (Array.isArray(value)) {
    if (key.endsWith("_headers")) return value.filter(([name]) => !VOLATILE_HEADERS.has(String(name).toLowerCase()));
    return value.map((entry) => settle(entry));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, entry]) => [name, settle(entry, name)]),
  );
};

const probe = (target: Target): Promise<Capture> => probeTarget(target, { client: { name: "test", version: "0" } });

/** Ids and steps first: if the plan itself differs, that is what the failure should show. */
const expectSame = (first: Capture, second: Capture): void => {
  expect(second.exchanges.map(({ id }) => id)).toEqual(first.exchanges.map(({ id }) => id));
  expect(second.exchanges.map(({ id, request }) => ({ id, request: settle(request) }))).toEqual(
    first.exchanges.map(({ id, request }) => ({ id, request: settle(request) })),
  );
  expect(settle(second.not_probed)).toEqual(settle(first.not_probed));
  expect(settle(second.conversations)).toEqual(settle(first.conversations));
  // Who wins a race is the one thing two runs need not agree on.
  const answers = (capture: Capture): unknown =>
    capture.exchanges
      .filter(({ step }) => !step?.startsWith("cancel-") && !step?.startsWith("task-"))
      .map(({ id, response, http }) => ({ id, response: settle(response), status: http?.status }));
  expect(answers(second)).toEqual(answers(first));
};

test.each(["stateless", "stateful", "dual"] as const)("two runs over HTTP say the same to a %s server", async (era) => {
  const server = await startHttpServer({ era, slowMs: 1 });
  onTestFinished(() => server.close());
  const target: Target = { kind: "http", url: server.url, headers: [], origin: "user" };
  expectSame(await probe(target), await probe(target));
});

test.each(["stateless", "stateful", "dual"] as const)(
  "two runs over stdio say the same to a %s server",
  async (era) => {
    const target: Target = { kind: "stdio", ...stdioServerCommand({ era, slowMs: 1 }), env: {} };
    expectSame(await probe(target), await probe(target));
  },
);
