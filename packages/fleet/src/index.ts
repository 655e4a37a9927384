// What `mcptest fleet …` loads of this package: one function for each command. A command is imported when it runs.

import type { FleetPackage } from "mcptest/internal";
import type { FleetAddFlags } from "./commands/add.ts";
import type { FleetCertifyFlags } from "./commands/certify.ts";
import type { FleetDiffFlags } from "./commands/diff.ts";
import type { FleetExportFlags } from "./commands/export.ts";
import type { FleetOptOutFlags } from "./commands/opt-out.ts";
import type { FleetRejudgeFlags } from "./commands/rejudge.ts";
import type { FleetRunFlags, FleetWorkFlags } from "./commands/run.ts";
import type { FleetSiteFlags } from "./commands/site.ts";

export const commands: FleetPackage["commands"] = {
  add: async (sources, flags, console) =>
    (await import("./commands/add.ts")).runFleetAdd(sources, flags as FleetAddFlags, console),
  certify: async (_words, flags, console) =>
    (await import("./commands/certify.ts")).runFleetCertify(flags as FleetCertifyFlags, console),
  diff: async (_words, flags, console) =>
    (await import("./commands/diff.ts")).runFleetDiff(flags as FleetDiffFlags, console),
  export: async (_words, flags, console) =>
    (await import("./commands/export.ts")).runFleetExport(flags as FleetExportFlags, console),
  "opt-out": async (who, flags, console) =>
    (await import("./commands/opt-out.ts")).runFleetOptOut(who, flags as FleetOptOutFlags, console),
  rejudge: async (_words, flags, console) =>
    (await import("./commands/rejudge.ts")).runFleetRejudge(flags as FleetRejudgeFlags, console),
  remove: async (names, flags, console) => (await import("./commands/remove.ts")).runFleetRemove(names, flags, console),
  run: async (_words, flags, console) =>
    (await import("./commands/run.ts")).runFleetRun(flags as FleetRunFlags, console),
  site: async (_words, flags, console) =>
    (await import("./commands/site.ts")).runFleetSite(flags as FleetSiteFlags, console),
  status: async (_words, flags, console) => (await import("./commands/status.ts")).runFleetStatus(flags, console),
  work: async (_words, flags, console) =>
    (await import("./commands/run.ts")).runFleetWork(flags as FleetWorkFlags, console),
};
