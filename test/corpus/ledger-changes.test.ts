// The diff of two neighbouring corpora says what the specification changed, and nothing else.

import { expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import type { Json } from "../../src/base/json.ts";
import { atRevision, carries } from "../../src/judge/corpus/by-revision.ts";
import { REVISIONS, type Revision } from "../../src/protocol/revision.ts";
import { COMPLIANCE, WITH_ROWS } from "./compliance.ts";
import changes from "./ledger-changes.json" with { type: "json" };

const { registry, corpora } = COMPLIANCE;

interface Change {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly expectation: boolean;
  readonly level?: readonly string[];
}

const keyOf = ({ id, from, to }: { readonly id: string; readonly from: string; readonly to: string }): string =>
  `${id} ${from} → ${to}`;
const PAIRS = REVISIONS.slice(1).map((to, index) => ({ from: REVISIONS[index] as Revision, to }));

const expectOf = (id: string, revision: Revision): string | undefined => {
  const row = corpora.get(revision)?.rows.get(id);
  return row && canonicalJson(row.expect as unknown as Json);
};

test("expectations change where the ledger says so, in both directions", () => {
  const stated = new Set((changes as Change[]).filter(({ expectation }) => expectation).map(keyOf));
  const wrong: string[] = [];
  for (const id of WITH_ROWS)
    for (const pair of PAIRS) {
      const [before, after] = [expectOf(id, pair.from), expectOf(id, pair.to)];
      if (before === undefined || after === undefined) continue;
      const key = keyOf({ id, ...pair });
      if ((before !== after) !== stated.has(key))
        wrong.push(`${key}: ${stated.has(key) ? "should differ" : "should be the same"}`);
    }
  expect(wrong).toEqual([]);
});

test("levels change where the ledger says so, in both directions", () => {
  const stated = new Map(
    (changes as Change[]).flatMap((change) => (change.level ? [[keyOf(change), change.level]] : [])),
  );
  for (const row of registry.values())
    for (const pair of PAIRS) {
      if (!carries(row, pair.from) || !carries(row, pair.to)) continue;
      const levels = [atRevision(row.level, pair.from), atRevision(row.level, pair.to)];
      expect(levels[0] === levels[1] ? undefined : levels, keyOf({ id: row.rule_id, ...pair })).toEqual(
        stated.get(keyOf({ id: row.rule_id, ...pair })),
      );
    }
});

test("the draft is the newest release", () => {
  expect([...(corpora.get("draft")?.rows ?? [])]).toEqual([...(corpora.get("2026-07-28")?.rows ?? [])]);
});
