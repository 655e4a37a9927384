// The rules as they stand in compliance/, read once.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJudgedIn } from "../../src/judge/corpus/ruleset.ts";
import { classify } from "../../src/judge/corpus-files/compile.ts";
import { loadCompliance } from "../../src/judge/corpus-files/load-folder.ts";

export const ROOT = fileURLToPath(new URL("../../compliance", import.meta.url));

export const COMPLIANCE = loadCompliance(ROOT);

/** Of every requirement: implemented where it has rows, else what ids.txt says. */
export const CLASSES = classify(COMPLIANCE, readFileSync(`${ROOT}/ids.txt`, "utf8"));

/** Ids for which some revision has a row, of rules about MCP servers. Those about authorization servers are proven apart. */
export const WITH_ROWS: ReadonlySet<string> = new Set(
  [...COMPLIANCE.corpora.values(), ...COMPLIANCE.extensions]
    .flatMap(({ rows }) => [...rows.keys()])
    .filter((id) => isJudgedIn(COMPLIANCE.registry.get(id) ?? {}, "compliance")),
);
