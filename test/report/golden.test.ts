// capture → result → every report, compared with committed files. UPDATE=1 writes them.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { STYLE } from "../../src/report/formats/html/style.ts";
import { RESULT_FORMATS, type ResultFormat, renderResult } from "../../src/report/render-result.ts";
import { readResult } from "../../src/scores/result/read-result.ts";
import { openGolden, UPDATE } from "../golden-files.ts";
import { smallResult } from "./small-result.ts";

const expectGolden = openGolden("reports");

const ENDINGS: Readonly<Record<ResultFormat, string>> = {
  pretty: "pretty.txt",
  json: "result.json",
  markdown: "comment.md",
  html: "report.html",
  junit: "junit.xml",
  sarif: "report.sarif",
  github: "github.txt",
  badge: "badge.svg",
  "badge-json": "badge.json",
};

describe("golden files", () => {
  test.each(RESULT_FORMATS)("%s", async (format) => {
    expectGolden(ENDINGS[format], renderResult(await smallResult(), format));
  });

  test("pretty: colour, a narrow terminal, everything, one line", async () => {
    const result = await smallResult();
    expectGolden("pretty-color.txt", renderResult(result, "pretty", { color: true, width: 100 }));
    expectGolden("pretty-narrow.txt", renderResult(result, "pretty", { color: false, width: 48 }));
    expectGolden("pretty-verbose.txt", renderResult(result, "pretty", { color: false, width: 100, verbose: true }));
    expectGolden("pretty-quiet.txt", renderResult(result, "pretty", { quiet: true }));
  });

  test("the page's policy names its style", () => {
    const digest = createHash("sha256").update(STYLE).digest("base64");
    const file = new URL("../../src/report/formats/html/style-digest.ts", import.meta.url);
    if (UPDATE) writeFileSync(file, readFileSync(file, "utf8").replace(/"[^"]*";\n$/, `"${digest}";\n`));
    expect(readFileSync(file, "utf8")).toContain(`"${digest}"`);
  });
});

/** What each format must say of the early result: its grade, and where findings are listed also the one that fails. */
const EARLY: Readonly<Record<ResultFormat, RegExp>> = {
  pretty: /✗ PING-002 MUST /,
  json: /"id": "PING-002",[^}]*"state": "fail"/,
  markdown: /^- ❌ \*\*PING-002\*\* /m,
  html: /<details open class="cause[^>]*>\n<summary>.*PING-002/,
  junit: /<failure type="PING-002"/,
  sarif: /"ruleId": "PING-002"/,
  github: /^::error title=PING-002 /m,
  badge: /<title>MCP [\d-]+: grade [A-F]\+?<\/title>/,
  "badge-json": /"message":"grade [A-F]\+?"/,
};

describe("a saved result", () => {
  test("reads back to the same reports", async () => {
    const result = await smallResult();
    const read = readResult(renderResult(result, "json"), "result.json");
    for (const format of RESULT_FORMATS) expect(renderResult(read, format)).toBe(renderResult(result, format));
  });

  test("of an older mcptest is rendered in every format", () => {
    const text = readFileSync(new URL("results/result-1-early.json", import.meta.url), "utf8");
    const read = readResult(text, "result-1-early.json");
    expect("sha256" in (read.exchanges[0] ?? {})).toBe(false);
    for (const format of RESULT_FORMATS) expect(renderResult(read, format), format).toMatch(EARLY[format]);
  });

  test.each([
    ["", "the file is empty"],
    ["{", "not valid JSON"],
    ['{"a":1,"a":2}', "duplicate key"],
    ["[]", "not a result"],
    ['{"server_label":"x","exchanges":[]}', "mcptest judge"],
    ['{"format":"mcptest-capture/1"}', "mcptest judge"],
    ['{"format":"mcptest-result/9"}', "newer mcptest"],
    ['{"format":"mcptest-result/1"}', "expected a member"],
  ])("%s is refused in one line", (text, message) => {
    expect(() => readResult(text, "x.json")).toThrow(message);
    expect(() => readResult(text, "x.json")).toThrow(/^x\.json[^\n]*$/);
  });

  test("with a verdict that lacks what its state needs is refused, and says where", async () => {
    const result = JSON.parse(renderResult(await smallResult(), "json"));
    const index = result.verdicts.findIndex(({ state }: { state: string }) => state === "fail");
    delete result.verdicts[index].expected;
    expect(() => readResult(JSON.stringify(result), "x.json")).toThrow(`/verdicts/${index}`);
  });
});
