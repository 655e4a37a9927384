// action.yml and its script: what it hands to the command line, what it leaves behind, and that no input becomes a shell line.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BIN, ROOT, temporaryFolder } from "./cli.ts";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id?: string;
      readonly run?: string;
      readonly uses?: string;
      readonly if?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly with?: Readonly<Record<string, string>>;
    }[];
  };
}

const text = readFileSync(join(ROOT, "action.yml"), "utf8");
const action = parse(text) as Action;
const script = readFileSync(join(ROOT, "action", "check.sh"), "utf8");

describe("action.yml", () => {
  test("is a composite action whose steps interpolate nothing into a shell", () => {
    expect(action.runs.using).toBe("composite");
    const lines = action.runs.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(lines).toHaveLength(1);
    for (const line of lines) expect(line).not.toContain("${{");
    expect(script).not.toMatch(/\beval\b|set -[a-z]*x|xtrace|\$\{\{/);
  });

  test("uses every input, and documents every one", () => {
    const guide = readFileSync(join(ROOT, "docs", "ci.md"), "utf8");
    for (const name of Object.keys(action.inputs)) {
      expect(text).toContain(`inputs.${name} `);
      expect(guide).toContain(`\`${name}\``);
    }
    for (const name of Object.keys(action.outputs)) expect(guide).toContain(`\`${name}\``);
  });

  test("runs the version it was published with", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(action.inputs["version"]?.default).toBe(version);
  });

  test("hands the script exactly what the script reads", () => {
    const [check] = action.runs.steps;
    const read = new Set(script.match(/MCPTEST_[A-Z_]+/g));
    expect(new Set(Object.keys(check?.env ?? {}))).toEqual(read);
  });
});

/** The runner: its variables, and an npx that starts this build instead of fetching one. */
const runAction = (env: Readonly<Record<string, string>>, cwd = ROOT) => {
  const home = temporaryFolder();
  const bin = join(home, "bin");
  mkdirSync(bin);
  const asked = join(home, "asked.txt");
  writeFileSync(
    join(bin, "npx"),
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${asked}"\nshift 2\nexec "${process.execPath}" "${BIN}" "$@"\n`,
  );
  chmodSync(join(bin, "npx"), 0o755);
  const output = join(home, "output");
  const summary = join(home, "summary");
  const { status, stdout, stderr } = spawnSync("bash", [join(ROOT, "action", "check.sh")], {
    cwd,
    encoding: "utf8",
    env: {
      PATH: `${bin}:${process.env["PATH"]}`,
      HOME: home,
      RUNNER_TEMP: home,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      MCPTEST_REPORTERS: action.inputs["reporters"]?.default ?? "",
      MCPTEST_VERSION: "1.2.3",
      ...env,
    },
  });
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  const reports = join(home, "mcptest-reports");
  return {
    status,
    stdout,
    stderr,
    asked: read(asked).split("\n"),
    outputs: read(output),
    summary: read(summary),
    reports: existsSync(reports) ? readdirSync(reports).sort() : [],
    home,
  };
};

describe("action/check.sh", () => {
  const good = `${process.execPath} examples/notes-server.js`;

  test("annotates, writes the summary and leaves every report", () => {
    const run = runAction({ MCPTEST_COMMAND: good });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    expect(run.asked.slice(0, 3)).toEqual(["--yes", "mcptest@1.2.3", "check"]);
    expect(run.stdout).toMatch(/^::notice title=mcptest check::.*grade A/m);
    expect(run.summary).toContain("grade A");
    expect(run.reports).toEqual(["badge.json", "badge.svg", "mcptest.sarif", "report.html", "result.json"]);
    expect(run.outputs).toMatch(/^exit-code=0\ngrade=A\+?\nreports=.*mcptest-reports\n$/);
  });

  test("a gate that is not met is the step's exit code, and the reports are there all the same", () => {
    const run = runAction({ MCPTEST_TARGET: "http://127.0.0.1:9/mcp", MCPTEST_REPORTERS: "pretty,junit" });
    expect(run.status).toBe(4);
    expect(run.outputs).toMatch(/^exit-code=4\ngrade=none\n/);
    expect(run.reports).toEqual(["junit.xml", "result.json"]);
  });

  test("no input is taken for shell, for an option, or for a place to install from", () => {
    const marker = join(temporaryFolder(), "marker");
    const nasty = `$(touch ${marker})`;
    const run = runAction({
      MCPTEST_TARGET: `--save=${marker}`,
      MCPTEST_FAIL_ON: nasty,
      MCPTEST_BASELINE: `; touch ${marker}`,
      MCPTEST_BEARER_ENV: `\`touch ${marker}\``,
    });
    expect(run.status).toBe(1);
    expect(run.asked).toContain(`--fail-on=${nasty}`);
    expect(existsSync(marker)).toBe(false);
    const elsewhere = runAction({ MCPTEST_TARGET: "http://127.0.0.1:9/", MCPTEST_VERSION: "file:../evil" });
    expect(elsewhere.status).toBe(1);
    expect(elsewhere.asked).toEqual([""]);
    expect(elsewhere.stdout).toBe("::error title=mcptest::version is no version of mcptest\n");
  });

  test("says what is missing, and echoes no secret", () => {
    expect(runAction({}).stdout).toContain("give target (a URL) or command");
    expect(runAction({ MCPTEST_TARGET: "http://a/", MCPTEST_COMMAND: "b" }).stdout).toContain("keep one");
    expect(runAction({ MCPTEST_COMMAND: "b", MCPTEST_REPORTERS: "pdf" }).stdout).toContain("reporters names");
    const run = runAction({
      MCPTEST_TARGET: "http://127.0.0.1:9/mcp",
      MCPTEST_BEARER_ENV: "TOKEN",
      TOKEN: "swordfish-swordfish",
    });
    const files = run.reports.map((name) => readFileSync(join(run.home, "mcptest-reports", name), "utf8"));
    expect([run.stdout, run.stderr, run.outputs, run.summary, ...files].join("\n")).not.toContain("swordfish");
    expect(run.asked).toContain("--bearer-env=TOKEN");
  });
});
