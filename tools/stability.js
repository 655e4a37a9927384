// Judges the same servers again and again, half of the times beside busy loops, and shows what did not stay the same.
//   node tools/stability.js [--servers a,b] [--runs 10] [--loops 8] [--keep folder] [--list]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startBusyLoops } from "./stability/busy-loops.js";
import { compareRuns, describe } from "./stability/compare-runs.js";
import { judgeOnce } from "./stability/judge-once.js";
import { buildExampleServers, SERVERS } from "./stability/servers.js";

const say = (text) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    servers: { type: "string" },
    runs: { type: "string", default: "10" },
    loops: { type: "string", default: "8" },
    keep: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

const wanted = values.servers?.split(",") ?? Object.keys(SERVERS);
const unknown = wanted.filter((name) => !Object.hasOwn(SERVERS, name));
const [runs, loops] = [values.runs, values.loops].map(Number);
if (unknown.length > 0 || !(runs >= 2) || !(loops >= 1)) {
  say(
    unknown.length > 0 ? `no server is named ${unknown.join(", ")}; --list names them` : "--runs 2, --loops 1 or more",
  );
  process.exit(1);
}
if (values.list) {
  for (const [name, { what }] of Object.entries(SERVERS)) say(`${name.padEnd(24)} ${what}`);
  process.exit(0);
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "mcptest-stability-"));
mkdirSync(folder, { recursive: true });
buildExampleServers();

/** Quiet and busy runs take turns, so that what else the machine does hits both. */
const judgeAll = async (name) => {
  const seen = [];
  for (let number = 1; number <= runs; number += 1) {
    const busy = number % 2 === 0;
    const stop = busy ? startBusyLoops(loops) : () => {};
    try {
      seen.push({ number, busy, ...(await judgeOnce(SERVERS[name], join(folder, `${name}-${number}`))) });
    } finally {
      stop();
    }
  }
  return seen;
};

let failed = 0;
for (const name of wanted) {
  const report = compareRuns(await judgeAll(name));
  if (!report.stable) failed += 1;
  say(describe(name, report));
}
if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
say(
  failed === 0 ? `all ${wanted.length} servers judged alike` : `${failed} of ${wanted.length} servers not judged alike`,
);
process.exitCode = failed === 0 ? 0 : 1;
