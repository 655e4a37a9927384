// Loaded into mcptest with --require: tells the most memory the process ever held, in KiB, when it ends.
const { readFileSync, writeFileSync } = require("node:fs");

process.on("exit", () => {
  // Not resourceUsage().maxRSS: it counts what the parent held at the moment of the fork.
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  if (process.env.PEAK_FILE) writeFileSync(process.env.PEAK_FILE, peak?.[1] ?? "unknown");
});
