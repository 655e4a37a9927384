// How the cost of judging grows with a session: CPU per exchange at 1,000, 10,000 and 100,000. Run by bench/run.js.
// SHAPE=<name> measures one shape alone, by a name of grow-capture.js.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
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

const costOf = async (name, shape, size) => {
  const args = ["--max-old-space-size=6144", fileURLToPath(import.meta.url), name, shape, String(size)];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
};

const chosen = () => {
  const all = [
    ...Object.keys(SHAPES).map((shape) => [RECORDED[0], shape]),
    ...RECORDED.slice(1).map((one) => [one, "everything in one conversation"]),
  ];
  const wanted = process.env["SHAPE"];
  const found = wanted ? all.filter(([, shape]) => shape === wanted) : all;
  if (found.length > 0) return found;
  throw new Error(`there is no shape "${wanted}"; the shapes are ${Object.keys(SHAPES).join(", ")}`);
};

export const benchScale = async (row) => {
  for (const [name, shape] of chosen()) {
    // What is measured is processor time, so the largest need not wait for the others.
    const largest = costOf(name, shape, SIZES[2]);
    const costs = [await costOf(name, shape, SIZES[0]), await costOf(name, shape, SIZES[1]), await largest];
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
