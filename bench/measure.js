import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** Runs a command to its end and returns its wall time in ms. Fails loudly: a broken run must not look fast. */
export const timeCommand = (command, args, options = {}, fine = [0]) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, { stdio: "ignore", ...options });
    child.once("error", reject);
    child.once("exit", (code) => {
      const ms = performance.now() - began;
      if (fine.includes(code)) resolve(ms);
      else reject(new Error(`${command} ${args.join(" ")} exited with ${code}`));
    });
  });

/** Peak resident memory of a command in MB, from Linux's own high-water mark, read while it still runs. */
export const peakMemory = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "ignore" });
    let peak = 0;
    const look = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // ended between two looks
      }
    }, 2);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearInterval(look);
      if (code === 0) resolve(peak / 1024);
      else reject(new Error(`${command} ${args.join(" ")} exited with ${code}`));
    });
  });

/** Interleaves the candidates so that a busy moment hits all of them; the times of each, in order of length. */
const timesOf = async (rounds, candidates) => {
  const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(candidates)) times[name].push(await run());
  }
  return Object.entries(times).map(([name, all]) => [name, all.sort((left, right) => left - right)]);
};

/** The best of each. */
export const bestOf = async (rounds, candidates) =>
  Object.fromEntries((await timesOf(rounds, candidates)).map(([name, [best]]) => [name, best]));

/** The median of each: what somebody waits for who runs it once. */
export const mediansOf = async (rounds, candidates) =>
  Object.fromEntries((await timesOf(rounds, candidates)).map(([name, all]) => [name, all[all.length >> 1]]));
