// Every command in README and docs/ is run, and what it prints is what the page says.
//   ONLY=docs/check.md picks a page; UPDATE=1 writes what was printed into the pages.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ensureBuilt, ROOT } from "../e2e/cli.ts";
import { type CommandBlock, readPage } from "./command-blocks.ts";
import { refit, sameOutput } from "./compare-output.ts";
import { mask } from "./masks.ts";
import { type Ran, runPage } from "./run-page.ts";

/** Blocks that are not run: page, beginning of the first command, reason. */
const NOT_RUN: readonly (readonly [page: string, begins: string, why: string])[] = [
  ["docs/functional-comparison.md", "npx @modelcontextprotocol/inspector", "another program, shown beside ours"],
  ["docs/extensions.md", "mcptest check --render-apps", "installs from the network, and needs a browser"],
  ["README.md", "npx mcptest check -- node server.js", "installs from the network, and starts the reader's own server"],
  ["README.md", "npm ci && npm run build", "installs from the network; its parts are run by the tests and by CI"],
  ["README.md", "npm ci && npm test", "installs from the network; CI runs it"],
  [
    "README.md",
    "npx mcptest call get_weather --arg city=Paris --save",
    "starts the reader's own server; docs/functional-tests.md runs the same",
  ],
  ["docs/agents.md", "claude mcp add", "needs Claude Code"],
  ["docs/fleet-site.md", "mcptest fleet site", "needs a fleet; test/fleet-site and test/browser write and open sites"],
  [
    "docs/agents.md",
    "npx @modelcontextprotocol/server-everything streamableHttp",
    "a server that runs until it is stopped",
  ],
  ["docs/authorization.md", "mcptest login https://mcp.example/mcp", "needs a server elsewhere; test/e2e signs in"],
  [
    "docs/authorization.md",
    "mcptest check http://localhost:8080/mcp --issue-tokens",
    "needs a server that trusts the issuer; test/rules/signed-in.test.ts has some",
  ],
  [
    "docs/authorization.md",
    "mcptest auth https://auth.example",
    "needs an authorization server; test/authorization-server asks some",
  ],
  ["docs/authorization.md", "mcptest login --list", "shows what the reader stored; test/e2e lists and forgets"],
  ["docs/ci.md", "npx --yes mcptest@", "installs from the network"],
  ["docs/ci.md", "mcptest check --watch", "runs until Ctrl-C; test/e2e watches a server"],
  [
    "docs/fleet.md",
    "mcptest fleet",
    "asks servers elsewhere; test/fleet and test/e2e/fleet.test.ts run the same on loopback",
  ],
  ["docs/library.md", "npm install", "installs from the network"],
  [
    "docs/fleet.md",
    "npm install",
    "installs from the network; test/e2e/installed.test.ts does so with the packed packages",
  ],
  [
    "docs/conformance-refresh.md",
    "mcptest conformance refresh",
    "downloads; test/refresh and its e2e test run it on loopback",
  ],
  ["docs/conformance-refresh.md", "npm run corpus:diff", "needs a refreshed corpus; test/refresh runs it"],
  ["docs/record-proxy.md", "mcptest record --proxy -o", "waits for a client; test/proxy runs it"],
  ["docs/record-proxy.md", "mcptest record --proxy --listen", "waits for clients; test/proxy runs it"],
  ["docs/serve.md", "mcptest serve session.json", "serves until it is stopped; test/playback serves recordings"],
  ["docs/record.md", "mcptest record https://example.com", "needs a server elsewhere"],
];

/** Run in place of a command: it prints the same. */
const INSTEAD: Readonly<Record<string, string>> = {
  // Downloads, and starts npx for every conversation. Judging the session that is kept of it gives the same bytes.
  "mcptest check -- npx -y @modelcontextprotocol/server-everything":
    "mcptest judge test/captures/real/everything-stdio.json",
};

const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .sort(),
].filter((name) => process.env["ONLY"] === undefined || name === process.env["ONLY"]);

const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const isExcused = (page: string, { commands }: CommandBlock): boolean =>
  NOT_RUN.some(([name, begins]) => name === page && commands[0]?.line.startsWith(begins));

const LONG = 300_000;
const AT_ONCE = 2;

