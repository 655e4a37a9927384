// An extension is a folder: what is invented here is judged without a line of code about it.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { digestOf, digestOfRaw } from "../../src/capture/digest.ts";
import { extensionsOf, judgedVersions } from "../../src/judge/corpus/extension-ruleset.ts";
import { rulesetOf } from "../../src/judge/corpus/ruleset.ts";
import { classify } from "../../src/judge/corpus-files/compile.ts";
import { loadCompliance } from "../../src/judge/corpus-files/load-folder.ts";
import { extensionRules, extensionStandings } from "../../src/judge/extensions/standing.ts";
import { judgeRuleset, openJudgeContext } from "../../src/judge/rules/judge-ruleset.ts";
import { gradeVerdicts } from "../../src/scores/compliance/grade.ts";
import { scoreExtensions } from "../../src/scores/result/extensions-score.ts";
import { COMPLIANCE, ROOT } from "./compliance.ts";

const HEAD = `identifier: com.example/shelves
name: Shelves
since: '2025-11-25'
text: https://example.com/shelves
traces:
  - target: tools.name
    matcher: { exact: shelf }
`;
const REGISTRY = `- rule_id: SHELF-001
  title: Shelves have labels
  section: extensions
  level: MUST
  spec: '#labels'
  means: Every tool has a title.
  why: People look for them.
  example: '{}'
  fix: Add a title.
- rule_id: SHELF-002
  title: Shelves are described
  section: extensions
  level: SHOULD
  spec: '#descriptions'
  means: Every tool has a description.
  why: Models look for them.
  example: '{}'
  fix: Add a description.
`;
const ROWS = `- rule_id: SHELF-001
  each: true
  expect: [{ target: tools.title, matcher: { type: string } }]
- rule_id: SHELF-002
  each: true
  expect: [{ target: tools.description, matcher: { type: string } }]
`;

