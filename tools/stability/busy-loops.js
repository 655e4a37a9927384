import { spawn } from "node:child_process";

// A loop that outlived us would spoil whatever runs next: it ends when its parent does, seen once a second or so.
const LOOP = `
const parent = process.ppid;
for (;;) {
  const until = Date.now() + 1000;
  while (Date.now() < until);
  if (process.ppid !== parent) process.exit();
}`;

/** Starts processes that do nothing but use a processor; returns what ends them. */
export const startBusyLoops = (count) => {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ["-e", LOOP], { stdio: "ignore" }));
  return () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
};
