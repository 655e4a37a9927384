import { changedRules, diffVersions } from "../corpus/diff-versions.ts";
import { labelOf } from "../corpus-io/load-folder.ts";
import type { RegexEngine } from "../judge/rules/match.ts";
import type { Json } from "../model/json.ts";
import type { Revision } from "../model/revision.ts";
import type { Expectation } from "../model/rule.ts";
import type { GateResult } from "../model/suite-result.ts";
import type { DiffBucket, VersionDiff } from "../model/version-diff.ts";
import { evaluateGate } from "./evaluate-gate.ts";
import type { RuleBook } from "./rule-book.ts";
import type { SpecVersionCheck } from "./suite.ts";

export const SPEC_TARGETS = [
  "spec_clean",
  "spec_breaking_changes",
  "spec_added",
  "spec_removed",
  "spec_unchanged",
] as const;

const DEFAULTS: readonly Expectation[] = [
  { target: "spec_clean", matcher: { exact: true } },
  { target: "spec_breaking_changes", matcher: { schema: { maxItems: 0 } } },
];

const GATE = "spec_version_check";

/** What would change for this suite from its pinned revision into another. */
export const checkSpecVersion = (
  { against, expect = DEFAULTS }: SpecVersionCheck,
  pinned: Revision,
  book: RuleBook,
  regex: RegexEngine,
): GateResult => {
  if (against === undefined)
    return bootstrap("no revision to compare with yet; name one with against: when an upgrade is considered");
  const from = book.corpus(labelOf(pinned));
  const to = book.corpus(against);
  if (!to || !from) return bootstrap(`there is no corpus of ${against} to compare with yet`);
  const diff = diffVersions(from, to);
  const values = targetsOf(diff);
  const failures = evaluateGate(values, expect, regex);
  const pass = failures.length === 0;
  const { changed, added, removed, unchanged } = diff.summary;
  const counts = `${changed} changed, ${added} added, ${removed} removed, ${unchanged} unchanged`;
  const named =
    changed > 0
      ? `; changed: ${changedRules(diff)
          .map(({ rule_id }) => rule_id)
          .join(", ")}`
      : "";
  return {
    gate: GATE,
    pass,
    line: `${GATE}: ${pass ? "PASS" : "FAIL"} ${diff.from} → ${diff.to}: ${counts}${named}`,
    values,
    details: [
      ...failures,
      ...(pass ? [] : [`mcptest compliance diff ${diff.from} ${diff.to} shows what changed, rule by rule`]),
    ],
  };
};

const bootstrap = (note: string): GateResult => ({
  gate: GATE,
  pass: true,
  line: `${GATE}: PASS (${note})`,
  note,
  values: {},
  details: [],
});

const targetsOf = (diff: VersionDiff): Record<(typeof SPEC_TARGETS)[number], Json> => {
  const of = (bucket: DiffBucket): string[] =>
    diff.entries.filter((entry) => entry.bucket === bucket).map(({ rule_id }) => rule_id);
  return {
    spec_clean: diff.clean,
    spec_breaking_changes: of("changed"),
    spec_added: of("added"),
    spec_removed: of("removed"),
    spec_unchanged: of("unchanged"),
  };
};
