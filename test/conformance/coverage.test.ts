// How much of the corpus a run exercises, on servers that do everything and on servers that do little.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import type { CheckResult, ConformanceResult } from "../../src/judge/corpus/conformance.ts";
import { embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { record } from "../../src/library/index.ts";
import { judgeConformance } from "../../src/scores/conformance/judge-conformance.ts";
import { mutantOptions } from "../areas/tables.ts";
import { type HttpServerOptions, startHttpServer } from "../servers/http/http-server.ts";
import { startPlainServer } from "./plain-server.ts";

const MAPPING = await embeddedMapping();

async function score(capture: Capture, version?: string): Promise<ConformanceResult> {
  const result = await judgeConformance(capture, {
    tool: { name: "mcptest", version: "0.0.0" },
    corpora: resolveConformance({}),
    mapping: MAPPING,
    version,
  });
  if (!result) throw new Error("there is no corpus");
  return result;
}

const probe = (url: string): Promise<Capture> =>
  record({ kind: "http", url, headers: [], origin: "user" }, { limits: { toolMs: 4_000 } });

async function probeExample(options: HttpServerOptions): Promise<Capture> {
  const server = await startHttpServer({ slowMs: 400, ...options });
  try {
    return await probe(server.url);
  } finally {
    await server.close();
  }
}

/** The 44 rows of SEPs that bind servers alone and the 4 about tool definitions, extensions aside. */
const sepRows = ({ checks }: ConformanceResult): readonly CheckResult[] =>
  checks.filter(
    ({ sep, roles, extension }) =>
      sep !== null &&
      roles.length === 1 &&
      !extension &&
      /server|tool/.test(roles[0] ?? "") &&
      roles[0] !== "auth-server",
  );

const exercised = (rows: readonly CheckResult[]): number =>
  rows.filter(({ state }) => state === "pass" || state === "fail").length;

describe("2026-07-28", () => {
  test("a correct server with everything: tier 1, at least 40 of the 48 SEP rows exercised", async () => {
    const result = await score(await probeExample({ era: "dual" }));
    expect(result).toMatchObject({
      target_version: "2026-07-28",
      tier: "tier-1",
      badge: "T1",
      corpus_source: "embedded",
    });
    expect(sepRows(result)).toHaveLength(48);
    expect(exercised(sepRows(result))).toBeGreaterThanOrEqual(40);
    expect(result.checks.filter(({ state }) => state === "fail")).toEqual([]);
    expect(result.per_sep).toHaveLength(15);
    for (const { roles, state } of result.checks)
      if (roles.every((role) => role === "client" || role === "auth-server")) expect(state).toBe("not-for-servers");
  });

  test("a plain server with two tools on the official SDK: at least 25 of them", async () => {
    const server = await startPlainServer();
    try {
      const result = await score(await probe(server.url));
      expect(exercised(sepRows(result))).toBeGreaterThanOrEqual(25);
      // Alone, the SEP rows gave it the best tier: its endpoint serves pages of any origin, and its errors are dumps.
      const failed = result.checks.filter(({ state }) => state === "fail").map(({ check }) => check);
      expect(failed).toEqual(["core-http-origin", "core-error-message-short"]);
      expect(result.tier).toBe("fail");
    } finally {
      await server.close();
    }
  });

  test("one vice fails its check, and the tier", async () => {
    const result = await score(await probeExample({ era: "stateless", ...mutantOptions("unknown-method-code") }));
    const failed = result.checks.filter(({ state }) => state === "fail").map(({ check }) => check);
    expect(failed).toContain("sep-2575-http-server-method-not-found-404");
    expect([result.tier, result.badge]).toEqual(["fail", "F"]);
    expect(result.exchanges.length).toBeGreaterThan(0);
  });
});

describe("which corpus", () => {
  test("a server of the stateful era is scored by the newest it speaks", async () => {
    const capture = await probeExample({ era: "stateful" });
    const result = await score(capture);
    expect([result.target_version, result.tier]).toEqual(["2025-11-25", "tier-1"]);
    expect(exercised(result.checks)).toBeGreaterThanOrEqual(25);
    expect(result.checks.filter(({ state }) => state === "fail")).toEqual([]);

    const refused = await score(capture, "2026-07-28");
    expect(refused).toMatchObject({ tier: null, badge: null, revision: null, coverage: { exercised: 0 } });
    expect(refused.notes[0]).toContain("does not speak 2026-07-28");
  });

  test("a dead port passes nothing, and says why", async () => {
    const server = await startHttpServer({ era: "stateless" });
    await server.close();
    const result = await score(await probe(server.url));
    expect(result).toMatchObject({
      tier: null,
      badge: null,
      must: { passed: 0, total: 0 },
      coverage: { exercised: 0 },
    });
    expect(result.coverage.reasons.map(({ reason }) => reason)).toContain("unreachable");
  });
});
