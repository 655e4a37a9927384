// What a fleet takes: node bench/fleet/run.js [part…]; without any, all of them. `npm run build` first. Sizes are for a machine with two
// cores: --servers 1000 is how many are checked in full.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "./postgres.js";
import { runMcptest, startFarmProcess, startMcptest } from "./process.js";

const { values, positionals } = parseArgs({
  options: { servers: { type: "string", default: "1000" }, many: { type: "string", default: "10000" } },
  allowPositionals: true,
});
const SERVERS = Number(values.servers);
const MANY = Number(values.many);
const scratch = mkdtempSync(join(tmpdir(), "mcptest-bench-fleet-"));
const row = (words, figure) => process.stdout.write(`${words.padEnd(78)} ${figure}\n`);
const one = (number) => number.toFixed(1);

const postgres = await startPostgres();
if (postgres === undefined) process.stderr.write("PostgreSQL is not installed: what needs it is left out\n");
let made = 0;

/** A fresh fleet, embedded or in PostgreSQL, and a farm whose servers are its targets. */
const withFleet = async (kind, farm, body) => {
  made += 1;
  const name = `bench_${made}`;
  const place = kind === "embedded" ? ["--data", join(scratch, name)] : ["--database", postgres.create(name)];
  const list = join(scratch, `${name}.txt`);
  const running = await startFarmProcess({ ...farm, list });
  let stopped;
  try {
    const added = await runMcptest(["fleet", "add", list, "--allow-private", ...place]);
    await body({ name, place, added, again: ["fleet", "run", "--all", "--allow-private", "--quiet", ...place] });
  } finally {
    stopped = await running.stop();
  }
  return stopped;
};

const checks = (kind) => async () => {
  let run;
  const farm = await withFleet(kind, { servers: SERVERS, profile: "quick" }, async ({ place, name, again }) => {
    run = await runMcptest(again);
    row(`${SERVERS} quick servers in full, ${kind} (required: 1,000 in under 240 s)`, `${one(run.seconds)} s`);
    row("  memory of the worker (required: under 400 MB)", `${one(run.megabytes)} MB`);
    row("  processor seconds of the worker, for each check", `${(run.cpuSeconds / SERVERS).toFixed(3)} s`);
    const judged = await runMcptest(["fleet", "rejudge", "--all", ...place]);
    const cores = availableParallelism();
    row(`  captures rejudged a second and core (required: 25)`, one(SERVERS / judged.seconds / cores));
    if (kind === "postgres") sizes(name, SERVERS);
    const site = await runMcptest(["fleet", "site", "--out", join(scratch, `${name}-site`), ...place]);
    row(`  the site of ${SERVERS} servers`, `${one(site.seconds)} s, ${one(site.megabytes)} MB`);
  });
  row(
    "  requests for each check, and processor milliseconds of the farm for each",
    `${one(farm.requests / SERVERS)}, ${((farm.cpuSeconds * 1_000) / farm.requests).toFixed(2)} ms`,
  );
};

const sizes = (name, runs) => {
  const tables = postgres.ask(
    name,
    "SELECT c.relname, pg_total_relation_size(c.oid), pg_indexes_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'mcptest%' AND c.relkind IN ('r', 'p') ORDER BY 2 DESC LIMIT 6",
  );
  for (const [table, bytes, indexes] of tables)
    row(
      `  bytes of ${table} for each run (of that indexes)`,
      `${Math.round(bytes / runs)} (${Math.round(indexes / runs)})`,
    );
};

const queue = (kind) => () =>
  withFleet(kind, { servers: MANY, profile: "mixed" }, async ({ added, place }) => {
    row(`${MANY} targets added, ${kind}`, `${one(added.seconds)} s`);
    const run = startMcptest(["fleet", "run", "--all", "--allow-private", "--grace", "0s", ...place], { codes: [130] });
    row(
      `${MANY} targets queued, ${kind}, from the start of the command (required: under 20 s)`,
      `${one(await run.said(/targets queued/))} s`,
    );
    run.interrupt();
    await run.ended;
  });

const workers = async () => {
  const servers = Math.round(SERVERS / 4);
  for (const atOnce of [4, 16]) {
    const times = [];
    for (const others of [0, 1]) {
      await withFleet("postgres", { servers, profile: "slow" }, async ({ place, again }) => {
        const flags = ["--at-once", String(atOnce)];
        const first = startMcptest([...again, ...flags]);
        const more = Array.from({ length: others }, () =>
          startMcptest(["fleet", "work", "--until-done", "--allow-private", "--quiet", ...flags, ...place]),
        );
        const [run] = await Promise.all([first.ended, ...more.map(({ ended }) => ended)]);
        times.push(run.seconds);
      });
    }
    row(
      `two workers against one, 100 ms an answer, ${atOnce} at once each (required: 1.7)`,
      `${(times[0] / times[1]).toFixed(2)} (${one(times[0])} s, ${one(times[1])} s)`,
    );
  }
};

const hanging = async () => {
  const servers = Math.round(SERVERS / 4);
  for (const profile of ["quick", "quick-and-hanging"])
    await withFleet("embedded", { servers, profile }, async ({ again }) => {
      const run = await runMcptest(again);
      row(`${servers} servers, ${profile}`, `${one(run.seconds)} s: ${run.out.trim()}`);
    });
};

const memory = async () => {
  for (const servers of [Math.round(MANY / 10), MANY])
    await withFleet("embedded", { servers, profile: "mixed" }, async ({ again }) => {
      const run = await runMcptest([...again, "--quick", "--run-timeout", "5s"]);
      row(`first pass over ${servers} mixed servers, embedded`, `${one(run.seconds)} s, ${one(run.megabytes)} MB`);
    });
};

const PARTS = {
  embedded: checks("embedded"),
  postgres: checks("postgres"),
  queue: async () => {
    await queue("embedded")();
    if (postgres !== undefined) await queue("postgres")();
  },
  workers,
  hanging,
  memory,
};
const NEED_POSTGRES = ["postgres", "workers"];

try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    if (!Object.hasOwn(PARTS, name)) throw new Error(`${name} is no part; use ${Object.keys(PARTS).join(", ")}`);
    if (postgres !== undefined || !NEED_POSTGRES.includes(name)) await PARTS[name]();
  }
} finally {
  postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
