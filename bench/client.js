// A full run of a scripted client against its own start-up: the same program as often as there are scenarios, told to do nothing, so that
// it loads what it loads, connects to nothing and ends; as many at the same time as start in a run.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { mediansOf, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const ROUNDS = 3;
const MOST_SECONDS_BESIDE = 15;

const PROGRAMS = ["sdk1-plan.mjs", "client2-plan.mjs"];

/** Starts the program that often, side by side, and returns the wall time of all in ms. */
const startUps = async (program, count) => {
  const began = performance.now();
  let left = count;
  const next = async () => {
    while (left > 0) {
      left -= 1;
      await timeCommand(node, [program], { env: { ...process.env, MCPTEST_PLAN: "[]" } });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return performance.now() - began;
};

export const benchClient = async (row, scratch) => {
  for (const name of PROGRAMS) {
    const program = path(`../test/clients/programs/${name}`);
    const capture = join(scratch, `${name}.json`);
    const args = [path("../bin/mcptest.js"), "client", "--quiet", "--save", capture, "--", node, program, "{url}"];
    // A client that fails a rule is no failure of the bench.
    const run = () => timeCommand(node, args, {}, [0, 1]);
    await run();
    const { conversations } = JSON.parse(readFileSync(capture, "utf8"));
    const count = new Set(conversations.map(({ scenario }) => scenario)).size;
    const times = await mediansOf(ROUNDS, { floor: () => startUps(program, count), run });
    const beside = (times.run - times.floor) / 1000;
    const what = `client: ${name}, ${count} scenarios`;
    row(`${what}, against as many start-ups that do nothing`, `${(times.run / times.floor).toFixed(2)}×`);
    row(`${what}, seconds beside them`, beside.toFixed(1), `≤ ${MOST_SECONDS_BESIDE}`, beside <= MOST_SECONDS_BESIDE);
  }
};
