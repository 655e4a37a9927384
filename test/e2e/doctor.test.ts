// `mcptest doctor` and `mcptest compliance diff` as a user runs them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt, 180_000);

const SERVER = ["--", process.execPath, join(ROOT, "examples", "migration-doctor", "server.js")];

test("the example breaks on 2026-07-28, and the report says where and what to do", async () => {
  const { code, stdout } = await mcptest(["doctor", "--to", "2026-07-28", ...SERVER]);
  expect(code).toBe(1);
  expect(stdout).toContain("2025-11-25 → 2026-07-28");
  expect(stdout).toMatch(/✗ RES-003 MUST/);
  expect(stdout).toContain("-32002");
  const order = ["Breaks (", "New to build (", "Goes away (", "Already meets 2026-07-28"].map((text) =>
    stdout.indexOf(text),
  );
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((left, right) => left - right));
});

test("the example is right by its own revision", async () => {
  const { stdout } = await mcptest(["doctor", "--to", "2026-07-28", "--reporter", "json", ...SERVER]);
  const report = JSON.parse(stdout) as {
    broken_today: { id: string }[];
    breaks: { id: string; today: string | null }[];
  };
  // A warning: its lists have one page, and it does not look at cursors.
  expect(report.broken_today.map(({ id }) => id)).toEqual(["PAGE-012"]);
  expect(report.breaks.find(({ id }) => id === "RES-003")?.today).toBe("pass");
});

test("a saved session gives the same answer, in several formats at once", async () => {
  const folder = temporaryFolder();
  const [capture, page] = [join(folder, "session.json"), join(folder, "doctor.html")];
  const live = await mcptest(["doctor", "--to", "2026-07-28", "--save", capture, ...SERVER]);
  const again = ["doctor", "--capture", capture, "--to", "2026-07-28"];
  const saved = await mcptest([...again, "--reporter", "html", "-o", page, "--reporter", "pretty", "-o", "-"]);
  expect(saved.code).toBe(1);
  expect(saved.stdout).toBe(live.stdout);
  expect(readFileSync(page, "utf8")).toContain("RES-003");
  expect((await mcptest([...again, "--fail-on", "never", "--quiet"])).code).toBe(0);
});

test("nobody there", async () => {
  const { code, stderr } = await mcptest(["doctor", "http://127.0.0.1:9/mcp", "--to", "2026-07-28"]);
  expect(code).toBe(4);
  expect(stderr).toContain("127.0.0.1:9");
});

test("nothing breaks, nothing fails: its own revision", async () => {
  const { code, stdout } = await mcptest(["doctor", "--to", "2025-11-25", "--quiet", ...SERVER]);
  expect(stdout).toContain("already speaks 2025-11-25");
  expect(code).toBe(0);
});

test("what cannot be done is one line", async () => {
  const typo = await mcptest(["doctor", "--to", "2026-7-28", ...SERVER]);
  expect(typo).toMatchObject({ code: 1, stdout: "" });
  expect(typo.stderr).toMatch(/^mcptest: --to "2026-7-28" is not a protocol revision; did you mean 2026-07-28\?.*\n$/);
  const back = await mcptest(["doctor", "--to", "2024-11-05", "--revision", "2025-11-25", ...SERVER]);
  expect(back.code).toBe(1);
  expect(back.stderr).toMatch(/^mcptest: --to 2024-11-05 is older than 2025-11-25.*\n$/);
  const both = await mcptest(["doctor", "--capture", "session.json", ...SERVER]);
  expect(both).toMatchObject({ code: 1, stdout: "" });
  expect(both.stderr).toMatch(/^mcptest: --capture reads a saved session and contacts no server; .*\n$/);
});

test("compliance diff", async () => {
  const json = await mcptest(["compliance", "diff", "v2024-11-05", "v2025-06-18", "--format", "json"]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({ from: "v2024-11-05", to: "v2025-06-18", clean: false });
  const clean = await mcptest(["compliance", "diff", "v2026-07-28", "draft"]);
  expect(clean.stdout).toContain("v2026-07-28 → draft  clean");
  const missing = await mcptest(["compliance", "diff", "v2027-01-01", "draft"]);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toMatch(/^mcptest: there is no corpus for v2027-01-01; .*\n$/);
  const typo = await mcptest(["compliance", "diff", "v2025-06-1", "draft"]);
  expect(typo.code).toBe(1);
  expect(typo.stderr).toMatch(/^mcptest: "v2025-06-1" is not a protocol revision; did you mean v2025-06-18\?.*\n$/);
});
