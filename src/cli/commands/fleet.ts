import { COMMON_FLAGS, LIST_FLAGS } from "../flags/common-flags.ts";
import { type FlagsOf, inGroup } from "../flags/flag.ts";
import { defineCommand } from "./define-command.ts";

/** Where a fleet is; every `mcptest fleet` command has them. */
export const STORE_FLAGS = inGroup("Fleet", {
  "--data <folder>": "the folder of the embedded database (default: ./mcptest-fleet); one process at a time",
  "--database <address>": "postgres://… instead, for any number of workers (default: DATABASE_URL)",
  "--fleet <name>": "which fleet of the database (default: default)",
  "--captures <folder>": "keep captures as files in this folder (default: in the database)",
});

export type StoreFlags = FlagsOf<typeof STORE_FLAGS>;

const OF_FLEET = { ...COMMON_FLAGS, ...STORE_FLAGS };
const LISTED = { ...LIST_FLAGS, ...STORE_FLAGS };

const WORK_FLAGS = {
  "--contact <address>": "whom servers may write to; stands in the User-Agent (default: MCPTEST_CONTACT)",
  "--at-once <n>": "targets asked at once by this worker (default 16)",
  "--per-host <n>": "targets of one host asked at once, by all workers together (default 1)",
  "--gap <time>": "pause between two targets of one host (default 1s)",
  "--every <hours>": "ask targets so often (default 24): sooner after a change, later if long dead",
  "--allow-private": "also loopback and private addresses",
  "--allow-commands": "also start commands and packages, one at a time",
  "--run-with <command>": "put this before every command: a container, such as 'docker run -i --rm …'",
  "--max-memory <MB>": "memory a started command may take, on Linux (default 1024)",
  "--timeout <time>": "time limit for one exchange",
  "--run-timeout <time>": "time limit for one target (default 90s)",
  "--grace <time>": "after an interrupt, how long targets under way may take (default 10s)",
  "--database-wait <time>": "how long the database may be gone before the work ends (default 2m)",
  "--quiet": "print only the outcome",
};

export const fleetAdd = defineCommand({
  name: "fleet add",
  about: "add servers; one that is there already stays one",
  args: {
    "[sources...]":
      "addresses, or files: lines, CSV, JSON Lines, client configurations, server.json; - is standard input",
  },
  flags: {
    ...OF_FLEET,
    "--registry <api>": "every server of a registry, such as https://registry.modelcontextprotocol.io",
    "--every <hours>": "ask these so often (default: the fleet's 24)",
    "--allow-private": "also loopback and private addresses",
  },
  examples: [
    "mcptest fleet add servers.txt .mcp.json",
    "mcptest fleet add --registry https://registry.modelcontextprotocol.io",
  ],
});

export const fleetRun = defineCommand({
  name: "fleet run",
  about: "queue what is due, and work until it is done; goes on where an earlier run ended",
  flags: {
    ...OF_FLEET,
    ...WORK_FLAGS,
    "--due": "what is due (default)",
    "--all": "every target now",
    "--target <glob>": "only targets whose id, name, host or address matches",
    "--max <n>": "at most so many",
    "--quick": "a first pass: one polite conversation each, no grades",
    "--schedule": "stay, and queue what falls due",
    "--keep-captures <n>": "captures kept of one target (default 5)",
    "--keep-days <n>": "how long captures are kept (default 90)",
  },
  examples: [
    "mcptest fleet run --contact fleet@directory.example",
    "mcptest fleet run --all --target '*.example' --quick",
  ],
});

export const fleetWork = defineCommand({
  name: "fleet work",
  about: "one more worker, on any machine that reaches the database",
  flags: {
    ...OF_FLEET,
    ...WORK_FLAGS,
    "--until-done": "end when the queue is empty (default: wait for more)",
  },
  examples: [
    "mcptest fleet work --database postgres://fleet@db.example/fleet",
    "mcptest fleet work --until-done --at-once 32",
  ],
});

