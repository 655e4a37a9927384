// What a fleet takes: node bench/fleet/run.js [part…]; without any, all of them, and at the end every required figure in one table.
// `npm run build` first. Sizes are for a machine with two cores: --servers 1000 is how many are checked in full.
//
// Wall seconds count only on a quiet machine. Beside them stand processor seconds of everything that takes part (worker, farm, PostgreSQL),
// which mean the same on a busy one: half of them is the least time that two cores need.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
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
const required = [];
/** A figure that issue and documentation name, with whether it is met. */
const figure = (words, value, unit, bound) => {
  const isMet = "most" in bound ? value <= bound.most : value >= bound.least;
  const wish = "most" in bound ? `at most ${bound.most}` : `at least ${bound.least}`;
  required.push([words, `${one(value)} ${unit}`, wish, isMet ? "met" : "MISSED"]);
  row(words, `${one(value)} ${unit} (${wish}: ${isMet ? "met" : "MISSED"})`);
};

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
  const before = kind === "postgres" ? postgres.cpuSeconds() : 0;
  let databaseSeconds = 0;
  const farm = await withFleet(kind, { servers: SERVERS, profile: "quick" }, async ({ place, name, again }) => {
    run = await runMcptest(again);
    databaseSeconds = kind === "postgres" ? postgres.cpuSeconds() - before : 0;
    row(`${SERVERS} quick servers in full, ${kind}: ${run.out.trim()}`, `load ${one(loadavg()[0])}`);
    const judged = await runMcptest(["fleet", "rejudge", "--all", ...place]);
    row(
      "  judged again, for each processor second and each second of the clock",
      `${one(SERVERS / judged.cpuSeconds)}, ${one(SERVERS / judged.seconds)} (most of it the engine compiling)`,
    );
    if (kind === "postgres") sizes(name, SERVERS);
    const site = await runMcptest(["fleet", "site", "--out", join(scratch, `${name}-site`), ...place]);
    row(`  the site of ${SERVERS} servers`, `${one(site.seconds)} s, ${one(site.megabytes)} MB`);
  });
  const perThousand = 1_000 / SERVERS;
  const seconds = (run.cpuSeconds + farm.cpuSeconds + databaseSeconds) * perThousand;
  figure(`seconds for 1,000 checks, ${kind}, by the clock`, run.seconds * perThousand, "s", { most: 240 });
  figure(`seconds for 1,000 checks, ${kind}, if two cores did nothing else`, seconds / 2, "s", { most: 240 });
  figure(`memory of a worker, ${kind}`, run.megabytes, "MB", { most: 400 });
  row(
    "  processor seconds for each check: worker, farm, PostgreSQL",
    [run.cpuSeconds, farm.cpuSeconds, databaseSeconds].map((sum) => (sum / SERVERS).toFixed(3)).join(", "),
  );
  row(
    "  requests for each check, and processor milliseconds of the farm for each",
    `${one(farm.requests / SERVERS)}, ${((farm.cpuSeconds * 1_000) / farm.requests).toFixed(2)} ms`,
  );
};

/**
 * So many that the rate is that of judging: the first few hundred captures cost each thread seconds in which the engine compiles the
 * rules. The same captures stand in several runs; nothing that was found in one is kept for the next.
 */
const rejudge = async () => {
  const [servers, runs] = [Math.round(SERVERS / 4), 20];
  await withFleet("postgres", { servers, profile: "quick" }, async ({ place, name, again }) => {
    await runMcptest(again);
    const columns = "at, ms, state, reason, revision, grade, tier, partial, capture_id, surface_id, judged_by, summary";
    postgres.ask(
      name,
      `INSERT INTO mcptest.result (target_key, run_id, ${columns}) SELECT target_key, run_id + n, ${columns} FROM mcptest.result, generate_series(1, ${runs - 1}) n`,
    );
    const before = postgres.cpuSeconds();
    const judged = await runMcptest(["fleet", "rejudge", "--all", ...place]);
    const count = servers * runs;
    figure(`captures rejudged for each processor second, of ${count}`, count / judged.cpuSeconds, "", { least: 25 });
    row("  and a second of the clock", one(count / judged.seconds));
    row(
      "  megabytes, and processor seconds of PostgreSQL",
      `${one(judged.megabytes)}, ${one(postgres.cpuSeconds() - before)}`,
    );
  });
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
    const run = startMcptest(["fleet", "run", "--all", "--allow-private", "--grace", "1ms", ...place], {
      codes: [130],
    });
    figure(`${MANY} targets queued, ${kind}, from the start of the command`, await run.said(/targets queued/), "s", {
      most: 20,
    });
    run.interrupt();
    await run.ended;
  });

