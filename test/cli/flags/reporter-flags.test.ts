import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addFlags } from "../../../src/cli/commands/add-command.ts";
import { REPORTERS, readReporters, reporterFlags, writeReports } from "../../../src/cli/flags/reporter-flags.ts";
import type { Console } from "../../../src/cli/terminal/console.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcptest-reporters-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);

const chosenBy = (...args: string[]) => {
  const command = addFlags(new Command("x").exitOverride(), reporterFlags(REPORTERS));
  command.parse(args, { from: "user" });
  return readReporters(command.opts(), REPORTERS);
};

const names = (...args: string[]): string[] => {
  const chosen = chosenBy(...args);
  for (const { file } of chosen) file?.commit("");
  return chosen.map(({ reporter, out }) =>
    out === undefined ? reporter : `${reporter} > ${out.slice(folder.length + 1)}`,
  );
};

const listen = (): Console & { readonly said: string[]; readonly complained: string[] } => {
  const [said, complained]: [string[], string[]] = [[], []];
  return {
    out: (text) => void said.push(text),
    err: (text) => void complained.push(text),
    color: true,
    errColor: false,
    width: 70,
    live: false,
    ci: false,
    said,
    complained,
  };
};

describe("which reports go where", () => {
  test("an -o belongs to the reporter beside it, whichever comes first", () => {
    expect(names()).toEqual(["pretty"]);
    expect(names("--format", "md")).toEqual(["markdown"]);
    expect(names("-o", at("a"))).toEqual(["pretty > a"]);
    expect(names("-o", at("a"), "--reporter", "json")).toEqual(["json > a"]);
    expect(names("--reporter", "json", "--reporter", "html", "-o", at("a"))).toEqual(["json", "html > a"]);
    expect(
      names("--reporter", "json", "-o", at("a"), "--format", "html", "-o", at("b"), "--reporter", "github"),
    ).toEqual(["json > a", "html > b", "github"]);
    expect(names("-o", at("a"), "--reporter", "json", "-o", at("b"), "--reporter", "html")).toEqual([
      "json > a",
      "html > b",
    ]);
    expect(names("--reporter", "json", "-o", "-")).toEqual(["json"]);
  });

  test.each([
    [["--reporter", "pdf"], /"pdf" is not a choice; use one of pretty, json/],
    [["--reporter", "json", "--reporter", "html"], /json and html cannot share stdout/],
    [["--reporter", "json", "--reporter", "html", "-o", "-"], /cannot share stdout/],
    [["-o", "a", "-o", "b"], /-o "b" has no report of its own/],
    [["--reporter", "json", "-o", "a", "--reporter", "html", "-o", "a"], /"a" is named twice/],
    [["-o", "no/such/folder/x"], /its folder does not exist/],
    [["-o", ""], /-o is empty/],
  ])("%j is refused", (args, message) => {
    expect(() => chosenBy(...args)).toThrow(message);
  });

  test("files appear whole and without colour; stdout has the terminal's", () => {
    const console = listen();
    const chosen = chosenBy("--reporter", "json", "-o", at("a.json"), "--reporter", "pretty");
    expect(existsSync(at("a.json"))).toBe(false);
    writeReports(chosen, (reporter, { color, width }) => `${reporter} ${color} ${width}`, console);
    expect(readFileSync(at("a.json"), "utf8")).toBe("json false 100");
    expect(console.said).toEqual(["pretty true 70"]);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  test("in GitHub's runner, github also writes the step summary; one that cannot be written is no failure", () => {
    const render = (reporter: string): string => `${reporter}\n`;
    vi.stubEnv("GITHUB_STEP_SUMMARY", at("summary"));
    writeReports(chosenBy("--reporter", "github"), render, listen());
    writeReports(chosenBy("--reporter", "github"), render, listen());
    expect(readFileSync(at("summary"), "utf8")).toBe("markdown\nmarkdown\n");
    vi.stubEnv("GITHUB_STEP_SUMMARY", at("none/summary"));
    const console = listen();
    writeReports(chosenBy("--reporter", "github"), render, console);
    expect(console.said).toEqual(["github\n"]);
    expect(console.complained.join("")).toContain("the step summary was not written");
  });
});
