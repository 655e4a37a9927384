// A PostgreSQL of the system's packages in a scratch folder, with its settings as they come.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BASE = "/usr/lib/postgresql";
const TICKS_PER_SECOND = 100;

const findPrograms = () => {
  if (!existsSync(BASE)) return undefined;
  const versions = readdirSync(BASE).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(BASE, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Undefined where PostgreSQL is not installed. */
export const startPostgres = async () => {
  const bin = findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "mcptest-bench-postgres-"));
  const data = join(folder, "data");
  const port = await freePort();
  // The server refuses to run as root.
  const isRoot = process.getuid() === 0;
  const run = (program, ...args) => {
    const command = [join(bin, program), ...args];
    const [file, ...rest] = isRoot ? ["runuser", "-u", "nobody", "--", ...command] : command;
    return execFileSync(file, rest, { stdio: ["ignore", "pipe", "pipe"], cwd: "/", encoding: "utf8" });
  };
  if (isRoot) execFileSync("chown", ["nobody", folder]);
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C");
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  execFileSync(
    isRoot ? "runuser" : join(bin, "pg_ctl"),
    [
      ...(isRoot ? ["-u", "nobody", "--", join(bin, "pg_ctl")] : []),
      ...["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"],
    ],
    { stdio: "ignore", cwd: "/" },
  );
  const client = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  return {
    create: (name) => {
      run("createdb", ...client, name);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    /** The rows of a query, as arrays of texts. */
    ask: (name, text) =>
      run("psql", ...client, "-d", name, "-AtF", "\t", "-c", text)
        .trim()
        .split("\n")
        .map((line) => line.split("\t")),
    /** Of the server and of every connection that has ended. */
    cpuSeconds: () => {
      const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
    },
    stop: () => {
      run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
