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

describe("a saved result", () => {
  test("reads back to the same reports", async () => {
    const result = await smallResult();
    const read = readResult(renderResult(result, "json"), "result.json");
    for (const format of RESULT_FORMATS) expect(renderResult(read, format)).toBe(renderResult(result, format));
  });

  test("of a version that wrote other members is refused in one line that says what to do", async () => {
    const result = JSON.parse(renderResult(await smallResult(), "json"));
    result.tool.version = "0.0.7";
    delete result.lanes;
    expect(() => readResult(JSON.stringify(result), "x.json")).toThrow(
      /^x\.json: at the top: expected a member "lanes"; mcptest 0\.0\.7 wrote it, or it was edited, so judge its capture again with mcptest judge$/,
    );
    result.role = "host";
    expect(() => readResult(JSON.stringify(result), "x.json")).toThrow(/^x\.json: at \/role: [^\n]*mcptest judge$/);
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
