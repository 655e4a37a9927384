// A suite of 200 calls against the same calls, bare.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bestOf, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = process.execPath;
const CALLS = 200;

const suiteOf = (ms) => {
  const tests = Array.from({ length: CALLS }, (_, index) => ({
    name: `call ${index + 1}`,
    call: { tool: "lookup", arguments: { key: `key-${index + 1}`, ms } },
    expect: [{ target: "result.structuredContent.value", matcher: { exact: `key-${index + 1}` } }],
  }));
  return JSON.stringify({ server: { command: [node, path("tool-server.js")] }, tests });
};

export const benchFunctional = async (row, scratch) => {
  for (const [ms, required] of [
    [10, 1.5],
    [0, undefined],
  ]) {
    const suite = join(scratch, `calls-${ms}.yaml`);
    writeFileSync(suite, suiteOf(ms));
    const { floor, run } = await bestOf(5, {
      floor: () => timeCommand(node, [path("floor-calls.js"), String(CALLS), String(ms), node, path("tool-server.js")]),
      run: () => timeCommand(node, [path("../bin/mcptest.js"), "run", "--quiet", "--config", suite]),
    });
    const ratio = run / floor;
    const name = `run of ${CALLS} functional tests against the same calls, bare (a tool that takes ${ms} ms)`;
    row(name, `${ratio.toFixed(2)}×`, required ? `≤ ${required}×` : "", required ? ratio <= required : undefined);
  }
};
