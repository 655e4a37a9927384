// A PostgreSQL of Debian's packages in a scratch folder, as an unprivileged user, for one test file.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const findBin = (): string | undefined => {
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return undefined;
  const versions = readdirSync(base).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(base, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
};

const BIN = findBin();

/** Why tests with a server are left out here; undefined where they run. */
export const NO_POSTGRES: string | undefined =
  BIN === undefined ? "PostgreSQL is not installed (apt-get install postgresql)" : undefined;

export interface TestPostgres {
  /** postgres://… of a fresh database. */
  database(name: string): string;
  /** As a crash: no goodbye. */
  kill(): void;
  start(): void;
  stop(): void;
}

const parentOf = (process: string): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch {
    return undefined; // ended while we looked
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export const startPostgres = async (): Promise<TestPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-postgres-"));
  const data = join(folder, "data");
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  // The server refuses to run as root.
  const user = "nobody";
  const run = (program: string, ...args: string[]): void => {
    const command = join(BIN!, program);
    const [file, rest] = isRoot ? ["runuser", ["-u", user, "--", command, ...args]] : [command, args];
    execFileSync(file, rest, { stdio: ["ignore", "ignore", "pipe"], cwd: "/" });
  };
  if (isRoot) execFileSync("chown", [user, folder]);
  else chmodSync(folder, 0o700);
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C");
  const start = (): void =>
    run(
      "pg_ctl",
      "-D",
      data,
      "-w",
      "-t",
      "60",
      "-l",
      join(folder, "log"),
      "-o",
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`,
      "start",
    );
  // After a crash the memory of the old server is in use until its last process has ended.
  const startAgain = (): void => {
    for (let left = 20; ; left--)
      try {
        start();
        return;
      } catch (error) {
        if (left === 0) throw error;
        execFileSync("sleep", ["0.2"]);
      }
  };
  start();
  return {
    database: (name) => {
      run("createdb", "-h", "127.0.0.1", "-p", String(port), "-U", "postgres", name);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    // Every process at once, without writing anything: what a crash or a power cut leaves.
    kill: () => {
      const [pid] = execFileSync("head", ["-1", join(data, "postmaster.pid")], { encoding: "utf8" }).split("\n");
      const children = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid);
      for (const one of [pid!, ...children]) {
        try {
          process.kill(Number(one), "SIGKILL");
        } catch {
          // gone already
        }
      }
    },
    start: startAgain,
    stop: () => {
      try {
        run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      } catch {
        // killed already
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