export const fleetStatus = defineCommand({
  name: "fleet status",
  about: "how many servers in which state, how fast, how long yet, what fails and why",
  flags: LISTED,
  examples: ["mcptest fleet status", "mcptest fleet status --fleet internal --json"],
});

export const fleetRejudge = defineCommand({
  name: "fleet rejudge",
  about: "judge the stored captures by today's rules, and say what changed; contacts nobody",
  flags: {
    ...LISTED,
    "--all": "every stored capture (default: the newest of each target)",
    "--dry-run": "say what would change, and change nothing",
    "--threads <n>": "how many threads judge (default: one for each processor)",
  },
  examples: ["mcptest fleet rejudge", "mcptest fleet rejudge --all --dry-run"],
});

export const fleetDiff = defineCommand({
  name: "fleet diff",
  about: "what changed: reachability, grade, revision, and what servers offer",
  flags: {
    ...LISTED,
    "--since <when>": "24h, 7d, 2026-11-01, or run:3 (default: the start of the last run)",
  },
  examples: ["mcptest fleet diff", "mcptest fleet diff --since 7d --json"],
});

export const fleetExport = defineCommand({
  name: "fleet export",
  about: "a line for every target, to be read by programs",
  flags: {
    ...OF_FLEET,
    "--format <name>": "jsonl (default), csv, registry (records for _meta of a registry)",
    "-o, --out <file>": "write to this file (default: standard output)",
    "--target <glob>": "only targets whose id, name, host or address matches",
    "--state <state>": "only targets in this state",
    "--key <file>": "sign registry records with this key",
    "--key-env <NAME>": "sign with the key in this environment variable",
  },
  examples: ["mcptest fleet export > fleet.jsonl", "mcptest fleet export --format csv -o fleet.csv"],
});

export const fleetCertify = defineCommand({
  name: "fleet certify",
  about: "certificates for every server that deserves one, and revocations where one no longer holds",
  flags: {
    ...OF_FLEET,
    "--key <file>": "the key that signs (mcptest cert keygen)",
    "--key-env <NAME>": "the key in this environment variable",
    "--issuer <name>": "who signs",
    "--min-grade <grade>": "grade of discoverability: a, b (default), c, d",
    "--valid-days <n>": "how long a certificate counts (default 28)",
    "-o, --out <folder>": "also write them into this folder",
  },
  examples: [
    "mcptest fleet certify --key issuer.pem --issuer 'Directory Example'",
    "mcptest fleet certify --key issuer.pem --issuer 'Directory Example' --min-grade a --out certificates",
  ],
});

export const fleetSite = defineCommand({
  name: "fleet site",
  about: "write the static directory of the fleet: an overview, a page for each server, search, feeds",
  flags: {
    ...OF_FLEET,
    "-o, --out <folder>": "where to write it: a new or empty folder, or one that holds such a site",
    "--title <text>": "what the site is called (default: the name of the fleet)",
    "--base-url <url>": "where it will be found, for feeds and badges",
  },
  examples: [
    "mcptest fleet site --out public",
    "mcptest fleet site --out public --base-url https://directory.example/mcp/",
  ],
});

export const fleetRemove = defineCommand({
  name: "fleet remove",
  about: "forget targets that do not belong here, with all their runs",
  args: { "<target...>": "ids, or whole addresses, packages or commands" },
  flags: OF_FLEET,
  examples: [
    "mcptest fleet remove https://mistyped.example/mcp",
    "mcptest fleet remove dd980a2d40b05244 npm:@scope/a-server",
  ],
});

export const fleetOptOut = defineCommand({
  name: "fleet opt-out",
  about: "ask these no more",
  args: { "[who...]": "hosts, addresses or target ids; without any, prints the list" },
  flags: { ...OF_FLEET, "--remove": "take them off the list" },
  examples: ["mcptest fleet opt-out their.example", "mcptest fleet opt-out their.example --remove"],
});
