// What `mcptest fleet …` loads of this package: one function for each command. A command is imported when it runs.

import type { FleetPackage } from "mcptest/internal";

export const commands: FleetPackage["commands"] = {
  add: async (call) => (await import("./commands/add.ts")).runFleetAdd(call),
  certify: async (call) => (await import("./commands/certify.ts")).runFleetCertify(call),
  diff: async (call) => (await import("./commands/diff.ts")).runFleetDiff(call),
  export: async (call) => (await import("./commands/export.ts")).runFleetExport(call),
  "opt-out": async (call) => (await import("./commands/opt-out.ts")).runFleetOptOut(call),
  rejudge: async (call) => (await import("./commands/rejudge.ts")).runFleetRejudge(call),
  remove: async (call) => (await import("./commands/remove.ts")).runFleetRemove(call),
  run: async (call) => (await import("./commands/run.ts")).runFleetRun(call),
  site: async (call) => (await import("./commands/site.ts")).runFleetSite(call),
  status: async (call) => (await import("./commands/status.ts")).runFleetStatus(call),
  work: async (call) => (await import("./commands/run.ts")).runFleetWork(call),
};
