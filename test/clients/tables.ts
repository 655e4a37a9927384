// The clients of all areas. An area holds those of its rules in client-mutants.ts and client-near-misses.ts.

import { existsSync, readdirSync } from "node:fs";
import type { InnocentClient, MutantClient } from "./mutant-client.ts";

const tablesIn = async <Row>(place: URL, file: (entry: string) => string, name: string): Promise<readonly Row[]> => {
  const tables = await Promise.all(
    readdirSync(place)
      .sort()
      .map((entry) => new URL(file(entry), place))
      .filter((path) => existsSync(path))
      .map(async ({ href }) => {
        const { [name]: rows } = (await import(href)) as Record<string, readonly Row[] | undefined>;
        if (!rows) throw new Error(`${href} exports no ${name}`);
        return rows;
      }),
  );
  return tables.flat();
};

const AREAS = new URL("../areas/", import.meta.url);

export const MUTANT_CLIENTS = [
  ...(await tablesIn<MutantClient>(AREAS, (area) => `${area}/client-mutants.ts`, "MUTANTS")),
  ...(await tablesIn<MutantClient>(new URL("mutants/", import.meta.url), (file) => file, "MUTANTS")),
];

export const INNOCENT_CLIENTS = [
  ...(await tablesIn<InnocentClient>(AREAS, (area) => `${area}/client-near-misses.ts`, "INNOCENTS")),
  ...(await tablesIn<InnocentClient>(new URL("innocents/", import.meta.url), (file) => file, "INNOCENTS")),
];
