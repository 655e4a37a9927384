// Requirements that start or end between two revisions: each has its place in the doctor's report, and one place only.

import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import type { Upgrade } from "../../src/judge/corpus/upgrade.ts";
import { embeddedTexts } from "../../src/judge/corpus-files/embedded.ts";
import { compareRevisions, REVISIONS, type Revision } from "../../src/protocol/revision.ts";
import { judgeUpgrade } from "../../src/scores/upgrade/judge-upgrade.ts";
import { session } from "../judge/capture-builder.ts";
import { brokenCapture } from "./small-captures.ts";

/** An upgrade is a server's: what binds authorization servers alone is judged elsewhere. */
const TEXTS = embeddedTexts().filter(
  ({ lanes = ["compliance"], extension }) => lanes.includes("compliance") && extension === undefined,
);
const carries = (revision: Revision): ReadonlySet<string> =>
  new Set(TEXTS.flatMap(({ id, revisions }) => (revisions.some((one) => one.revision === revision) ? [id] : [])));

/** Where each id of a report stands. */
const placesOf = (upgrade: Upgrade): ReadonlyMap<string, readonly string[]> => {
  const { breaks, build, goes, unseen, unused, meets, broken_today } = upgrade;
  const ids = (topics: Upgrade["build"]): readonly string[] => topics.flatMap(({ rules }) => rules.map(({ id }) => id));
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["breaks", breaks.map(({ id }) => id)],
    ["build", ids(build)],
    ["goes", ids(goes)],
    ["unseen", unseen.map(({ id }) => id)],
    ["unused", unused],
    ["meets", meets.map(({ id }) => id)],
    ["broken_today", broken_today.map(({ id }) => id)],
  ];
  const places = new Map<string, string[]>();
  for (const [name, list] of lists) for (const id of list) places.set(id, [...(places.get(id) ?? []), name]);
  return places;
};

const SESSIONS: readonly (readonly [string, Capture])[] = [
  ["a bare handshake", session("stdio:s").handshake().build()],
  ["a session that asks the client", recorded("SAMPLE-001", "2025-11-25")],
  ["a session behind a wall", recorded("AUTH-016", "2025-11-25")],
];

function recorded(id: string, from: Revision): Capture {
  const capture = brokenCapture({ id, from, to: "2026-07-28", expectation: true });
  if (!capture) throw new Error(`there is no capture for ${id}`);
  return capture;
}

const PAIRS = REVISIONS.flatMap((from) =>
  REVISIONS.filter((to) => compareRevisions(from, to) < 0).map((to) => [from, to] as const),
);

describe.each(SESSIONS)("%s", (_, capture) => {
  test.each(PAIRS)("%s → %s", async (from, to) => {
    const places = placesOf(await judgeUpgrade(capture, { from, to }));
    const [before, after] = [carries(from), carries(to)];
    const starting = [...after].filter((id) => !before.has(id));
    const ending = [...before].filter((id) => !after.has(id));
    expect([...starting, ...ending].filter((id) => places.get(id)?.length !== 1)).toEqual([]);
    for (const id of ending) expect(["goes", "unused"], id).toContain(places.get(id)?.[0]);
    for (const id of starting) expect(["goes", "broken_today"], id).not.toContain(places.get(id)?.[0]);
    expect([...places.values()].filter((list) => list.length > 1)).toEqual([]);
  });
});

test("each revision adds rules, so that the pairs have something to say", () => {
  for (const [index, to] of REVISIONS.slice(1).entries()) {
    if (to === "draft") continue;
    const before = carries(REVISIONS[index] as Revision);
    expect(
      [...carries(to)].some((id) => !before.has(id)),
      to,
    ).toBe(true);
  }
});
