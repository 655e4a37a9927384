// What stands behind the tier of a server that has two tools and nothing else, in every revision and transport.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import type { ConformanceResult } from "../../src/judge/corpus/conformance.ts";
import { embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { resolveConformance } from "../../src/judge/corpus-files/resolve-conformance.ts";
import { record } from "../../src/library/index.ts";
import { judgeConformance } from "../../src/scores/conformance/judge-conformance.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { REVISIONS, type Revision } from "../servers/revisions.ts";
import type { Feature } from "../servers/server-core.ts";
import { stdioServerCommand } from "../servers/spawn.ts";

const WITHOUT: readonly Feature[] = [
  "resources",
  "prompts",
  "completions",
  "logging",
  "subscribe",
  "list-changed",
  "tasks",
  "deprecated",
  "rich-tools",
];

const eraOf = (revision: Revision) => (revision === "2026-07-28" ? "stateless" : "stateful");

const overStdio = (revision: Revision): Promise<Capture> => {
  const server = stdioServerCommand({ era: eraOf(revision), revisions: [revision], without: WITHOUT });
  return record({ kind: "stdio", ...server, env: {} });
};

/** 2024-11-05 has a transport of its own. */
const overHttp = async (revision: Revision): Promise<Capture> => {
  const era = revision === "2024-11-05" ? "http+sse" : eraOf(revision);
  const server = await startHttpServer({ era, revisions: [revision], without: WITHOUT });
  try {
    return await record({ kind: "http", url: server.url, headers: [], origin: "user" });
  } finally {
    await server.close();
  }
};

async function score(capture: Capture, version: string): Promise<ConformanceResult> {
  const result = await judgeConformance(capture, {
    tool: { name: "mcptest", version: "0.0.0" },
    corpora: resolveConformance({}),
    mapping: await embeddedMapping(),
    version,
  });
  if (!result) throw new Error("there is no corpus");
  return result;
}

describe.each([
  ["stdio", overStdio],
  ["HTTP", overHttp],
] as const)("over %s", (_name, probe) => {
  test.each(REVISIONS)("%s: at least 20 checks, 5 of them SHOULD, and a tier", async (revision) => {
    const result = await score(await probe(revision), revision);
    const { must, should, core, per_sep, coverage } = result;
    expect(must.total + should.total).toBeGreaterThanOrEqual(20);
    expect(should.total).toBeGreaterThanOrEqual(5);
    expect(should.passed).toBe(should.total);
    expect(result.tier).not.toBeNull();
    expect(core.tested + per_sep.reduce((sum, { tested }) => sum + tested, 0)).toBe(coverage.exercised);
  });
});
