import { readFileSync } from "node:fs";
import { extensionsOf } from "../../../src/judge/corpus/extension-ruleset.ts";
import { rulesetOf } from "../../../src/judge/corpus/ruleset.ts";
import { COMPLIANCE } from "../../corpus/compliance.ts";
import { isAccusation } from "./judge-near-miss.ts";

/** The rules that are a MUST or a SHOULD in any revision. */
export const ACCUSING: readonly string[] = [
  ...new Set(
    [...COMPLIANCE.corpora.keys()].flatMap((revision) =>
      [
        ...rulesetOf(COMPLIANCE, revision).rules,
        ...extensionsOf(COMPLIANCE, revision).judged.flatMap(({ rules }) => rules),
      ]
        .filter(isAccusation)
        .map(({ id }) => id),
    ),
  ),
].sort();

/** Those that no near-miss is closest to yet. */
export const readWithoutNearMiss = (): readonly string[] =>
  readFileSync(new URL("../without-near-miss.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