/** Pages run beside each other, the commands of one after another: they build on what came before. */
const runs = new Map<string, () => Promise<readonly Ran[]>>();
const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => ensureBuilt());
const withCommands = PAGES.filter((name) =>
  readPage(textOf(name)).steps.some((step) => "commands" in step && !isExcused(name, step)),
);
for (const [index, name] of withCommands.entries()) {
  const lane = index % AT_ONCE;
  const run = lanes[lane]?.then(() =>
    runPage(readPage(textOf(name)), { isRun: (block) => !isExcused(name, block), instead: INSTEAD }),
  );
  lanes[lane] = run?.catch(() => undefined) ?? Promise.resolve();
  run?.catch(() => undefined);
  runs.set(name, () => run ?? Promise.resolve([]));
}

describe.each(withCommands)("%s", (name) => {
  test("prints what the page says", { timeout: LONG }, async () => {
    const ran = await runs.get(name)?.();
    if (process.env["UPDATE"] !== undefined) update(name, ran ?? []);
    for (const { block, exits, output } of ran ?? []) {
      const where = `${name}:${block.at} ${block.commands.map(({ line }) => line).join("\n")}`;
      expect(exits, `${where}\n${output}`).toEqual(block.commands.map(({ exit }) => exit));
      if (block.output && process.env["UPDATE"] === undefined && !sameOutput(block.output.text, output))
        expect(mask(output), where).toBe(mask(block.output.text));
    }
  });
});

/** From the end, so that the line numbers of what comes before stay right. */
const update = (name: string, ran: readonly Ran[]): void => {
  const lines = textOf(name).split("\n");
  for (const { block, output } of ran.toReversed()) {
    if (!block.output || sameOutput(block.output.text, output)) continue;
    const { from, to } = block.output;
    lines.splice(from, to - from, ...refit(block.output.text, output).split("\n"));
  }
  writeFileSync(join(ROOT, name), lines.join("\n"));
};

test("no block hides a command from this test", () => {
  expect(PAGES.flatMap((name) => readPage(textOf(name)).unclear.map((line) => `${name}:${line}`))).toEqual([]);
});

test.skipIf(process.env["ONLY"] !== undefined)("what is not run exists", () => {
  const stale = NOT_RUN.filter(
    ([page, begins]) =>
      !readPage(textOf(page)).steps.some(
        (step) => "commands" in step && step.commands[0]?.line.startsWith(begins) === true,
      ),
  );
  expect(stale).toEqual([]);
});

describe("comparing", () => {
  test.each([
    ["a\nb\n", "a\nb\n", true],
    ["a\nb", "a\nb\n\n", true],
    ["a\n…\nd", "a\nb\nc\nd\n", true],
    ["a\n…\nb", "a\nb\n", true],
    ["…\nd", "a\nd\n", true],
    ["a\n…", "a\nb\n", true],
    ["a\n  …\nc", "a\nb\nc\n", true],
    ["a\n…\nb\n…\nc", "a\nx\nb\ny\nc\n", true],
    ["took 12 ms at 2026-01-01T00:00:00Z", "took 9.5 ms at 2027-01-01T00:00:00.123Z\n", true],
    ["a\nb", "a\n", false],
    ["a", "a\nb\n", false],
    ["a\n…\nd", "a\nb\nc\n", false],
    ["a\n…\nbc", "a\nabc\n", false],
    ["a\n…\nb\n…\nc", "a\nc\nb\n", false],
    ["b\n…", "a\nb\n", false],
  ])("%j and %j: %s", (expected, actual, same) => {
    expect(sameOutput(expected, actual)).toBe(same);
  });

  test.each([
    ["a 1\nb", "a 2\nb\n", "a 2\nb"],
    ["a 1\n…\nc 3\n…", "a 2\nb\nc 4\nd\n", "a 2\n…\nc 4\n…"],
    ["a\n…\nz 9", "a\nb\nz 10\n", "a\n…\nz 10"],
    ["a\n…\ngone", "a\nb\nc\n", "a\nb\nc"],
  ])("the cuts of %j in %j", (expected, actual, updated) => {
    expect(refit(expected, actual)).toBe(updated);
  });
});
