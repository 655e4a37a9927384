// Every row of the specification's change tables, with a session that the change breaks.

import { describe, expect, test } from "vitest";
import { judgeUpgrade } from "../../src/check/judge-upgrade.ts";
import { CLASSES } from "../corpus/compliance.ts";
import changes from "../corpus/ledger-changes.json" with { type: "json" };
import { brokenCapture, makeCapture, type Row } from "./small-captures.ts";

const ROWS = changes as readonly Row[];
const isChecked = ({ id }: Row): boolean => CLASSES.get(id)?.class === "implemented";
const { UPDATE, ONLY } = process.env;

describe("what can be seen from outside", () => {
  for (const row of ROWS.filter(isChecked)) {
    const name = `${row.id} ${row.from} → ${row.to}`;
    if (ONLY !== undefined && !name.includes(ONLY)) continue;
    if (!UPDATE && !brokenCapture(row)) {
      test.todo(`${name}: no capture yet`);
      continue;
    }
    test(name, { timeout: UPDATE ? 120_000 : 30_000 }, async () => {
      if (UPDATE && !brokenCapture(row)) await makeCapture(row);
      const capture = brokenCapture(row);
      expect(capture, "there is no capture that breaks it").toBeDefined();
      if (!capture) return;
      const { breaks, broken_today } = await judgeUpgrade(capture, { from: row.from, to: row.to });
      // Where only the level moves, and not to a stricter one that counts, it is as wrong as it was.
      if (!row.expectation && broken_today.some(({ id }) => id === row.id)) return;
      const found = breaks.find(({ id }) => id === row.id);
      expect(found).toBeDefined();
      expect(found?.evidence.length).toBeGreaterThan(0);
      expect(found?.fix).not.toBe("");
      expect(found?.spec).toMatch(/^https:\/\//);
      if (row.level) expect(found?.level === row.level[1] || found?.advisory).toBe(true);
    });
  }
});

test("what cannot be seen from outside is named for the reader to look at", async () => {
  const [row] = ROWS.filter((one) => brokenCapture(one) !== undefined);
  const capture = row && brokenCapture(row);
  expect(capture).toBeDefined();
  if (!capture) return;
  for (const { id, from, to } of ROWS.filter((one) => !isChecked(one))) {
    const { unseen } = await judgeUpgrade(capture, { from, to });
    expect(unseen.map((one) => one.id)).toContain(id);
  }
});
