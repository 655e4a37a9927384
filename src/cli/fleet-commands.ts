import { type CommandFamily, runs } from "./commands/define-command.ts";
import * as fleet from "./commands/fleet.ts";

/** All that the rest of the command line knows of fleets. */
export const FLEET: CommandFamily = {
  name: "fleet",
  about: "many servers: keep them in a database, ask them politely again and again, see what changes",
  commands: [
    runs(fleet.fleetAdd, async () => (await import("./actions/fleet.ts")).loadFleetCommand("add")),
    runs(fleet.fleetRun, async () => (await import("./actions/fleet.ts")).loadFleetCommand("run")),
    runs(fleet.fleetWork, async () => (await import("./actions/fleet.ts")).loadFleetCommand("work")),
    runs(fleet.fleetStatus, async () => (await import("./actions/fleet.ts")).loadFleetCommand("status")),
    runs(fleet.fleetRejudge, async () => (await import("./actions/fleet.ts")).loadFleetCommand("rejudge")),
    runs(fleet.fleetDiff, async () => (await import("./actions/fleet.ts")).loadFleetCommand("diff")),
    runs(fleet.fleetExport, async () => (await import("./actions/fleet.ts")).loadFleetCommand("export")),
    runs(fleet.fleetCertify, async () => (await import("./actions/fleet.ts")).loadFleetCommand("certify")),
    runs(fleet.fleetSite, async () => (await import("./actions/fleet.ts")).loadFleetCommand("site")),
    runs(fleet.fleetRemove, async () => (await import("./actions/fleet.ts")).loadFleetCommand("remove")),
    runs(fleet.fleetOptOut, async () => (await import("./actions/fleet.ts")).loadFleetCommand("opt-out")),
  ],
};
