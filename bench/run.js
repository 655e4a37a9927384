// Prints ratios, never bare times: each figure is set against a floor measured in the same run.
//   node bench/run.js [part…]     all parts, or those named
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchCheck, benchJudge } from "./check.js";
import { benchClient } from "./client.js";
import { benchFunctional } from "./functional.js";
import { benchInvariants } from "./invariants.js";
import { benchScale } from "./judge-scale.js";
import { benchOfficial } from "./official.js";
import { benchMemory, benchRecordHttp, benchRecordStdio, benchStartUp } from "./record.js";
import { benchThroughput } from "./throughput.js";

const example = fileURLToPath(new URL("../examples/notes-server.js", import.meta.url));

const withHttpExample = async (measure) => {
  const child = spawn(process.execPath, [example, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const [line] = await once(child.stderr, "data");
    const url = /https?:\/\/\S+/.exec(String(line))?.[0];
    if (!url) throw new Error(`the example server did not name its URL: ${line}`);
    await measure(url);
  } finally {
    child.kill();
  }
};

const PARTS = {
  start: benchStartUp,
  record: (row, scratch) => withHttpExample((url) => benchRecordHttp(row, url, scratch)),
  check: (row, scratch) => withHttpExample((url) => benchCheck(row, url, scratch)),
  official: (row, scratch) => withHttpExample((url) => benchOfficial(row, url, scratch)),
  stdio: benchRecordStdio,
  memory: benchMemory,
  functional: benchFunctional,
  judge: benchJudge,
  invariants: benchInvariants,
  throughput: benchThroughput,
  scale: benchScale,
  client: benchClient,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  process.stderr.write(`there is no part "${unknown}"; the parts are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(2);
}

/** Wide enough for most names; printed as they come, because the whole takes minutes. */
const WIDTH = 84;
const row = (name, value, required = "", ok = undefined) => {
  const verdict = ok === undefined ? "" : ok ? "met" : "MISSED";
  process.stdout.write(`${name.padEnd(WIDTH)}  ${value.padStart(8)}  ${required.padEnd(8)}  ${verdict}\n`);
  if (ok === false) process.exitCode = 1;
};

const scratch = mkdtempSync(join(tmpdir(), "mcptest-bench-"));
try {
  for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) await PARTS[name](row, scratch);
} finally {
  rmSync(scratch, { recursive: true });
}