/** Few at once, so that a worker waits for servers and not for the processor: what a second worker is good for. */
const workers = async () => {
  const servers = Math.round(SERVERS / 20);
  const times = [];
  for (const others of [0, 1]) {
    await withFleet("postgres", { servers, profile: "slow" }, async ({ place, again }) => {
      const flags = ["--at-once", "4"];
      // Who comes before there is anything to do goes again.
      const first = startMcptest([...again.filter((flag) => flag !== "--quiet"), ...flags]);
      await first.said(/targets queued/);
      const more = Array.from({ length: others }, () =>
        startMcptest(["fleet", "work", "--until-done", "--allow-private", "--quiet", ...flags, ...place]),
      );
      const [run, ...rest] = await Promise.all([first.ended, ...more.map(({ ended }) => ended)]);
      times.push(run.seconds);
      const cpu = [run, ...rest].map(({ cpuSeconds }) => one(cpuSeconds)).join(" + ");
      row(`${servers} slow servers, 4 at once, ${others + 1} workers`, `${one(run.seconds)} s, processor ${cpu} s`);
    });
  }
  figure("two workers against one, 100 ms an answer", times[0] / times[1], "×", { least: 1.7 });
};

const hanging = async () => {
  const servers = Math.round(SERVERS / 8);
  const times = [];
  for (const profile of ["quick", "quick-and-hanging"])
    await withFleet("embedded", { servers, profile }, async ({ again }) => {
      const run = await runMcptest(again);
      times.push(run.seconds);
      row(
        `${servers} servers, ${profile}: ${run.out.trim()}`,
        `${one(run.seconds)} s, processor ${one(run.cpuSeconds)} s`,
      );
    });
  // The last ones to hang are waited for at the end, when nobody else is left.
  figure("more seconds with one in twenty hanging", times[1] - times[0], "s", { most: 90 });
};

/** One run over all of them: what it took when a tenth was done, and at its end. */
const memory = async () => {
  await withFleet("embedded", { servers: MANY, profile: "mixed" }, async ({ again }) => {
    const flags = again.filter((flag) => flag !== "--quiet");
    const running = startMcptest([...flags, "--quick", "--run-timeout", "5s"]);
    const tenth = Math.round(MANY / 10);
    const early = await running.reached(tenth);
    const run = await running.ended;
    row(
      `first pass over ${MANY} mixed servers, embedded`,
      `${one(run.seconds)} s, processor ${one(run.cpuSeconds)} s, ${one(run.megabytes)} MB`,
    );
    figure(`memory of a worker after ${MANY} targets`, run.megabytes, "MB", { most: 400 });
    figure(`and more than after ${tenth}`, run.megabytes - early, "MB", { most: 40 });
  });
};

const PARTS = {
  embedded: checks("embedded"),
  postgres: checks("postgres"),
  rejudge,
  queue: async () => {
    await queue("embedded")();
    if (postgres !== undefined) await queue("postgres")();
  },
  workers,
  hanging,
  memory,
};
const NEED_POSTGRES = ["postgres", "rejudge", "workers"];

try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    if (!Object.hasOwn(PARTS, name)) throw new Error(`${name} is no part; use ${Object.keys(PARTS).join(", ")}`);
    if (postgres !== undefined || !NEED_POSTGRES.includes(name)) await PARTS[name]();
  }
  process.stdout.write(`\nload ${one(loadavg()[0])}; what is required:\n`);
  for (const [words, value, wish, state] of required)
    process.stdout.write(`${words.padEnd(72)} ${value.padStart(10)}  ${wish.padEnd(14)} ${state}\n`);
} finally {
  postgres?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
