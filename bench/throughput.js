// Checks of many servers in one process, through the library: how many a second, and what they hold. Run by bench/run.js.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const AT_ONCE = [1, 8, 32];
/** More would measure the servers, which share the machine. */
const SERVERS = 4;
/** What a program that checks thousands of servers soon has behind it. */
const WARM_UP = 8;
/** Fewer say little. */
const LEAST = 16;

const startServer = async () => {
  const child = spawn(process.execPath, [path("../examples/notes-server.js"), "--http", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [line] = await once(child.stderr, "data");
  return { url: /https?:\/\/\S+/.exec(String(line))?.[0], stop: () => child.kill() };
};

const run = async (atOnce) => {
  const { check } = await import(pathToFileURL(path("../dist/index.js")).href);
  const servers = await Promise.all(Array.from({ length: SERVERS }, startServer));
  try {
    for (let index = 0; index < WARM_UP; index += 1) await check(servers[index % SERVERS].url);
    const count = Math.max(LEAST, atOnce);
    let next = 0;
    const worker = async () => {
      while (next < count) await check(servers[next++ % SERVERS].url);
    };
    const before = process.cpuUsage();
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, worker));
    const seconds = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(before);
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    const [rate, cpu] = [count / seconds, (user + system) / 1e6 / count];
    process.stdout.write(JSON.stringify({ rate, cpu, megabytes: Number(peak ?? 0) / 1_024 }));
  } finally {
    for (const { stop } of servers) stop();
  }
};

export const benchThroughput = (row) => {
  if (process.platform !== "linux") return;
  for (const atOnce of AT_ONCE) {
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(atOnce)], {
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(`${atOnce} checks at a time failed: ${stderr}`);
    const { rate, cpu, megabytes } = JSON.parse(stdout);
    row(
      `checks a second in one process, ${atOnce} at a time (${cpu.toFixed(2)} s of CPU each, ${megabytes.toFixed(0)} MB)`,
      rate.toFixed(1),
    );
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(Number(process.argv[2]));
