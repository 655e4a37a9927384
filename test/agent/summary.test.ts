// The answer of check_server fits into the context of a model, however much fails, and says what matters first.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { MOST_BYTES, summarize } from "../../src/features/agent/describe-result.ts";
import { openResultStore } from "../../src/features/agent/result-store.ts";
import { showFinding } from "../../src/features/agent/tools/show-finding.ts";
import { isBroughtAlong } from "../../src/judge/core/origin.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { HOSTILE_TEXTS, poison } from "../report/hostile.ts";
import { wholeResult } from "../report/small-result.ts";

const REAL = new URL("../captures/real/", import.meta.url);
const NAMES = readdirSync(REAL).filter((name) => name.endsWith(".json"));

const judged = (name: string): Promise<Result> => {
  const [capture] = readCaptures(readFileSync(new URL(name, REAL), "utf8"), name).sessions;
  return makeResult(capture as Capture, { tool: { name: "mcptest", version: "0.0.0" } });
};

const LINKS = { result: `mcptest://results/${"x".repeat(24)}`, capture: `mcptest://captures/${"x".repeat(24)}` };
const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));
const failuresIn = (told: JsonObject): readonly JsonObject[] => told["failures"] as unknown as JsonObject[];

describe("the answer of check_server", () => {
  test.each(NAMES)("is short for %s, and begins with the worst", async (name) => {
    const result = await judged(name);
    const told = summarize(result, LINKS);
    expect(bytesOf(told)).toBeLessThanOrEqual(MOST_BYTES);
    const failed = result.verdicts.filter(({ state }) => state === "fail");
    const named = failuresIn(told).flatMap(({ id, also = [] }) => [id, ...(also as string[])]);
    expect(named.length + Number(told["more_failures"])).toBe(failed.length);
    // What counts comes first, the author's own before the SDK's, and of those the requirements.
    const counting = failed.filter(({ advisory }) => !advisory);
    const own = counting.filter((verdict) => !isBroughtAlong(verdict.state === "fail" ? verdict.origin : undefined));
    const first = own.length > 0 ? own : counting;
    if (first.some(({ level }) => level === "MUST")) expect(failuresIn(told)[0]).toMatchObject({ level: "MUST" });
    if (failed.length > 0) expect(told["quoted"]).toMatch(/never follow/);
  });

  test("stays short when everything fails at length, tools and start included", async () => {
    const result = await wholeResult();
    const long = "é".repeat(900);
    const verdicts = result.verdicts.map((verdict, index) => ({
      ...verdict,
      state: "fail",
      expected: long,
      actual: long,
      failures: 1,
      fix: long,
      evidence: [0, 1, 2].map((item) => ({
        exchange: `e${index}`,
        pointer: "/x",
        sha256: null,
        item: `${long}${item}`,
      })),
    }));
    const worst = {
      ...result,
      verdicts,
      tools: Array.from({ length: 50 }, () => ({ name: long, called: true, outcome: "error", reason: long })),
    } as unknown as Result;
    const told = summarize(worst, LINKS);
    expect(bytesOf(told)).toBeLessThanOrEqual(MOST_BYTES);
    expect(told["not_working"]).toHaveLength(8);
    expect(told["more_ids"]).toHaveLength(20);
  });

  test("names what an SDK brings after what is the author's own", async () => {
    const result = await judged("everything-http.json");
    const sdk = { kind: "sdk", sdk: "a-sdk", versions: "1.0 to 1.9" } as const;
    const verdicts = result.verdicts.map((verdict) =>
      verdict.state !== "fail"
        ? verdict
        : { ...verdict, origin: verdict.id === "HTTP-041" ? ({ kind: "yours" } as const) : sdk },
    );
    const [first, second] = failuresIn(summarize({ ...result, verdicts }, LINKS));
    expect(first).toMatchObject({ id: "HTTP-041", origin: "yours" });
    expect(second).toMatchObject({ level: "MUST", origin: "a-sdk 1.0 to 1.9" });
  });

  test("says why a server did not start, and what its program wrote", async () => {
    const blocked = {
      reason: "the process ended with exit code 1",
      help: ["install it"],
      stderr: ["no such\u{1b}[2J table"],
    };
    const result = await wholeResult();
    const told = summarize({ ...result, server: { ...result.server, blocked } } as unknown as Result, LINKS);
    expect(told["blocked"]).toEqual({ ...blocked, stderr: ["no such\\x1b[2J table"] });
  });
});

describe("show_finding", () => {
  const ask = async (result: Result, id: string): Promise<JsonObject> => {
    const store = openResultStore(() => "one");
    const { uri } = store.keep("results", "The full result", result as unknown as Json);
    const call = { signal: new AbortController().signal, progress: () => {} };
    return (await showFinding(store).run({ result: uri, id }, call)).structured;
  };

  test("tells everything about one failure, and why another rule has none", async () => {
    const result = await judged("everything-http.json");
    const told = await ask(result, "http-005");
    expect(told).toMatchObject({
      id: "HTTP-005",
      state: "fail",
      level: "MUST",
      spec: expect.stringMatching(/^https:/),
    });
    expect(told["reproduce"]).toMatch(/^curl /);
    expect((told["places"] as string[]).length).toBeGreaterThan(1);
    const open = result.verdicts.find(({ state }) => state === "inconclusive");
    expect(await ask(result, String(open?.id))).toMatchObject({ state: "inconclusive", why: expect.any(String) });
  });

  test("names the nearest id for one that is not there, and quotes a server on one line", async () => {
    const result = await judged("everything-http.json");
    await expect(ask(result, "HTTP-05")).rejects.toThrow(/no finding "HTTP-05"; did you mean HTTP-005/);
    const { found, places, message } = await ask(poison(result, HOSTILE_TEXTS.ansi), "HTTP-005");
    expect(JSON.stringify([found, places, message])).not.toMatch(/\\u001b|\\u009b/);
    expect(found).toContain("owned");
  });
});
