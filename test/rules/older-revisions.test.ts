import { expect, onTestFinished, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { makeServerResult } from "../../src/scores/result/make-result.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";
import { mutantOptions } from "../areas/tables.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { LIVE_RETRIES } from "./live-retries.ts";

const tool = { name: "mcptest", version: "0.0.0" };

const check = async (options: Partial<HttpServerOptions>): Promise<{ capture: Capture; result: ServerResult }> => {
  const server = await startHttpServer({ era: "stateful", ...options });
  onTestFinished(() => server.close());
  const capture = await probeTarget(
    { kind: "http", url: server.url, headers: [], origin: "user" },
    { client: tool, limits: { quietMs: 50 } },
  );
  return { capture, result: await makeServerResult(capture, { tool }) };
};

const failuresIn = ({ older = [] }: ServerResult): [string, string[]][] =>
  older.map(({ revision, failures }) => [revision, failures.map(({ id }) => id)]);

const stepsIn = ({ exchanges }: Capture, revision: string): (string | undefined)[] =>
  exchanges.filter(({ conversation }) => conversation === `revision-${revision}`).map(({ step }) => step);

test("a correct server keeps what it promises in every revision it negotiates", LIVE_RETRIES, async () => {
  const { capture, result } = await check({});
  expect(failuresIn(result)).toEqual([
    ["2025-06-18", []],
    ["2025-03-26", []],
    ["2024-11-05", []],
  ]);
  // Batches are asked only where they exist.
  expect(stepsIn(capture, "2025-03-26").filter((step) => /^batch/.test(step ?? ""))).toEqual([
    "batch",
    "batch-control",
    "batch-notifications",
    "batch-notifications-control",
    "batch-empty",
    "batch-empty-control",
    "batch-mixed",
    "batch-mixed-control",
  ]);
  expect(stepsIn(capture, "2025-06-18").filter((step) => /^batch/.test(step ?? ""))).toEqual([]);
});

test(
  "one that breaks only the batches of 2025-03-26 fails exactly there, and keeps its grade",
  LIVE_RETRIES,
  async () => {
    const { hooks } = mutantOptions("batch-answer-lost");
    const [{ result }, { result: correct }] = await Promise.all([check({ hooks }), check({})]);
    expect(failuresIn(result)).toEqual([
      ["2025-06-18", []],
      // The answer it loses of a mixed batch follows from the same vice.
      ["2025-03-26", ["PROTO-026", "PROTO-032"]],
      ["2024-11-05", []],
    ]);
    expect(result.compliance.grade).toBe(correct.compliance.grade);
    const [failure] = result.older?.[1]?.failures ?? [];
    expect(failure).toMatchObject({ revision: "2025-03-26", level: "MUST" });
    const shown = new Set(result.exchanges.map(({ id }) => id));
    expect(failure?.evidence.map(({ exchange }) => exchange)).toEqual(["revision-2025-03-26/batch"]);
    expect(shown).toContain("revision-2025-03-26/batch");
  },
);

test("who names a revision hears of that one alone", LIVE_RETRIES, async () => {
  const { capture } = await check({});
  expect((await makeServerResult(capture, { tool, revision: "2025-11-25" })).older).toBeUndefined();
});
