// How the cost of judging grows with a session: CPU per exchange at 1,000, 10,000 and 100,000. Run by bench/run.js.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SHAPES } from "./grow-capture.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const SIZES = [1_000, 10_000, 100_000];
const RECORDED = ["everything-http", "everything-stdio", "go-http-stateless"];

/** In a process of its own: what one session leaves in memory must not slow the next. */
const judgeGrown = async (name, shape, size) => {
  const { judge } = await import(pathToFileURL(path("../dist/index.js")).href);
  const recorded = JSON.parse(readFileSync(path(`../test/captures/real/${name}.json`), "utf8"));
  await judge(recorded);
  const grown = SHAPES[shape](recorded, size);
  const before = process.cpuUsage();
  await judge(grown);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify((user + system) / size));
};

export const benchScale = (row) => {
  const shapes = Object.keys(SHAPES).map((shape) => [RECORDED[0], shape]);
  for (const [name, shape] of [...shapes, ...RECORDED.slice(1).map((one) => [one, "everything in one conversation"])]) {
    const costs = SIZES.map((size) => {
      const args = ["--max-old-space-size=6144", fileURLToPath(import.meta.url), name, shape, String(size)];
      const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(`judging ${size} of ${shape} ended with ${status}`);
      return Number(stdout);
    });
    const [first = 1, , last = 1] = costs;
    const growth = last / first;
    const shown = costs.map((cost) => cost.toFixed(0)).join(", ");
    row(
      `judge, ${shape} (${name}): µs per item at ${SIZES.join(", ")}: ${shown}`,
      `${growth.toFixed(2)}×`,
      "≤ 1.5×",
      growth <= 1.5,
    );
  }
};

const [name, shape, size] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url) && size) await judgeGrown(name, shape, Number(size));
