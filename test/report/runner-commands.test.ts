// A build runner obeys lines of a log; text of a server's never becomes one.

import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { printJson } from "../../src/report/escape/json.ts";
import { defuseLines } from "../../src/report/escape/runner-commands.ts";
import { escapeTerminal } from "../../src/report/escape/terminal.ts";
import { renderPretty } from "../../src/report/formats/pretty.ts";
import { renderResult } from "../../src/report/render-result.ts";
import { HOSTILE_TEXTS, poison } from "./hostile.ts";
import { smallResult } from "./small-result.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a runner may take out before it looks
const COMMAND = /^(?:\s|\x1b\[[0-9;]*m)*::|##\s*[a-z]*\[/im;

describe("No order to a build runner: no line of text is a command of a build runner", () => {
  test.each([
    "::error::x",
    "  ::error::x",
    "\t::error::x",
    "first\n   ::error::x",
    "\u{1b}[31m::error::x",
    "##vso[task.complete]",
    "some text ##vso[task.complete]",
    "##teamcity[x]",
    "##[error]x",
    "## [error]x",
    "##VSO[x]",
    "###vso[x]",
  ])("%j", (text) => {
    expect(text).toMatch(COMMAND);
    for (const spelling of ["terminal", "markup", "json"] as const)
      expect(defuseLines(text, spelling)).not.toMatch(COMMAND);
  });

  test.each(["a::b", "std::vector", "## heading", "#[x]", "x ::y"])("%j stays", (text) => {
    expect(defuseLines(text, "terminal")).toBe(text);
  });

  test("one line of a server's, wherever it is put", () => {
    expect(escapeTerminal(untrusted("a ##vso[x]"))).toBe("a #\\x23vso[x]");
    expect(escapeTerminal(untrusted("a ##teamcity[x]"))).toBe("a #\\x23teamcity[x]");
  });

  test("JSON says the same in other letters", () => {
    const value = { a: "##vso[x]", b: ["::x", "##[y]"] };
    expect(printJson(value)).not.toMatch(COMMAND);
    expect(JSON.parse(printJson(value))).toEqual(value);
  });

  test("also where a line is wrapped, at every width, in colour or not", () => {
    const said = "word ".repeat(12) + "::error::owned ##vso[x] ".repeat(4);
    const view = { pretty: () => [] as string[] };
    for (let width = 40; width <= 160; width += 1)
      for (const color of [false, true]) {
        const drawn = renderPretty(
          {
            ...view,
            pretty: (_: null, terminal) => [
              ...terminal.paragraph(said, 4),
              ...terminal.row("said", said, { hard: true }),
            ],
          },
          null,
          { width, color },
        );
        expect(drawn).not.toMatch(COMMAND);
      }
  });

  test("a result of check, in every format but annotations", async () => {
    const result = poison(await smallResult(), HOSTILE_TEXTS.runner);
    for (const format of ["pretty", "json", "markdown", "html", "junit", "sarif", "badge", "badge-json"] as const)
      for (const width of [40, 77, 100])
        expect(renderResult(result, format, { width, verbose: true }), format).not.toMatch(COMMAND);
    for (const line of renderResult(result, "github").split("\n")) {
      expect(line).toMatch(/^$|^::(?:error|warning|notice) title=/);
      expect(line).not.toMatch(/##\s*[a-z]*\[/i);
    }
  });
});
