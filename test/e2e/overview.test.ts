// What the command line says about itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT } from "./cli.ts";

beforeAll(ensureBuilt);

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

test.each([[["--version"]], [["-V"]]])("%j prints the version of the package", async (args) => {
  expect(await mcptest(args)).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
});

test.each([[["--help"]], [["-h"]], [["help"]]])("%j prints the overview", async (args) => {
  const { code, stdout, stderr } = await mcptest(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: mcptest \[options\] \[command\]\n/);
  expect(stdout).toMatch(/^ {2}record /m);
});

test.each([[["record", "--help"]], [["record", "-h"]], [["help", "record"]]])(
  "%j prints the command's",
  async (args) => {
    const { code, stdout, stderr } = await mcptest(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: mcptest record \[options\] \[url\]\n/);
    for (const flag of [
      "--server",
      "--server-command",
      "--mcp-config",
      "--header-env",
      "--revision",
      "--limit",
      "--out",
    ]) {
      expect(stdout).toContain(flag);
    }
  },
);

// Nothing was asked for, so nothing was done: a script that forgot its arguments must not see success.
test.each([[[]], [["--no-color"]], [["--debug"]]])("%j alone prints the overview and fails", async (args) => {
  const { code, stdout, stderr } = await mcptest(args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/^Usage: mcptest /);
});
