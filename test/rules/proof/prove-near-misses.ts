// Runs every near-miss of an area live: no rule accuses it, and a stricter version of each rule it is closest to would.
//   ONLY=<part of an id> picks near-misses; UPDATE=1 writes the matrix; PRINT=1 prints every failed verdict, NEAR=1 what the
//   rules saw in a near-miss and not in the usual server.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { type Context, DEFAULT_CONTEXTS } from "../../areas/contexts.ts";
import { type Area, type ListedNearMiss, nearMissesOf } from "../../areas/tables.ts";
import { readPortion } from "../../groups.ts";
import { LIVE_RETRIES } from "../live-retries.ts";
import { recordNearMiss, recordServer } from "../record-server.ts";
import { type JudgedNearMiss, judgeAt, outcomeOf, strictState, strictVersions } from "./judge-near-miss.ts";
import { BY_ARRIVAL } from "./kill-matrix.ts";
import { type NearMissMatrix, nearMissFile, type Outcome, readNearMisses } from "./near-miss-matrix.ts";
import { nearRules } from "./near-rules.ts";
import { openRecordings, type Recordings } from "./recordings.ts";

const { ONLY, UPDATE, PRINT, NEAR, TESTS } = process.env;

export function proveNearMisses(area: Area): void {
  const nearMisses = nearMissesOf(area);
  const golden = readNearMisses(area);
  const found: NearMissMatrix = {};
  const runs = nearMisses.flatMap((nearMiss) =>
    (nearMiss.in ?? DEFAULT_CONTEXTS).map((context) => ({ nearMiss, context })),
  );

  describe(`${area}: near-misses`, () => {
    runs.forEach(({ nearMiss, context }, index) => {
      const recordings = openRecordings(nearMiss.home);
      if (!isChosen(nearMiss.id, index)) return;
      test(`${nearMiss.id} (${context}): ${nearMiss.choice}`, LIVE_RETRIES, async ({ task }) => {
        const kept = recordings.read(nearMiss.id, context);
        task.meta.judgedFromKeptRecording = kept !== undefined;
        const capture = kept ?? (await recordNearMiss(context, nearMiss.id));
        try {
          const { outcome, judged } = await prove(nearMiss, context, capture, recordings);
          found[nearMiss.id] = { ...found[nearMiss.id], [context]: outcome };
          if (NEAR !== undefined)
            print(nearMiss, context, nearRules(judged, await usual(nearMiss, context, recordings)));
          if (UPDATE === undefined)
            expect(steady(outcome, nearMiss)).toEqual(steady(golden[nearMiss.id]?.[context], nearMiss));
        } catch (thrown) {
          // Looked at live before it is believed.
          recordings.drop(nearMiss.id, context);
          throw thrown;
        }
        recordings.keep(nearMiss.id, context, capture);
      });
    });

    afterAll(() => {
      if (UPDATE === undefined) return;
      const known = new Set(nearMisses.map(({ id }) => id));
      const merged = ONLY === undefined ? found : { ...golden, ...found };
      const rows = Object.entries(merged).filter(([id]) => known.has(id));
      const sorted = Object.fromEntries(rows.sort(([left], [right]) => (left < right ? -1 : 1)));
      mkdirSync(dirname(nearMissFile(area)), { recursive: true });
      writeFileSync(nearMissFile(area), `${JSON.stringify(sorted, null, 2)}\n`);
    });
  });
}

/** `npm test` meets the first near-miss of every area, `npm run test:rest` the others. */
function isChosen(id: string, index: number): boolean {
  if (ONLY !== undefined) return id.includes(ONLY);
  if (UPDATE !== undefined) return true;
  const portion = readPortion(TESTS);
  return portion === "all" || (portion === "quick") === (index === 0);
}

async function prove(
  nearMiss: ListedNearMiss,
  context: Context,
  capture: Capture,
  recordings: Recordings,
): Promise<{ outcome: Outcome; judged: JudgedNearMiss }> {
  const judged = await judgeAt(capture, context);
  const outcome = outcomeOf(judged, nearMiss, context);
  if (PRINT !== undefined) print(nearMiss, context, failures(judged));
  expect(judged.verdicts.filter(({ state }) => state === "error")).toEqual([]);
  const known = Object.keys(nearMiss.knownFalse ?? {});
  expect(
    outcome.accused.filter((id) => !known.includes(id)),
    "rules that accuse a near-miss",
  ).toEqual([]);
  const versions = strictVersions(nearMiss, context);
  const states = versions.map(([id, stricter]) => `${id}: ${strictState(judged, id, stricter)}`);
  expect(states, "what the stricter versions say").toEqual(versions.map(([id]) => `${id}: fail`));
  const control = await usual(nearMiss, context, recordings);
  const unfair = versions.filter(([id, stricter]) => strictState(control, id, stricter) === "fail");
  expect(
    unfair.map(([id]) => id),
    "stricter versions that fail the usual server, too",
  ).toEqual([]);
  return { outcome, judged };
}

const USUAL = new Map<string, Promise<JudgedNearMiss>>();

/** The server without the choice: without the hooks if the near-miss has some, else without its options. */
function usual(
  { hooks, options = {} }: ListedNearMiss,
  context: Context,
  recordings: Recordings,
): Promise<JudgedNearMiss> {
  const shared = hooks === undefined ? {} : options;
  const name = `usual-${createHash("sha256").update(JSON.stringify(shared)).digest("hex").slice(0, 12)}`;
  const key = `${name} ${context}`;
  const judged = USUAL.get(key) ?? recordUsual().then((capture) => judgeAt(capture, context));
  USUAL.set(key, judged);
  judged.catch(() => USUAL.delete(key));
  return judged;

  async function recordUsual(): Promise<Capture> {
    const capture = recordings.read(name, context) ?? (await recordServer(context, undefined, shared));
    recordings.keep(name, context, capture);
    return capture;
  }
}

/** What does not depend on which of two messages arrives first. */
const steady = (outcome: Outcome | undefined, { unsteady }: ListedNearMiss): unknown => {
  if (outcome === undefined) return undefined;
  const { accused, warned, closest } = outcome;
  return unsteady === undefined
    ? { accused, warned: warned.filter((id) => BY_ARRIVAL[id] === undefined), closest }
    : { accused: accused.length > 0, closest };
};

const failures = ({ verdicts }: JudgedNearMiss): readonly string[] =>
  verdicts.flatMap((verdict) => {
    if (verdict.state !== "fail") return [];
    const places = verdict.evidence.slice(0, 4).map(({ exchange, pointer }) => `${exchange}${pointer}`);
    const level = verdict.advisory ? "advisory" : verdict.level;
    return [`  ${verdict.id} ${level}: expected ${verdict.expected}; found ${verdict.actual} @ ${places.join(" ")}`];
  });

function print({ id }: ListedNearMiss, context: Context, lines: readonly string[]): void {
  console.log([`${id} ${context}`, ...lines].join("\n"));
}
