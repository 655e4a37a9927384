// Servers whose tools have one fault each, and near-misses that come close to one: what is said of their tools, over both transports
// and in both eras. The table is committed; a fault without a finding and a near-miss with one fail by themselves.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { judge, record } from "../../src/library/index.ts";
import { inParallel } from "../../src/probe/concurrency.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";
import { openGolden } from "../golden-files.ts";
import { ofServer } from "../of-server.ts";

const SERVER = fileURLToPath(new URL("../servers/tools-at-work/server.mjs", import.meta.url));
const CONTEXTS = [
  ["stateful", "stdio"],
  ["stateless", "stdio"],
  ["stateful", "http"],
  ["stateless", "http"],
] as const;

/** One polite conversation: it has every call that matters here. */
const recorded = async (kind: string, era: string, transport: string): Promise<Capture> => {
  const command = [process.execPath, SERVER, kind, era, transport];
  if (transport === "stdio") return record(command, { quick: true });
  const child = spawn(process.execPath, command.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  try {
    return await record(`http://127.0.0.1:${await portOf(child)}/mcp`, { quick: true });
  } finally {
    await end(child);
  }
};

const portOf = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error("no stdout");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
};

/** What is the same in every run: how a connection broke is not. */
const tableOf = ({ lanes, tools = [], tool_findings = [] }: ServerResult) => ({
  lane: `${lanes.tools?.state}: ${lanes.tools?.summary}`,
  tools: tools.map(({ name, outcome, reason }) =>
    reason === null || outcome === "died" ? `${name}: ${outcome}` : `${name}: ${outcome}, ${reason}`,
  ),
  findings: tool_findings.map(({ id, tool, severity }) => `${id} ${severity} ${tool}`),
});

const { vices, nearMisses } = JSON.parse(execFileSync(process.execPath, [SERVER, "list"], { encoding: "utf8" })) as {
  readonly vices: readonly string[];
  readonly nearMisses: readonly string[];
};

const golden = openGolden("tools-at-work");

test.each(CONTEXTS)("%s over %s", { timeout: 300_000 }, async (era, transport) => {
  const results = new Map<string, ServerResult>();
  const judgeKind = (kind: string) => async (): Promise<void> => {
    results.set(kind, ofServer(await judge(await recorded(kind, era, transport))));
  };
  await inParallel([...vices, ...nearMisses].map(judgeKind), 3);
  for (const kind of vices) expect.soft(results.get(kind)?.tool_findings, kind).not.toEqual([]);
  for (const kind of nearMisses) {
    expect.soft(results.get(kind)?.tool_findings, kind).toEqual([]);
    expect.soft(results.get(kind)?.lanes.tools?.state, kind).not.toMatch(/fail|warn/);
  }
  const table = Object.fromEntries(
    [...vices, ...nearMisses].map((kind) => [kind, tableOf(results.get(kind) as ServerResult)]),
  );
  golden(`${era}-${transport}.json`, `${JSON.stringify(table, null, 2)}\n`);
});
