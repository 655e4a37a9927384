// The path most users take: record a server, judge the recording, read the report. Each step says what check says at once.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Result } from "../../src/scores/result/result.ts";
import { mcptest, temporaryFolder } from "./cli.ts";

const EXAMPLE = ["--", process.execPath, "examples/notes-server.js"];

test("record, judge, report: the example server over stdio", async () => {
  const folder = temporaryFolder();
  const [capture, page, junit] = ["session.json", "report.html", "junit.xml"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const recorded = await mcptest(["record", "-o", capture, ...EXAMPLE]);
  expect(recorded.code, recorded.stderr).toBe(0);

  const files = ["--reporter", "html", "-o", page, "--reporter", "junit", "-o", junit];
  const judged = await mcptest(["judge", capture, "--reporter", "json", ...files]);
  expect(judged.code, judged.stderr).toBe(0);
  const result = JSON.parse(judged.stdout) as Result;
  expect(result.verdicts.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
  expect(result.compliance.grade).toMatch(/^A/);

  const [html, xml] = [readFileSync(page, "utf8"), readFileSync(junit, "utf8")];
  expect(html).toContain("<!doctype html>");
  expect(html).toContain("notes-server");
  expect(xml).toMatch(/<testsuites[^>]* failures="0"/);
});
