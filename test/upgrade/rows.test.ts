// Every row of the specification's change tables, with a session that the change breaks.

import { describe, expect, test } from "vitest";
import { LEVELS } from "../../src/judge/core/rule.ts";
import { embeddedTexts } from "../../src/judge/corpus-files/embedded.ts";
import { judgeUpgrade } from "../../src/scores/upgrade/judge-upgrade.ts";
import { CLASSES } from "../corpus/compliance.ts";
import changes from "../corpus/ledger-changes.json" with { type: "json" };
import { brokenCapture, ELSEWHERE, keyOf, makeCapture, type Row, stateBy } from "./small-captures.ts";

/** What binds authorization servers alone: an upgrade of an MCP server says nothing about it. */
const OF_AUTHORIZATION_SERVERS = new Set(
  embeddedTexts().flatMap(({ id, lanes = ["compliance"], extension }) =>
    lanes.includes("compliance") && extension === undefined ? [] : [id],
  ),
);
const ROWS = (changes as readonly Row[]).filter(({ id }) => !OF_AUTHORIZATION_SERVERS.has(id));
const isChecked = ({ id }: Row): boolean => CLASSES.get(id)?.class === "implemented";
const { UPDATE, ONLY } = process.env;
const CHECKED = ROWS.filter(isChecked).filter((row) => ONLY === undefined || nameOf(row).includes(ONLY));

function nameOf({ id, from, to }: Row): string {
  return `${id} ${from} → ${to}`;
}

const captureOf = async (row: Row) => {
  if (UPDATE && !brokenCapture(row)) await makeCapture(row);
  const capture = brokenCapture(row);
  if (!capture) throw new Error("there is no capture that breaks it; UPDATE=1 records one, see small-captures.ts");
  return capture;
};

/** Its expectation stays, but the later revision applies it to what the older one let be. */
const WIDENED = ["TASK-029 2025-11-25"];

const placeOf = (level: string | undefined): number => ([...LEVELS] as (string | undefined)[]).indexOf(level);

/** Only the level moves, and to a weaker one: what is wrong stays as wrong as it was. */
const isSoftened = ({ expectation, level, ...row }: Row): boolean =>
  !expectation && !WIDENED.includes(`${row.id} ${row.from}`) && placeOf(level?.[0]) < placeOf(level?.[1]);

describe("what can be seen from outside", { timeout: UPDATE ? 120_000 : 30_000 }, () => {
  const rows = CHECKED.filter((row) => !(keyOf(row) in ELSEWHERE));

  test.each(rows.filter((row) => !isSoftened(row)).map((row) => [nameOf(row), row] as const))("%s", async (_, row) => {
    const { breaks } = await judgeUpgrade(await captureOf(row), { from: row.from, to: row.to });
    const found = breaks.find(({ id }) => id === row.id);
    expect(found).toBeDefined();
    expect(found?.evidence.length).toBeGreaterThan(0);
    expect(found?.fix).not.toBe("");
    expect(found?.spec).toMatch(/^https:\/\//);
    const [from, to] = row.level ?? [];
    expect(found?.level_move).toEqual(row.level ? { from, to } : undefined);
  });

  test.each(rows.filter(isSoftened).map((row) => [nameOf(row), row] as const))("%s, softened", async (_, row) => {
    const { breaks, broken_today } = await judgeUpgrade(await captureOf(row), { from: row.from, to: row.to });
    expect(broken_today.map(({ id }) => id)).toContain(row.id);
    expect(breaks.map(({ id }) => id)).not.toContain(row.id);
  });
});

describe("what no session of the older revision can break is named all the same", () => {
  const rows = CHECKED.filter((row) => keyOf(row) in ELSEWHERE);

  test.each(rows.map((row) => [nameOf(row), row] as const))("%s", { timeout: 120_000 }, async (_, row) => {
    const { today, named } = ELSEWHERE[keyOf(row)] ?? { today: undefined, named: "build" as const };
    const capture = await captureOf(row);
    expect(await stateBy(row.from, capture, row)).toBe(today);
    const { build, meets } = await judgeUpgrade(capture, { from: row.from, to: row.to });
    const places = { build: build.flatMap(({ rules }) => rules), meets };
    expect(places[named].map(({ id }) => id)).toContain(row.id);
  });
});

test("every row that is checked has its capture, and every exception is a row", () => {
  const keys = new Set(ROWS.filter(isChecked).map(keyOf));
  expect(Object.keys(ELSEWHERE).filter((key) => !keys.has(key))).toEqual([]);
  if (!UPDATE) expect(ROWS.filter(isChecked).filter((row) => !brokenCapture(row))).toEqual([]);
});

test("what cannot be seen from outside is named for the reader to look at", async () => {
  const [row] = ROWS.filter((one) => brokenCapture(one) !== undefined);
  const capture = row && brokenCapture(row);
  if (!capture) throw new Error("there is no capture at all");
  for (const { id, from, to } of ROWS.filter((one) => !isChecked(one))) {
    const { unseen } = await judgeUpgrade(capture, { from, to });
    expect(unseen.map((one) => one.id)).toContain(id);
  }
});
