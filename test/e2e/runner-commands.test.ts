// Every command that prints a server's words, on a server that speaks to the build runner.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const ORDER = `${"padding ".repeat(8)}\\n  ::error::owned ##vso[task.complete]owned ##teamcity[owned] ##[error]owned `;

/** Puts its orders into every text that it may choose, and into stderr. */
const SERVER = `
const order = ${JSON.stringify("  ::error::owned ##vso[task.complete]owned ##teamcity[owned] ##[error]owned ")}.repeat(4);
const said = ${JSON.stringify(ORDER)} + order;
console.error(said);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let message; try { message = JSON.parse(line); } catch { return; }
  if (message.id === undefined) return;
  const reply = (rest) => console.log(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...rest }));
  if (message.method === "initialize") reply({ result: { protocolVersion: "2025-06-18", capabilities: { tools: {} },
    serverInfo: { name: order, version: order }, instructions: said } });
  else if (message.method === "tools/list") reply({ result: { tools: [
    { name: order, description: said, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
    { name: order, description: 1, inputSchema: order } ] } });
  else if (message.method === "tools/call") reply({ result: { content: [{ type: order, text: said }], isError: order } });
  else reply({ error: { code: -1, message: said, data: order } });
});
`;

const COMMAND = /^\s*::|##\s*[a-z]*\[/im;

test.each([
  ["check", ["check", "--quick", "--verbose"]],
  ["audit", ["audit", "--verbose"]],
  ["doctor", ["doctor"]],
  ["record --verbose", ["record", "--verbose"]],
  ["record -o -", ["record", "--quiet", "-o", "-"]],
  ["compliance run", ["compliance", "run", "--verbose"]],
  ["conformance run", ["conformance", "run", "--verbose"]],
  ["check as markdown", ["check", "--quick", "--reporter", "markdown"]],
])(
  "No order to a build runner: %s lets no word of a server's reach the build runner as a command",
  async (_, command) => {
    const script = join(temporaryFolder(), "server.cjs");
    writeFileSync(script, SERVER);
    const { stdout, stderr } = await mcptest([...command, "--", process.execPath, script]);
    expect(`${stdout}${stderr}`).toContain("owned");
    expect(stdout).not.toMatch(COMMAND);
    expect(stderr).not.toMatch(COMMAND);
  },
);
