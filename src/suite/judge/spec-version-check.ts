import type { Json } from "../../base/json.ts";
import type { Expectation } from "../../judge/core/rule.ts";
import { revisionLabel } from "../../judge/corpus/corpus.ts";
import { diffCorpora } from "../../judge/corpus/diff-versions.ts";
import type { DiffBucket, VersionDiff } from "../../judge/corpus/version-diff.ts";
import type { RegexEngine } from "../../judge/rules/match.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { GateResult } from "../../report/gate-result.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SPEC_TARGETS, SpecVersionCheck } from "../suite.ts";
import { evaluateGate, nothingToCompare } from "./evaluate-gate.ts";

const DEFAULTS: readonly Expectation[] = [
  { target: "spec_clean", matcher: { exact: true } },
  { target: "spec_breaking_changes", matcher: { schema: { maxItems: 0 } } },
];

const GATE = "spec_version_check";

/** What another revision would change for this suite. */
export const checkSpecVersion = (
  { against, expect = DEFAULTS }: SpecVersionCheck,
  pinned: Revision,
  book: RuleBook,
  regex: RegexEngine,
): GateResult => {
  if (against === undefined)
    return nothingToCompare(GATE, "no revision to compare with yet; name one with against: when you plan an upgrade");
  const from = book.corpus(revisionLabel(pinned));
  const to = book.corpus(against);
  if (!to || !from) return nothingToCompare(GATE, `there is no corpus of ${against} to compare with yet`);
  const diff = diffCorpora(from, to);
  const values = targetsOf(diff);
  const failures = evaluateGate(values, expect, regex);
  const pass = failures.length === 0;
  const { changed, added, removed, unchanged } = diff.summary;
  const counts = `${changed} changed, ${added} added, ${removed} removed, ${unchanged} unchanged`;
  const named = changed > 0 ? `; changed: ${values.spec_breaking_changes.join(", ")}` : "";
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

const targetsOf = (diff: VersionDiff) => {
  const of = (bucket: DiffBucket): string[] =>
    diff.entries.filter((entry) => entry.bucket === bucket).map(({ rule_id }) => rule_id);
  return {
    spec_clean: diff.clean,
    spec_breaking_changes: of("changed"),
    spec_added: of("added"),
    spec_removed: of("removed"),
    spec_unchanged: of("unchanged"),
  } satisfies Record<(typeof SPEC_TARGETS)[number], Json>;
};
