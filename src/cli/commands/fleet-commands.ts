import { type CommandFamily, runs } from "./define-command.ts";
import * as fleet from "./fleet.ts";

/** All that the rest of the command line knows of fleets. */
export const FLEET: CommandFamily = {
  name: "fleet",
  about: "many servers: keep them in a database, ask them politely again and again, see what changes",
  commands: [
    runs(fleet.fleetAdd, async () => (await import("./fleet-add.ts")).runFleetAdd),
    runs(fleet.fleetRun, async () => (await import("./fleet-run.ts")).runFleetRun),
    runs(fleet.fleetWork, async () => (await import("./fleet-run.ts")).runFleetWork),
    runs(fleet.fleetStatus, async () => (await import("./fleet-status.ts")).runFleetStatus),
    runs(fleet.fleetRejudge, async () => (await import("./fleet-rejudge.ts")).runFleetRejudge),
    runs(fleet.fleetDiff, async () => (await import("./fleet-diff.ts")).runFleetDiff),
    runs(fleet.fleetExport, async () => (await import("./fleet-export.ts")).runFleetExport),
    runs(fleet.fleetCertify, async () => (await import("./fleet-certify.ts")).runFleetCertify),
    runs(fleet.fleetSite, async () => (await import("./fleet-site.ts")).runFleetSite),
    runs(fleet.fleetRemove, async () => (await import("./fleet-remove.ts")).runFleetRemove),
    runs(fleet.fleetOptOut, async () => (await import("./fleet-opt-out.ts")).runFleetOptOut),
  ],
};
