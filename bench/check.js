// `mcptest check`, start to exit: against bare requests, its memory, a dead port, and judging.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mediansOf, peakMemory, timeCommand } from "./measure.js";
import { countRecord } from "./record.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const mcptest = path("../bin/mcptest.js");
const example = path("../examples/notes-server.js");

export const benchCheck = async (row, url, scratch) => {
  const { exchanges, trips } = await countRecord([url], scratch);
  const args = ["check", "--quiet", "--fail-on", "never", url];
  const times = await mediansOf(9, {
    floor: () => timeCommand(node, [path("floor-http.js"), url, trips]),
    check: () => timeCommand(node, [mcptest, ...args]),
  });
  const ratio = times.check / times.floor;
  row(`check over HTTP against the same ${exchanges} requests, bare`, `${ratio.toFixed(2)}×`, "≤ 2.2×", ratio <= 2.2);
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
