// The clients of all areas: each area has those of its rules in client-mutants.ts and client-near-misses.ts.

import type { MutantClient, NearMissClient } from "./mutant-client.ts";

/** The areas with rules about clients. */
const AREAS = [
  "authorization",
  "caching",
  "cancellation",
  "completion",
  "elicitation",
  "extensions",
  "headers",
  "http",
  "input-rounds",
  "lifecycle",
  "logging",
  "messages",
  "metadata",
  "pagination",
  "ping",
  "progress",
  "prompts",
  "resources",
  "roots",
  "sampling",
  "schema",
  "security",
  "stdio",
  "subscriptions",
  "tasks",
  "tools",
];

const tablesOf = async <Row>(areas: readonly string[], file: string, name: string): Promise<readonly Row[]> => {
  const tables = await Promise.all(
    areas.map(async (area) => {
      const path = new URL(`../areas/${area}/${file}`, import.meta.url);
      const { [name]: rows } = (await import(path.href)) as Record<string, readonly Row[] | undefined>;
      if (!rows) throw new Error(`areas/${area}/${file} exports no ${name}`);
      return rows;
    }),
  );
  return tables.flat();
};

export const MUTANT_CLIENTS = await tablesOf<MutantClient>(["apps", ...AREAS], "client-mutants.ts", "MUTANTS");

/** No near-miss is about apps alone: a client of another area declares them oddly. */
export const NEAR_MISS_CLIENTS = await tablesOf<NearMissClient>(AREAS, "client-near-misses.ts", "NEAR_MISSES");
