// Prints ratios, never bare times: each figure is set against a floor measured in the same run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchCheck, benchJudge } from "./check.js";
import { benchFunctional } from "./functional.js";
import { benchInvariants } from "./invariants.js";
import { benchScale } from "./judge-scale.js";
import { bestOf, peakMemory, timeCommand } from "./measure.js";
import { writeRoundTrips } from "./round-trips.js";
import { benchThroughput } from "./throughput.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const mcptest = path("../bin/mcptest.js");
const example = path("../examples/notes-server.js");
const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), "mcptest-bench-"));

const rows = [];
const row = (name, value, required = "", ok = undefined) =>
  rows.push({ name, value, required, ok: ok === undefined ? "" : ok ? "met" : "MISSED" });

/** What a record of the example server sends: the floor sends the same. */
const countRecord = async (target) => {
  const capture = join(scratch, "count.json");
  const trips = join(scratch, "round-trips.json");
  await timeCommand(node, [mcptest, "record", "--quiet", "-o", capture, ...target]);
  const { exchanges, conversations } = JSON.parse(readFileSync(capture, "utf8"));
  writeRoundTrips(capture, trips);
  return { exchanges: exchanges.length, conversations: conversations.length, trips };
};

const startHttpExample = async () => {
  const child = spawn(node, [example, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = await once(child.stderr, "data");
  const url = /https?:\/\/\S+/.exec(String(line))?.[0];
  if (!url) throw new Error(`the example server did not name its URL: ${line}`);
  return { url, stop: () => child.kill() };
};

const startUp = await bestOf(15, {
  floor: () => timeCommand(node, ["-e", "0"]),
  version: () => timeCommand(node, [mcptest, "--version"]),
  help: () => timeCommand(node, [mcptest, "record", "--help"]),
});
const versionRatio = startUp.version / startUp.floor;
row("start-up of --version against node -e 0", `${versionRatio.toFixed(2)}×`, "< 1.5×", versionRatio < 1.5);
row("start-up of record --help against node -e 0", `${(startUp.help / startUp.floor).toFixed(2)}×`);

const server = await startHttpExample();
try {
  const counted = await countRecord([server.url]);
  const http = await bestOf(7, {
    floor: () => timeCommand(node, [path("floor-http.js"), server.url, counted.trips]),
    record: () => timeCommand(node, [mcptest, "record", "--quiet", server.url]),
  });
  const ratio = http.record / http.floor;
  row(
    `record over HTTP against the same ${counted.exchanges} requests, bare`,
    `${ratio.toFixed(2)}×`,
    "≤ 2.5×",
    ratio <= 2.5,
  );
  await benchCheck(row, server.url, counted, scratch);
} finally {
  server.stop();
}

const counted = await countRecord(["--", node, example]);
const stdio = await bestOf(5, {
  floor: () =>
    timeCommand(node, [
      path("floor-stdio.js"),
      String(counted.conversations),
      String(counted.exchanges),
      node,
      example,
    ]),
  record: () => timeCommand(node, [mcptest, "record", "--quiet", "--", node, example]),
});
row(
  `record over stdio against ${counted.conversations} bare processes, ${counted.exchanges} requests`,
  `${(stdio.record / stdio.floor).toFixed(2)}×`,
);

if (process.platform === "linux") {
  const peaks = [];
  for (let round = 0; round < 3; round += 1) {
    peaks.push(await peakMemory(node, [mcptest, "record", "--quiet", "--", node, example]));
  }
  const floor = await peakMemory(node, ["-e", "setTimeout(() => {}, 100)"]);
  const peak = Math.max(...peaks);
  row(`peak memory of a record (bare node: ${floor.toFixed(0)} MB)`, `${peak.toFixed(0)} MB`, "< 80 MB", peak < 80);
} else {
  process.stdout.write("peak memory is read from /proc and measured on Linux only\n");
}

await benchFunctional(row, scratch);
await benchJudge(row, scratch);
await benchInvariants(row);
benchThroughput(row);
benchScale(row);

rmSync(scratch, { recursive: true });
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value, required, ok } of rows) {
  process.stdout.write(`${name.padEnd(width)}  ${value.padStart(8)}  ${required.padEnd(8)}  ${ok}\n`);
}
if (rows.some(({ ok }) => ok === "MISSED")) process.exitCode = 1;
