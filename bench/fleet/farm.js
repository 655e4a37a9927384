// A farm of simulated MCP servers on loopback, to be asked by hand or by another process:
//
//   node bench/fleet/farm.js --servers 1000 --profile mixed --list targets.txt
//
// Profiles: quick, slow, mixed, quick-and-hanging. --edition 2 is the same farm a week later: some servers changed, some are gone.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { MOST_SERVERS } from "./farm/addresses.js";
import { PROFILES } from "./farm/server-plan.js";
import { startFarm } from "./farm/start-farm.js";

const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "1000" },
    profile: { type: "string", default: "mixed" },
    seed: { type: "string", default: "1" },
    edition: { type: "string", default: "1" },
    port: { type: "string", default: "0" },
    list: { type: "string" },
  },
});
const servers = Number(values.servers);
if (!Number.isInteger(servers) || servers < 1 || servers > MOST_SERVERS)
  throw new Error(`--servers is ${values.servers}; use a number from 1 to ${MOST_SERVERS}`);
if (!Object.hasOwn(PROFILES, values.profile))
  throw new Error(`--profile is ${values.profile}; use ${Object.keys(PROFILES).join(", ")}`);
const farm = await startFarm({
  servers,
  profile: values.profile,
  seed: Number(values.seed),
  edition: Number(values.edition),
  port: Number(values.port),
});
if (values.list !== undefined) {
  const lines = function* () {
    for (const url of farm.urls()) yield `${url}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(values.list));
}
process.stdout.write(`${JSON.stringify({ port: farm.port, servers })}\n`);

/** How much of the machine the farm itself took. */
const leave = () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ ...farm.asked, cpuSeconds: (user + system) / 1_000_000 })}\n`);
  farm.close().then(() => process.exit(0));
};
process.once("SIGTERM", leave);
process.once("SIGINT", leave);
