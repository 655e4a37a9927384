// A new stateless revision is an entry on the timeline and a folder of rows. Here one is invented: it extends 2026-07-28,
// changes one row, and is probed and judged live, with no change to src.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Verdict } from "../../src/judge/core/verdict.ts";

const INVENTED = "2027-01-15";

const TIMELINE = "../../src/protocol/revision-table.ts";
const SERVERS = "../servers/revisions.ts";

/** The same sources, loaded again with one more entry on the timeline, for mcptest and for the example server. */
const loadWithInvention = async () => {
  vi.resetModules();
  const [timeline, servers] = await Promise.all([import(TIMELINE), import(SERVERS)]);
  const [dated, draft] = [timeline.TIMELINE.slice(0, -1), timeline.TIMELINE.at(-1)];
  const revisions = [...servers.REVISIONS.slice(0, -1), INVENTED];
  vi.doMock(TIMELINE, () => ({ TIMELINE: [...dated, { revision: INVENTED, era: "stateless" }, draft] }));
  vi.doMock(SERVERS, () => ({
    ...servers,
    REVISIONS: revisions,
    STATELESS_REVISION: INVENTED,
    isRevision: (value: unknown) => revisions.includes(value),
  }));
  vi.resetModules();
  const [revision, library, context, ruleset, folder, judge, http] = await Promise.all([
    import("../../src/protocol/revision.ts"),
    import("../../src/library/index.ts"),
    import("../../src/judge/session/judge-context.ts"),
    import("../../src/judge/corpus/ruleset.ts"),
    import("../../src/judge/corpus-files/load-folder.ts"),
    import("../../src/judge/rules/judge-ruleset.ts"),
    import("../servers/http/http-server.ts"),
  ]);
  return { ...revision, ...library, ...context, ...ruleset, ...folder, ...judge, ...http };
};

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcptest-revision-"));
  cpSync(new URL("../../compliance", import.meta.url), folder, { recursive: true });
  mkdirSync(join(folder, `v${INVENTED}`));
  writeFileSync(join(folder, `v${INVENTED}`, "corpus.yaml"), "extends: v2026-07-28\n");
  writeFileSync(
    join(folder, `v${INVENTED}`, "tool.yaml"),
    `- rule_id: TOOL-002
  expect:
    - target: unknown_tool.error.code
      matcher: { exact: -32097 }
      message: the code that only the invented revision has
`,
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.doUnmock(TIMELINE);
  vi.doUnmock(SERVERS);
  // The next file of this process loads the sources as they are.
  vi.resetModules();
});

const failed = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);

test("is spoken, probed in full and judged by its own rows", async () => {
  const {
    judgeContextFor,
    judgeRuleset,
    LATEST_STATELESS,
    loadCompliance,
    parseRevision,
    record,
    rulesetOf,
    startHttpServer,
  } = await loadWithInvention();
  expect(LATEST_STATELESS).toBe(INVENTED);
  const revision = parseRevision(`v${INVENTED}`);
  if (revision === undefined) throw new Error("the timeline does not have the invented revision");
  const server = await startHttpServer({ era: "stateless", slowMs: 400 });
  const target = { kind: "http", url: server.url, headers: [], origin: "user" } as const;
  const capture = await record(target, { limits: { toolMs: 4_000 } }).finally(() => server.close());

  expect(capture.revisions?.probed).toBe(INVENTED);
  const spoken = capture.exchanges.flatMap(({ http }) =>
    (http?.request_headers ?? []).filter(([name]) => name === "MCP-Protocol-Version").map(([, version]) => version),
  );
  expect(spoken.filter((version) => version === INVENTED).length).toBeGreaterThan(100);

  const compliance = loadCompliance(folder);
  const [invented, before] = [rulesetOf(compliance, revision), rulesetOf(compliance, "2026-07-28")];
  expect(invented.rules.length).toBe(before.rules.length);
  const verdicts = judgeRuleset(await judgeContextFor(capture, revision, [invented]), invented);
  expect(failed(verdicts)).toEqual(["TOOL-002"]);
  expect(verdicts.filter(({ state }) => state === "pass").length).toBeGreaterThan(200);
});
