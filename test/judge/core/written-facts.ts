// The facts that somebody wrote, as opposed to those that are made of the table of questions.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ALL_FACTS } from "../../../src/facts/all-facts.ts";

const FOLDER = join(import.meta.dirname, "../../../src/facts");

/** What the files of every subject export, lists of facts taken apart. */
const exported = async (): Promise<ReadonlySet<unknown>> => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => /[/\\].*\.ts$/.test(path));
  const files = await Promise.all(paths.map((path): Promise<object> => import(join(FOLDER, path))));
  return new Set(files.flatMap((file) => Object.values(file).flat()));
};

const EXPORTED = await exported();

export const WRITTEN_FACTS: ReadonlySet<string> = new Set(
  ALL_FACTS.filter((fact) => EXPORTED.has(fact)).map(({ name }) => name),
);
