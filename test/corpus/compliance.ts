// The rules as they stand in compliance/, read once.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { classify } from "../../src/corpus-io/compile.ts";
import { loadCompliance } from "../../src/corpus-io/load-folder.ts";

export const ROOT = fileURLToPath(new URL("../../compliance", import.meta.url));

export const COMPLIANCE = loadCompliance(ROOT);

/** Of every requirement: implemented where it has rows, else what ids.txt says. */
export const CLASSES = classify(COMPLIANCE, readFileSync(`${ROOT}/ids.txt`, "utf8"));

/** Ids for which some revision has a row. */
export const WITH_ROWS: ReadonlySet<string> = new Set(
  [...COMPLIANCE.corpora.values()].flatMap(({ rows }) => [...rows.keys()]),
);
