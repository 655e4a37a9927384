// Sessions that end at any time, and ids of any length: what a session does is no answer to what was asked in it.

import { expect, test } from "vitest";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import type { Context } from "../areas/contexts.ts";
import type { Hooks } from "../servers/hooks.ts";
import { judgeServer } from "./judge-server.ts";
import { LIVE_RETRIES } from "./live-retries.ts";

const CONTEXT: Context = "http/2025-11-25";

const failed = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.flatMap(({ id, state }) => (state === "fail" || state === "error" ? [id] : []));

/** Ends each session once it has answered this many requests. */
const endingAfter = (requests: number): Hooks => {
  const served = new Map<string, number>();
  return {
    httpRequest: ({ request, response }) => {
      const id = request.headers["mcp-session-id"];
      if (typeof id !== "string" || request.method !== "POST") return false;
      const count = (served.get(id) ?? 0) + 1;
      served.set(id, count);
      if (count <= requests) return false;
      response.writeHead(404).end();
      return true;
    },
  };
};

test("a server that ends its sessions is asked again in a new one", LIVE_RETRIES, async () => {
  const { capture, verdicts } = await judgeServer(CONTEXT, undefined, { hooks: endingAfter(40) });
  expect(failed(verdicts)).toEqual([]);
  expect(capture.exchanges.some(({ interrupted, http }) => interrupted === true && http?.status === 404)).toBe(true);
});

test("a long session id is carried", LIVE_RETRIES, async () => {
  let made = 0;
  const hooks: Hooks = { sessionId: () => `${crypto.randomUUID()}${++made}${"x".repeat(4_000)}` };
  const { verdicts } = await judgeServer(CONTEXT, undefined, { hooks });
  expect(failed(verdicts)).toEqual([]);
});

test("an id that cannot be carried leaves the session unassessed", LIVE_RETRIES, async () => {
  const hooks: Hooks = { sessionId: () => `${crypto.randomUUID()}${"x".repeat(9_000)}` };
  const { verdicts } = await judgeServer(CONTEXT, undefined, { hooks });
  expect(failed(verdicts)).toEqual([]);
});
