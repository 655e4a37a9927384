// `mcptest doctor` and `mcptest compliance diff` as a user runs them.

import { join } from "node:path";
import { expect, test } from "vitest";
import { mcptest, ROOT } from "./cli.ts";

const SERVER = ["--", process.execPath, join(ROOT, "examples", "migration-doctor", "server.js")];

test("the example breaks on 2026-07-28, and the report says where and what to do", async () => {
  const { code, stdout } = await mcptest(["doctor", "--to", "2026-07-28", ...SERVER]);
  expect(code).toBe(1);
  expect(stdout).toContain("2025-11-25 → 2026-07-28");
  expect(stdout).toMatch(/✗ RES-003 MUST/);
  expect(stdout).toContain("-32002");
  const order = ["Breaks (", "New to build (", "Goes (", "Already meets 2026-07-28"].map((text) =>
    stdout.indexOf(text),
  );
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((left, right) => left - right));
});

test("nothing breaks, nothing fails: its own revision", async () => {
  const { code, stdout } = await mcptest(["doctor", "--to", "2025-11-25", "--quiet", ...SERVER]);
  expect(stdout).toContain("already speaks 2025-11-25");
  expect(code).toBe(0);
});

test("what cannot be done is one line", async () => {
  const typo = await mcptest(["doctor", "--to", "2026-7-28", ...SERVER]);
  expect(typo).toMatchObject({ code: 1, stdout: "" });
  expect(typo.stderr).toMatch(
    /^mcptest: --to "2026-7-28" is not a revision of the protocol; did you mean 2026-07-28\?.*\n$/,
  );
  const back = await mcptest(["doctor", "--to", "2024-11-05", "--revision", "2025-11-25", ...SERVER]);
  expect(back.code).toBe(1);
  expect(back.stderr).toMatch(/^mcptest: --to 2024-11-05 is older than 2025-11-25.*\n$/);
});

test("compliance diff", async () => {
  const json = await mcptest(["compliance", "diff", "v2024-11-05", "v2025-06-18", "--format", "json"]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({ from: "v2024-11-05", to: "v2025-06-18", clean: false });
  const clean = await mcptest(["compliance", "diff", "v2026-07-28", "draft"]);
  expect(clean.stdout).toContain("v2026-07-28 → draft  clean");
  expect((await mcptest(["compliance", "diff", "v2027-01-01", "draft"])).code).toBe(2);
});
