// Every JavaScript block of docs/library.md, run by itself against the built package, and what it prints.

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt, ROOT } from "../e2e/cli.ts";

/** Another build can be tried with MCPTEST_DIST. */
const PACKAGE = dirname(resolve(process.env["MCPTEST_DIST"] ?? join(ROOT, "dist")));

interface Example {
  readonly heading: string;
  readonly code: string;
  /** The block of text that follows, if one does. */
  readonly printed: string | undefined;
}

const examplesIn = (page: string): readonly Example[] =>
  [...page.matchAll(/^```js\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm)].map(
    ({ 1: code = "", 2: printed, index }) => ({
      heading:
        page
          .slice(0, index)
          .match(/^## .*$/gm)
          ?.at(-1)
          ?.slice(3) ?? "",
      code,
      printed,
    }),
  );

const examples = examplesIn(readFileSync(join(ROOT, "docs", "library.md"), "utf8"));
const run = promisify(execFile);
let folder = "";

/** A project that has installed the package. */
beforeAll(async () => {
  if (PACKAGE === resolve(ROOT)) await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "mcptest-library-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules", "mcptest"));
  symlinkSync(join(ROOT, "node_modules", "vitest"), join(folder, "node_modules", "vitest"));
  cpSync(join(ROOT, "examples"), join(folder, "examples"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENV = { PATH: process.env["PATH"] ?? "", HOME: "/" };

test("there are examples, of every function the page is about", () => {
  expect(examples.length).toBeGreaterThanOrEqual(9);
  const all = examples.map(({ code }) => code).join("\n");
  for (const name of ["record", "judge", "check", "score", "render", "verifyCertificate"])
    expect(all).toMatch(new RegExp(`\\b${name}\\b`));
});

describe("docs/library.md", () => {
  const plain = examples.filter(({ code }) => !code.includes("mcptest/vitest"));

  test.each(plain.map((example, index) => [index, example.heading, example] as const))(
    "example %i, %s",
    { timeout: 60_000 },
    async (index, _heading, { code, printed }) => {
      const file = join(folder, `example-${index}.mjs`);
      writeFileSync(file, code);
      const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env: ENV });
      expect(stderr).toBe("");
      expect(printed).toBeDefined();
      expect(stdout).toBe(printed);
    },
  );

  test("the example for Vitest passes in Vitest", { timeout: 120_000 }, async () => {
    const example = examples.find(({ code }) => code.includes("mcptest/vitest"));
    writeFileSync(join(folder, "server.test.js"), example?.code ?? "");
    const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
    const { stdout } = await run(process.execPath, [vitest, "run", "--root", folder, "--reporter", "json"], {
      cwd: folder,
      env: ENV,
    });
    expect(JSON.parse(stdout.slice(stdout.indexOf("{")))).toMatchObject({ success: true, numPassedTests: 1 });
  });
});
