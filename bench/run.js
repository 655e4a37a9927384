// Prints ratios, never bare times: each figure is set against a floor measured in the same run.
import { fileURLToPath } from "node:url";
import { bestOf, peakMemory, timeCommand } from "./measure.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const mcptest = path("../bin/mcptest.js");
const example = path("../examples/notes-server.js");
const node = process.execPath;

const rows = [];
const row = (name, value, required, ok) => rows.push({ name, value, required, ok: ok ? "met" : "MISSED" });

const startUp = await bestOf(15, {
  floor: () => timeCommand(node, ["-e", "0"]),
  version: () => timeCommand(node, [mcptest, "--version"]),
  help: () => timeCommand(node, [mcptest, "record", "--help"]),
});
const versionRatio = startUp.version / startUp.floor;
row("start-up of --version against node -e 0", `${versionRatio.toFixed(2)}×`, "< 2×", versionRatio < 2);
const helpRatio = startUp.help / startUp.floor;
rows.push({ name: "start-up of record --help against node -e 0", value: `${helpRatio.toFixed(2)}×`, required: "", ok: "" });

if (process.platform === "linux") {
  const peaks = [];
  for (let round = 0; round < 3; round += 1) peaks.push(await peakMemory(node, [mcptest, "record", "--quiet", "--", node, example]));
  const floor = await peakMemory(node, ["-e", "setTimeout(() => {}, 100)"]);
  const peak = Math.max(...peaks);
  row(`peak memory of a record (bare node: ${floor.toFixed(0)} MB)`, `${peak.toFixed(0)} MB`, "< 80 MB", peak < 80);
} else {
  process.stdout.write("peak memory is read from /proc and measured on Linux only\n");
}

const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value, required, ok } of rows) {
  process.stdout.write(`${name.padEnd(width)}  ${value.padStart(8)}  ${required.padEnd(8)}  ${ok}\n`);
}
if (rows.some(({ ok }) => ok === "MISSED")) process.exitCode = 1;
