// What docs/client.md says of the plan: every operation is there, and its example does what it says.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scenarioNamed } from "../../src/areas/scenarios.ts";
import { testClient } from "../../src/features/client/test-client.ts";
import type { Operation } from "../../src/probe/scenario/scenario.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { failuresIn } from "./judge-test-client.ts";

const PAGE = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8");
const TOOL = { name: "mcptest", version: "0.0.0" };

/** The compiler knows when one is missing here. */
const OPERATIONS = {
  connect: [],
  list: ["what"],
  call: ["name", "arguments", "progress", "report", "cancelAfterMs", "timeoutMs"],
  read: ["uri"],
  "read-template": ["template", "values"],
  get: ["name", "arguments"],
  complete: ["ref", "argument", "context"],
  subscribe: ["uri"],
  unsubscribe: ["uri"],
  listen: ["notifications", "forMs"],
  "set-level": ["level"],
  ping: [],
  "use-all": ["what"],
  "echo-schema": ["of", "through"],
  report: ["step"],
  parallel: ["operations"],
  sequence: ["operations"],
  answers: ["sampling", "elicitation", "delayMs"],
  "change-roots": [],
  wait: ["ms"],
  close: [],
} as const satisfies { [Op in Operation["op"]]: readonly Exclude<keyof Extract<Operation, { op: Op }>, "op">[] };

/** The rows about an operation: its own, and those below it that name none. */
const rowsOf = (name: string): string => {
  const lines = PAGE.split("\n");
  const from = lines.findIndex((line) => line.startsWith("|") && line.split("|")[1]?.includes(`\`${name}\``));
  if (from < 0) return "";
  const rest = lines.slice(from + 1);
  const until = rest.findIndex((line) => !line.startsWith("| |"));
  return [lines[from], ...rest.slice(0, until < 0 ? undefined : until)].join("\n");
};

test("the page names every operation with its members", () => {
  const missing = Object.entries(OPERATIONS).flatMap(([op, members]) => {
    const rows = rowsOf(op);
    return rows === "" ? [op] : members.filter((name) => !rows.includes(name)).map((name) => `${op}.${name}`);
  });
  expect(missing).toEqual([]);
});

test("the example follows its plan and fails nothing", { timeout: 60_000 }, async () => {
  const program = /```js follow-plan\.mjs\n(.*?)\n```/s.exec(PAGE)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "mcptest-plan-"));
  try {
    const path = join(folder, "follow-plan.mjs");
    writeFileSync(path, program);
    const { capture, runs } = await testClient({
      command: [process.execPath, path, "{url}"],
      transports: ["http"],
      revision: undefined,
      tool: TOOL,
      env: { PATH: process.env["PATH"] ?? "" },
      relay: [],
      writeConfig: () => "",
      atOnce: { starting: 2, open: 2 },
      signal: new AbortController().signal,
      scenarios: (["neutral-stateful", "http-error"] as const).map(scenarioNamed),
      areNamed: true,
    });
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const result = await makeResult(capture, { role: "client", tool: TOOL });
    expect(failuresIn(result)).toEqual([]);
    const passed = result.verdicts.filter(({ state }) => state === "pass").map(({ id }) => id);
    // Its reports were understood.
    expect(passed).toContain("C-HTTP-035");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
