// The rules about clients as they stand in compliance/clients/, read once.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { classify } from "../../src/judge/corpus-files/compile.ts";
import { loadCompliance } from "../../src/judge/corpus-files/load-folder.ts";

const ROOT = fileURLToPath(new URL("../../compliance/clients", import.meta.url));

export const CLIENT_COMPLIANCE = loadCompliance(ROOT);

export const CLIENT_CLASSES = classify(CLIENT_COMPLIANCE, readFileSync(`${ROOT}/ids.txt`, "utf8"));

/** Ids for which some revision has a row. */
export const JUDGED_CLIENT_RULES: ReadonlySet<string> = new Set(
  [...CLIENT_COMPLIANCE.corpora.values()].flatMap(({ rows }) => [...rows.keys()]),
);
