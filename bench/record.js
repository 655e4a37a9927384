// Start-up, and `mcptest record` against bare Node that sends the same.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bestOf, peakMemory, timeCommand } from "./measure.js";
import { writeRoundTrips } from "./round-trips.js";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const mcptest = path("../bin/mcptest.js");
const example = path("../examples/notes-server.js");
const node = process.execPath;

/** What a record of the example server sends: the floor sends the same. */
export const countRecord = async (target, scratch) => {
  const capture = join(scratch, "count.json");
  const trips = join(scratch, "round-trips.json");
  await timeCommand(node, [mcptest, "record", "--quiet", "-o", capture, ...target]);
  const { exchanges, conversations } = JSON.parse(readFileSync(capture, "utf8"));
  writeRoundTrips(capture, trips);
  return { exchanges: exchanges.length, conversations: conversations.length, trips };
};

export const benchStartUp = async (row) => {
  const { floor, version, help } = await bestOf(15, {
    floor: () => timeCommand(node, ["-e", "0"]),
    version: () => timeCommand(node, [mcptest, "--version"]),
    help: () => timeCommand(node, [mcptest, "record", "--help"]),
  });
  row("start-up of --version against node -e 0", `${(version / floor).toFixed(2)}×`, "< 1.5×", version / floor < 1.5);
  row("start-up of record --help against node -e 0", `${(help / floor).toFixed(2)}×`);
};

export const benchRecordHttp = async (row, url, scratch) => {
  const { trips, exchanges } = await countRecord([url], scratch);
  const { floor, record } = await bestOf(7, {
    floor: () => timeCommand(node, [path("floor-http.js"), url, trips]),
    record: () => timeCommand(node, [mcptest, "record", "--quiet", url]),
  });
  const ratio = record / floor;
  row(`record over HTTP against the same ${exchanges} requests, bare`, `${ratio.toFixed(2)}×`, "≤ 2.5×", ratio <= 2.5);
};

export const benchRecordStdio = async (row, scratch) => {
  const { exchanges, conversations } = await countRecord(["--", node, example], scratch);
  const bare = [path("floor-stdio.js"), String(conversations), String(exchanges), node, example];
  const { floor, record } = await bestOf(5, {
    floor: () => timeCommand(node, bare),
    record: () => timeCommand(node, [mcptest, "record", "--quiet", "--", node, example]),
  });
  const name = `record over stdio against ${conversations} bare processes, ${exchanges} requests`;
  row(name, `${(record / floor).toFixed(2)}×`);
};

export const benchMemory = async (row) => {
  if (process.platform !== "linux") {
    process.stdout.write("peak memory is read from /proc and measured on Linux only\n");
    return;
  }
  const peaks = [];
  for (let round = 0; round < 3; round += 1) {
    peaks.push(await peakMemory(node, [mcptest, "record", "--quiet", "--", node, example]));
  }
  const floor = await peakMemory(node, ["-e", "setTimeout(() => {}, 100)"]);
  const peak = Math.max(...peaks);
  row(`peak memory of a record (bare node: ${floor.toFixed(0)} MB)`, `${peak.toFixed(0)} MB`, "< 80 MB", peak < 80);
};
