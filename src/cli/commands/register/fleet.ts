import type { Command } from "commander";
import type { FleetFlags } from "../fleet.ts";
import { addCommonFlags, addListFlags, type Registration } from "./registration.ts";

/** `mcptest fleet …`. The flags and the help are here, so that both work before the package mcptest-fleet is installed. */
export const addFleetCommands = ({ program, console, exits }: Registration): void => {
  const fleet = program
    .command("fleet")
    .description("many servers: keep them in a database, ask them politely again and again, see what changes");
  const add = (name: string): Command => addStoreFlags(addCommonFlags(fleet.command(name)));
  const addListed = (name: string): Command => addStoreFlags(addListFlags(fleet.command(name)));

  add("add")
    .argument(
      "[sources...]",
      "addresses, or files: lines, CSV, JSON Lines, client configurations, server.json; - is standard input",
    )
    .description("add servers; one that is there already stays one")
    .option("--registry <api>", "every server of a registry, such as https://registry.modelcontextprotocol.io")
    .option("--every <hours>", "ask these so often (default: the fleet's 24)")
    .option("--allow-private", "also loopback and private addresses")
    .action(
      exits(async (sources: string[], flags: FleetFlags) =>
        (await load()).runFleetCommand("add", sources, flags, console),
      ),
    );

  addWorkFlags(add("run"))
    .description("queue what is due, and work until it is done; goes on where an earlier run ended")
    .option("--due", "what is due (default)")
    .option("--all", "every target now")
    .option("--target <glob>", "only targets whose id, name, host or address matches")
    .option("--max <n>", "at most so many")
    .option("--quick", "a first pass: one polite conversation each, no grades")
    .option("--schedule", "stay, and queue what falls due")
    .option("--keep-captures <n>", "captures kept of one target (default 5)")
    .option("--keep-days <n>", "how long captures are kept (default 90)")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("run", [], flags, console)));

  addWorkFlags(add("work"))
    .description("one more worker, on any machine that reaches the database")
    .option("--until-done", "end when the queue is empty (default: wait for more)")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("work", [], flags, console)));

  addListed("status")
    .description("how many servers in which state, how fast, how long yet, what fails and why")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("status", [], flags, console)));

  addListed("rejudge")
    .description("judge the stored captures by today's rules, and say what changed; contacts nobody")
    .option("--all", "every stored capture (default: the newest of each target)")
    .option("--dry-run", "say what would change, and change nothing")
    .option("--threads <n>", "how many threads judge (default: one for each processor)")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("rejudge", [], flags, console)));

  addListed("diff")
    .description("what changed: reachability, grade, revision, and what servers offer")
    .option("--since <when>", "24h, 7d, 2026-11-01, or run:3 (default: the start of the last run)")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("diff", [], flags, console)));

  add("export")
    .description("a line for every target, to be read by programs")
    .option("--format <name>", "jsonl (default), csv, registry (records for _meta of a registry)")
    .option("-o, --out <file>", "write to this file (default: standard output)")
    .option("--target <glob>", "only targets whose id, name, host or address matches")
    .option("--state <state>", "only targets in this state")
    .option("--key <file>", "sign registry records with this key")
    .option("--key-env <NAME>", "sign with the key in this environment variable")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("export", [], flags, console)));

  add("certify")
    .description("certificates for every server that deserves one, and revocations where one no longer holds")
    .option("--key <file>", "the key that signs (mcptest cert keygen)")
    .option("--key-env <NAME>", "the key in this environment variable")
    .option("--issuer <name>", "who signs")
    .option("--min-grade <grade>", "grade of discoverability: a, b (default), c, d")
    .option("--valid-days <n>", "how long a certificate counts (default 28)")
    .option("-o, --out <folder>", "also write them into this folder")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("certify", [], flags, console)));

  add("site")
    .description("write the static directory of the fleet: an overview, a page for each server, search, feeds")
    .option("-o, --out <folder>", "where to write it: a new or empty folder, or one that holds such a site")
    .option("--title <text>", "what the site is called (default: the name of the fleet)")
    .option("--base-url <url>", "where it will be found, for feeds and badges")
    .action(exits(async (flags: FleetFlags) => (await load()).runFleetCommand("site", [], flags, console)));

  add("remove")
    .argument("<target...>", "ids, or whole addresses, packages or commands")
    .description("forget targets that do not belong here, with all their runs")
    .action(
      exits(async (names: string[], flags: FleetFlags) =>
        (await load()).runFleetCommand("remove", names, flags, console),
      ),
    );

  add("opt-out")
    .argument("[who...]", "hosts, addresses or target ids; without any, prints the list")
    .description("ask these no more")
    .option("--remove", "take them off the list")
    .action(
      exits(async (who: string[], flags: FleetFlags) => (await load()).runFleetCommand("opt-out", who, flags, console)),
    );
};

const load = (): Promise<typeof import("../fleet.ts")> => import("../fleet.ts");

const addStoreFlags = (command: Command): Command =>
  command
    .option("--data <folder>", "the folder of the embedded database (default: ./mcptest-fleet); one process at a time")
    .option("--database <address>", "postgres://… instead, for any number of workers (default: DATABASE_URL)")
    .option("--fleet <name>", "which fleet of the database (default: default)")
    .option("--captures <folder>", "keep captures as files in this folder (default: in the database)");

const addWorkFlags = (command: Command): Command =>
  command
    .option("--contact <address>", "whom servers may write to; stands in the User-Agent (default: MCPTEST_CONTACT)")
    .option("--at-once <n>", "targets asked at once by this worker (default 16)")
    .option("--per-host <n>", "targets of one host asked at once, by all workers together (default 1)")
    .option("--gap <time>", "pause between two targets of one host (default 1s)")
    .option("--every <hours>", "ask targets so often (default 24): sooner after a change, later if long dead")
    .option("--allow-private", "also loopback and private addresses")
    .option("--allow-commands", "also start commands and packages, one at a time")
    .option("--run-with <command>", "put this before every command: a container, such as 'docker run -i --rm …'")
    .option("--max-memory <MB>", "memory a started command may take, on Linux (default 1024)")
    .option("--timeout <time>", "time limit for one exchange")
    .option("--run-timeout <time>", "time limit for one target (default 90s)")
    .option("--grace <time>", "after an interrupt, how long targets under way may take (default 10s)")
    .option("--database-wait <time>", "how long the database may be gone before the work ends (default 2m)")
    .option("--quiet", "print only the outcome");
