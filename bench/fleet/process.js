import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const MCPTEST = fileURLToPath(new URL("../../bin/mcptest.js", import.meta.url));
const FARM = fileURLToPath(new URL("farm.js", import.meta.url));
const TICKS_PER_SECOND = 100;

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const cpuSeconds = (pid) => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
};

/**
 * Starts `mcptest …`. `ended` gives the seconds it took, its processor seconds, its peak memory in MB, and what it printed; it fails
 * where the command does. `said` waits for a line on stderr and gives the seconds until then; `reached` for the line of progress that counts so
 * many results or more, and gives the peak memory until then.
 */
export const startMcptest = (args, { codes = [0] } = {}) => {
  const began = performance.now();
  const child = spawn(process.execPath, [MCPTEST, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const seconds = () => (performance.now() - began) / 1_000;
  let [out, err, peak] = ["", "", 0];
  /** By process: a command may have processes of its own. */
  const cpu = new Map();
  const waiting = [];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
    for (const { pattern, resolve } of waiting) if (pattern.test(err)) resolve(seconds());
  });
  const look = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0));
      for (const pid of [child.pid, ...childrenOf(child.pid)]) cpu.set(pid, cpuSeconds(pid));
    } catch {
      // ended between two looks
    }
  }, 100);
  const ended = once(child, "exit").then(([code]) => {
    clearInterval(look);
    if (!codes.includes(code)) throw new Error(`mcptest ${args.join(" ")} exited with ${code}: ${err || out}`);
    return {
      seconds: seconds(),
      cpuSeconds: [...cpu.values()].reduce((sum, one) => sum + one, 0),
      megabytes: peak / 1_024,
      out,
      err,
    };
  });
  const said = (pattern) =>
    new Promise((resolve, reject) => {
      waiting.push({ pattern, resolve });
      ended.then(() => reject(new Error(`mcptest ${args.join(" ")} ended before it said ${pattern}: ${err}`)), reject);
    });
  const reached = (count) =>
    new Promise((resolve, reject) => {
      const done = () =>
        Math.max(
          0,
          ...[...err.matchAll(/^mcptest: ([\d,]+) of /gm)].map(([, many]) => Number(many.replaceAll(",", ""))),
        );
      waiting.push({ pattern: { test: () => done() >= count }, resolve: () => resolve(peak / 1_024) });
      // A quick end is reached before the next line of progress.
      ended.then(({ megabytes }) => resolve(megabytes), reject);
    });
  return { ended, said, reached, interrupt: () => child.kill("SIGINT") };
};

export const runMcptest = (args, options) => startMcptest(args, options).ended;

/** A farm in a process of its own; `stop` gives what it was asked and what it took. */
export const startFarmProcess = async ({ servers, profile, edition = 1, list }) => {
  const args = ["--servers", servers, "--profile", profile, "--edition", edition, "--list", list].map(String);
  const child = spawn(process.execPath, [FARM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  await once(child.stdout, "data");
  return {
    stop: async () => {
      child.kill();
      await once(child, "exit");
      return JSON.parse(out.trim().split("\n").at(-1));
    },
  };
};