let folder = "";
const write = (version: string, name: string, text: string): void => {
  mkdirSync(join(folder, "extensions/shelves", version), { recursive: true });
  writeFileSync(join(folder, "extensions/shelves", version, name), text);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcptest-extension-"));
  cpSync(ROOT, folder, { recursive: true });
  write("2026-01-01", "extension.yaml", HEAD);
  write("2026-01-01", "registry.yaml", REGISTRY);
  write("2026-01-01", "rows.yaml", ROWS);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const capture = (extensions: JsonObject | undefined, tool: JsonObject): Capture => ({
  format: "mcptest-capture/1",
  server_label: "shelves",
  server_capabilities: { tools: {}, ...(extensions ? { extensions } : {}) },
  exchanges: [
    {
      request: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      response: {
        jsonrpc: "2.0",
        id: 1,
        result: { tools: [{ name: "shelf", inputSchema: { type: "object" }, ...tool }] },
      },
    },
  ],
});

const judge = (session: Capture, revision: "2025-06-18" | "2025-11-25" = "2025-11-25") => {
  const found = extensionsOf(loadCompliance(folder), revision);
  const context = openJudgeContext(session, revision, { value: digestOf, raw: digestOfRaw });
  const rules = extensionRules(context.view, found);
  const verdicts = judgeRuleset(context, { revision, rules });
  return { verdicts, standings: extensionStandings(context.view, found, verdicts) };
};

describe("an invented extension", () => {
  test("is judged beside the revision where the server declares it, and its MUST counts", () => {
    const { verdicts, standings } = judge(capture({ "com.example/shelves": {} }, {}));
    expect(
      verdicts.map(({ id, state, level, advisory, extension }) => [id, state, level, advisory, extension]),
    ).toEqual([
      ["SHELF-001", "fail", "MUST", false, "com.example/shelves"],
      ["SHELF-002", "fail", "SHOULD", false, "com.example/shelves"],
    ]);
    expect(verdicts[0]?.spec).toBe("https://example.com/shelves#labels");
    // The SHOULD is reported and counts in no grade.
    expect(gradeVerdicts(verdicts)).toMatchObject({ failed: 1, failed_must: 1, grade: "B" });
    expect(standings).toEqual([
      {
        identifier: "com.example/shelves",
        declared: true,
        name: "Shelves",
        status: "judged",
        version: "2026-01-01",
        link: "https://example.com/shelves",
        counts: { passed: 0, failed: 2, failed_must: 1, warnings: 0, open: 0 },
      },
    ]);
    expect(scoreExtensions({ extensions: standings })).toMatchObject({
      state: "fail",
      summary: "Shelves: 0 of 2 rules hold",
      counts: { declared: 1, judged: 1, "com.example/shelves failed_must": 1 },
    });
  });

  test("warns where only its traces are seen", () => {
    const { verdicts, standings } = judge(capture(undefined, {}));
    expect(verdicts.map(({ id, state, level, advisory }) => [id, state, level, advisory])).toEqual([
      ["SHELF-001", "fail", "SHOULD", true],
      ["SHELF-002", "fail", "SHOULD", true],
    ]);
    expect(gradeVerdicts(verdicts).failed).toBe(0);
    expect(standings[0]).toMatchObject({ declared: false, counts: { failed: 0, warnings: 2 } });
    expect(scoreExtensions({ extensions: standings })?.state).toBe("warn");
  });

  test("is listed and not judged beside a revision before its text", () => {
    const { verdicts, standings } = judge(capture({ "com.example/shelves": {} }, {}), "2025-06-18");
    expect(verdicts).toEqual([]);
    expect(standings).toMatchObject([{ status: "official", note: expect.stringContaining("2025-11-25 and later") }]);
  });

  test("its traces say nothing beside a revision before its text", () => {
    expect(judge(capture(undefined, { title: "Shelf" }), "2025-06-18")).toEqual({ verdicts: [], standings: [] });
  });

  test("an unknown one is listed, an experimental one recognised, and neither fails", () => {
    const declared = { "com.example/other": {}, "io.modelcontextprotocol/interceptors": {} };
    const { verdicts, standings } = judge({ ...capture(declared, { title: "Shelf" }), exchanges: [] });
    expect(verdicts).toEqual([]);
    expect(standings.map(({ identifier, status, name }) => [identifier, status, name])).toEqual([
      ["com.example/other", "unknown", undefined],
      ["io.modelcontextprotocol/interceptors", "experimental", "Interceptors"],
    ]);
    expect(scoreExtensions({ extensions: standings })).toMatchObject({
      state: "none",
      summary: "2 listed, not judged",
    });
  });

  test("one whose rules stand with the revision is counted by them", () => {
    const session = capture({ "io.modelcontextprotocol/tasks": {} }, { title: "Shelf", description: "A shelf" });
    const found = extensionsOf(loadCompliance(folder), "2026-07-28");
    const context = openJudgeContext(session, "2026-07-28", { value: digestOf, raw: digestOfRaw });
    const verdicts = judgeRuleset(context, rulesetOf(COMPLIANCE, "2026-07-28")).filter(({ id }) => id === "TASK-001");
    expect(extensionStandings(context.view, found, verdicts)).toContainEqual(
      expect.objectContaining({ identifier: "io.modelcontextprotocol/tasks", status: "judged", name: "Tasks" }),
    );
  });

  test("a draft is judged only where there is nothing else, and inherits", () => {
    write("draft", "extension.yaml", `${HEAD}extends: 2026-01-01\n`);
    write("draft", "rows.yaml", "- drop: SHELF-002\n");
    const { extensions } = loadCompliance(folder);
    const shelves = extensions.filter(({ head }) => head.id === "shelves");
    expect(shelves.map(({ head, rows }) => [head.version, [...rows.keys()]])).toEqual([
      ["2026-01-01", ["SHELF-001", "SHELF-002"]],
      ["draft", ["SHELF-001"]],
    ]);
    expect(judgedVersions(shelves).map(({ head }) => head.version)).toEqual(["2026-01-01"]);
    rmSync(join(folder, "extensions/shelves/draft"), { recursive: true });
  });

  test.each([
    ["extension.yaml", HEAD.replace("com.example/shelves", "shelves"), "expected an identifier such as"],
    ["extension.yaml", HEAD.replace("https:", "file:"), "expected an address that begins with https://"],
    ["extension.yaml", "identifier: [", "extension.yaml:1"],
    [
      "registry.yaml",
      REGISTRY.replaceAll("SHELF-001", "PROTO-001"),
      "PROTO-001 is a rule of extension shelves and of the core registry",
    ],
    ["rows.yaml", `${ROWS}- drop: SHELF-009\n`, "drops SHELF-009, which it does not inherit"],
  ])("a mistake in %s is one line", (name, text, message) => {
    write("2026-02-01", "extension.yaml", HEAD);
    write("2026-02-01", "registry.yaml", REGISTRY);
    write("2026-02-01", "rows.yaml", ROWS);
    write("2026-02-01", name, text);
    expect(() => loadCompliance(folder)).toThrow(message);
    rmSync(join(folder, "extensions/shelves/2026-02-01"), { recursive: true });
  });

  test("a rule without a row needs a line in ids.txt", () => {
    write("2026-01-01", "rows.yaml", ROWS.slice(0, ROWS.indexOf("- rule_id: SHELF-002")));
    expect(() => classify(loadCompliance(folder), "")).toThrow("has no corpus row");
    write("2026-01-01", "rows.yaml", ROWS);
  });
});

test("the ids of extensions are told apart from those of the core, and each has a class", () => {
  const own = COMPLIANCE.extensions.flatMap(({ registry }) => [...registry.keys()]);
  expect(own.length).toBeGreaterThan(70);
  expect(own.filter((id) => COMPLIANCE.registry.has(id))).toEqual([]);
});
