import { execFileSync } from "node:child_process";
import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { openView } from "../../src/judge/core/view.ts";
import { judgeSafety } from "../../src/scores/safety/judge-safety.ts";
import { type Repository, SOURCES } from "./sources.ts";

/** Prints every finding for a reader to judge, and a line of figures for each source. */
export const main = (open: (repository: string) => string | undefined, say: (text: string) => void): void => {
  for (const { repository, kind, servers } of SOURCES) {
    const folder = open(repository);
    if (folder === undefined) {
      say(`${repository}: not there`);
      continue;
    }
    const listed = servers(readRepository(folder));
    const tools = listed.reduce((sum, one) => sum + one.tools.length, 0);
    let found = 0;
    for (const { server, tools: own } of listed) {
      const findings = judgeSafety(openView(captureOf(own), "2025-11-25"), () => null);
      found += new Set(findings.map(({ tool }) => tool)).size;
      for (const { id, tool, where, text, why } of findings)
        say(`  ${id} ${server} ${JSON.stringify(tool ?? "")} ${where.part}: ${why} ${JSON.stringify(text)}`);
    }
    say(`${repository} (${kind}): ${found} of ${tools} tools have a finding, ${listed.length} servers`);
  }
};

const readRepository = (folder: string): Repository => {
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", maxBuffer: 256_000_000 });
  return {
    files: git("ls-tree", "-r", "--name-only", "HEAD").split("\n").filter(Boolean),
    read: (path) => git("show", `HEAD:${path}`),
  };
};

/** A session in which nothing was said but the list. */
const captureOf = (tools: readonly JsonObject[]): Capture => ({
  server_label: "a list of tools",
  server_capabilities: {},
  exchanges: [
    {
      id: "list",
      request: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      response: { jsonrpc: "2.0", id: 1, result: { tools: tools as Json[] } },
    },
  ],
});
