// `mcptest cert page`, as a user runs it.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

test("one file, the same every time, and nothing beside it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "verify.html");
  expect(await mcptest(["cert", "page", "-o", path])).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  const html = readFileSync(path, "utf8");
  expect(html).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
  expect(html).toContain("default-src 'none'; script-src 'sha256-");
  expect(html.length).toBeLessThan(150_000);
  // As every -o: a file that is there is replaced, whole.
  writeFileSync(path, "old");
  expect((await mcptest(["cert", "page", "-o", path])).code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(html);
  expect(readdirSync(folder)).toEqual(["verify.html"]);
  expect((await mcptest(["cert", "page"])).stdout).toBe(html);
  expect((await mcptest(["cert", "page", "-o", "-"])).stdout).toBe(html);
});

test("what a link points to is replaced, not the link", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "real.html"), "old");
  symlinkSync(join(folder, "real.html"), join(folder, "link.html"));
  expect((await mcptest(["cert", "page", "-o", join(folder, "link.html")])).code).toBe(0);
  expect(readFileSync(join(folder, "real.html"), "utf8")).toMatch(/^<!doctype html>/);
});

test.each([
  ["a folder", "there", /it is a folder/],
  ["a folder that is not there", "gone/verify.html", /folder does not exist/],
  ["no name", "", /-o is empty/],
])("one line and exit 1: %s", async (_what, name, words) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "there"));
  const { code, stdout, stderr } = await mcptest(["cert", "page", "-o", name === "" ? "" : join(folder, name)]);
  expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 1, stdout: "", lines: 2 });
  expect(stderr).toMatch(words);
});
