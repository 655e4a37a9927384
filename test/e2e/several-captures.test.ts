// Captures judged together, and a suite drafted from one.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mcptest, ROOT, temporaryFolder } from "./cli.ts";

const REAL = join(ROOT, "test", "captures", "real");

test("judge takes several servers of one model, in one file or in several, and finds what is between them", async () => {
  const [memory, filesystem] = ["memory-stdio.json", "filesystem-stdio.json"].map((name) => join(REAL, name));
  const both = join(temporaryFolder(), "both.json");
  writeFileSync(both, `[${[filesystem, filesystem].map((path) => readFileSync(path ?? "", "utf8")).join(",")}]`);
  const safetyOf = async (...files: string[]): Promise<readonly (readonly [string, readonly string[]])[]> => {
    const { stdout } = await mcptest(["judge", "--json", ...files]);
    const { results } = JSON.parse(stdout) as { results: { name: string; result: { safety: { id: string }[] } }[] };
    return results.map(({ name, result }) => [name, [...new Set(result.safety.map(({ id }) => id))]]);
  };
  expect(await safetyOf(both)).toEqual([
    ["secure-filesystem-server", []],
    ["secure-filesystem-server (2)", ["SAFE-016"]],
  ]);
  expect(await safetyOf(memory ?? "", filesystem ?? "")).toEqual([
    ["memory-server", []],
    ["secure-filesystem-server", []],
  ]);
}, 120_000);

test("init drafts a suite from a capture and contacts nobody", async () => {
  const folder = temporaryFolder();
  const capture = join(REAL, "filesystem-stdio.json");
  const { code, stdout } = await mcptest(["init", "--capture", capture, "-o", "suite.yaml"], { cwd: folder });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^wrote suite\.yaml: \d+ tool calls? and \d+ tests of the/),
  ]);
  const suite = readFileSync(join(folder, "suite.yaml"), "utf8");
  expect(suite).toMatch(/call: \{ tool: list_allowed_directories, arguments: \{\} \}/);
  expect((await mcptest(["validate", "suite.yaml"], { cwd: folder })).code).toBe(0);
  writeFileSync(
    join(folder, "bare.json"),
    JSON.stringify({ server_label: "x", server_capabilities: {}, exchanges: [] }),
  );
  const refused = await mcptest(["init", "--capture", "bare.json", "-o", "-"], { cwd: folder });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    "mcptest: bare.json does not say how its server is reached; name the server, too: mcptest init --capture bare.json -- <command>\n",
  ]);
}, 120_000);
