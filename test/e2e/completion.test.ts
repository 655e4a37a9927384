// The scripts are run by the shells that are installed here, and complete what the command table has.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { COMMAND_SPECS } from "../../src/cli/all-commands.ts";
import { listFlags } from "../../src/cli/flags/flag.ts";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const FISH: string = "fish";

const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

const script = async (shell: string): Promise<string> => {
  const { code, stdout } = await mcptest(["completion", shell]);
  expect(code).toBe(0);
  const file = join(temporaryFolder(), "completion");
  writeFileSync(file, stdout);
  return file;
};

test("bash", async ({ skip }) => {
  if (!has("bash")) return skip("there is no bash here");
  const file = await script("bash");
  const complete = (...words: string[]): string[] => {
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", `source ${file}; ${set}; _mcptest; printf '%s\\n' "\${COMPREPLY[@]}"`],
      {
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  };
  expect(complete("mcptest", "conf")).toEqual(["conformance"]);
  expect(complete("mcptest", "conformance", "ref")).toEqual(["refresh"]);
  expect(complete("mcptest", "check", "--mcp")).toEqual(["--mcp-config"]);
  expect(complete("mcptest", "completion", "")).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
});

test("zsh", async ({ skip }) => {
  if (!has("zsh")) return skip("there is no zsh here");
  const file = await script("zsh");
  // What _describe is handed is what zsh shows.
  const complete = (...words: string[]): string => {
    const stubs = `compdef() { :; }; _files() { print files; }; _describe() { print -l -- \${(P)3}; }; compadd() { :; }`;
    const line = `${stubs}; source ${file}; words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}; _mcptest`;
    const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", line], { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout;
  };
  expect(complete("mcptest", "")).toMatch(/^conformance:/m);
  expect(complete("mcptest", "conformance", "")).toMatch(/^refresh:/m);
  expect(complete("mcptest", "check", "--")).toMatch(/^--mcp-config:/m);
  expect(complete("mcptest", "check", "--", "no")).toBe("files\n");
});

test("fish", async ({ skip }) => {
  if (!has(FISH)) return skip("there is no fish here");
  const file = await script(FISH);
  const complete = (line: string): string =>
    spawnSync(FISH, ["--no-config", "-c", `source ${file}; complete -C '${line}'`], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder() },
    }).stdout;
  expect(complete("mcptest conf")).toMatch(/^conformance\t/m);
  expect(complete("mcptest conformance ref")).toMatch(/^refresh\t/m);
  expect(complete("mcptest check --mcp")).toMatch(/^--mcp-config\t/m);
});

test("every command that is specified, with each of its flags", async () => {
  const { stdout } = await mcptest(["completion", "bash"]);
  const offered = new Map(
    [...stdout.matchAll(/^ {4}" ([^"]+)"\) words="([^"]*)" ;;$/gm)].map(([, name = "", words = ""]) => [
      name,
      words.split(" "),
    ]),
  );
  const shown = COMMAND_SPECS.filter(({ hidden }) => !hidden);
  for (const { name, flags } of shown) {
    const names = listFlags(flags).flatMap(({ flag, hidden }) =>
      hidden ? [] : (flag.split(" <")[0]?.split(" [")[0]?.split(", ") ?? []),
    );
    expect(offered.get(name), name).toEqual(expect.arrayContaining(names));
  }
  const families = new Set(shown.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0] ?? ""] : [])));
  expect([...offered.keys()].filter((name) => !families.has(name)).sort()).toEqual(
    shown.map(({ name }) => name).sort(),
  );
});

test("a shell that is not known", async () => {
  const { code, stderr } = await mcptest(["completion", "tcsh"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("see mcptest completion --help")]);
});
