// The clients of all areas. A file in mutants/ or innocents/ holds those of one area and needs no entry anywhere.

import { readdirSync } from "node:fs";
import type { InnocentClient, MutantClient } from "./mutant-client.ts";

const tablesIn = async <Row>(folder: string, name: string): Promise<readonly Row[]> => {
  const place = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((file) => file.endsWith(".ts"));
  const tables = await Promise.all(
    files.sort().map(async (file) => {
      const { [name]: rows } = (await import(new URL(file, place).href)) as Record<string, readonly Row[] | undefined>;
      if (!rows) throw new Error(`${folder}/${file} exports no ${name}`);
      return rows;
    }),
  );
  return tables.flat();
};

export const MUTANT_CLIENTS = await tablesIn<MutantClient>("mutants", "MUTANTS");

export const INNOCENT_CLIENTS = await tablesIn<InnocentClient>("innocents", "INNOCENTS");
