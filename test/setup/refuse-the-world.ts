// Setup of the pure tests: a test that opens a socket or starts a process belongs to another group, and is told so.

import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const refuse = (what: string) => (): never => {
  throw new Error(`A pure test ${what}. Move its file to another group in test/groups.ts.`);
};

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const)
  childProcess[name] = refuse("starts a process") as never;
net.Server.prototype.listen = refuse("listens on a socket");
net.Socket.prototype.connect = refuse("opens a socket");
syncBuiltinESMExports();
