// Runs every innocent of a table live: no rule accuses it, and a stricter version of each rule it is closest to would.
//   ONLY=<part of an id> picks innocents; UPDATE=1 writes the matrix; PRINT=1 prints every failed verdict, NEAR=1 what the
//   rules saw in an innocent and not in the usual server.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Capture } from "../../../src/capture/capture.ts";
import { readPortion } from "../../groups.ts";
import type { Innocent } from "../../servers/innocents/innocent.ts";
import { INNOCENT_TABLES, type InnocentTable } from "../../servers/innocents/innocents.ts";
import type { Context } from "../../servers/mutants/context.ts";
import { DEFAULT_CONTEXTS } from "../../servers/mutants/mutant.ts";
import { LIVE_RETRIES } from "../live-retries.ts";
import { BY_ARRIVAL } from "../mutants/kill-matrix.ts";
import { openRecordings, type Recordings } from "../mutants/recordings.ts";
import { recordInnocent, recordServer } from "../record-server.ts";
import { type InnocenceMatrix, innocenceFile, type Outcome, readInnocence } from "./innocence-matrix.ts";
import { type JudgedInnocent, judgeAt, outcomeOf, strictState, strictVersions } from "./judge-innocent.ts";
import { nearRules } from "./near-rules.ts";

const { ONLY, UPDATE, PRINT, NEAR, TESTS } = process.env;

export function proveInnocents(table: InnocentTable): void {
  const innocents: readonly Innocent[] = INNOCENT_TABLES[table];
  const golden = readInnocence(table);
  const found: InnocenceMatrix = {};
  const recordings = openRecordings(`innocents/${table}`);
  const runs = innocents.flatMap((innocent) =>
    (innocent.in ?? DEFAULT_CONTEXTS).map((context) => ({ innocent, context })),
  );

  describe(table, () => {
    runs.forEach(({ innocent, context }, index) => {
      if (!isChosen(innocent.id, index)) return;
      test(`${innocent.id} (${context}): ${innocent.choice}`, LIVE_RETRIES, async ({ task }) => {
        const kept = recordings.read(innocent.id, context);
        task.meta.judgedFromKeptRecording = kept !== undefined;
        const capture = kept ?? (await recordInnocent(context, innocent.id));
        try {
          const { outcome, judged } = await prove(innocent, context, capture, recordings);
          found[innocent.id] = { ...found[innocent.id], [context]: outcome };
          if (NEAR !== undefined)
            print(innocent, context, nearRules(judged, await usual(innocent, context, recordings)));
          if (UPDATE === undefined)
            expect(steady(outcome, innocent)).toEqual(steady(golden[innocent.id]?.[context], innocent));
        } catch (thrown) {
          // Looked at live before it is believed.
          recordings.drop(innocent.id, context);
          throw thrown;
        }
        recordings.keep(innocent.id, context, capture);
      });
    });

    afterAll(() => {
      if (UPDATE === undefined) return;
      const known = new Set(innocents.map(({ id }) => id));
      const merged = ONLY === undefined ? found : { ...golden, ...found };
      const rows = Object.entries(merged).filter(([id]) => known.has(id));
      const sorted = Object.fromEntries(rows.sort(([left], [right]) => (left < right ? -1 : 1)));
      mkdirSync(dirname(innocenceFile(table)), { recursive: true });
      writeFileSync(innocenceFile(table), `${JSON.stringify(sorted, null, 2)}\n`);
    });
  });
}

/** `npm test` meets the first innocent of every table, `npm run test:rest` the others. */
function isChosen(id: string, index: number): boolean {
  if (ONLY !== undefined) return id.includes(ONLY);
  if (UPDATE !== undefined) return true;
  const portion = readPortion(TESTS);
  return portion === "all" || (portion === "quick") === (index === 0);
}

async function prove(
  innocent: Innocent,
  context: Context,
  capture: Capture,
  recordings: Recordings,
): Promise<{ outcome: Outcome; judged: JudgedInnocent }> {
  const judged = await judgeAt(capture, context);
  const outcome = outcomeOf(judged, innocent, context);
  if (PRINT !== undefined) print(innocent, context, failures(judged));
  expect(judged.verdicts.filter(({ state }) => state === "error")).toEqual([]);
  const known = Object.keys(innocent.knownFalse ?? {});
  expect(
    outcome.accused.filter((id) => !known.includes(id)),
    "rules that accuse an innocent",
  ).toEqual([]);
  const versions = strictVersions(innocent, context);
  const states = versions.map(([id, stricter]) => `${id}: ${strictState(judged, id, stricter)}`);
  expect(states, "what the stricter versions say").toEqual(versions.map(([id]) => `${id}: fail`));
  const control = await usual(innocent, context, recordings);
  const unfair = versions.filter(([id, stricter]) => strictState(control, id, stricter) === "fail");
  expect(
    unfair.map(([id]) => id),
    "stricter versions that fail the usual server, too",
  ).toEqual([]);
  return { outcome, judged };
}

const USUAL = new Map<string, Promise<JudgedInnocent>>();

/** The server without the choice: without the hooks if the innocent has some, else without its options. */
function usual({ hooks, options = {} }: Innocent, context: Context, recordings: Recordings): Promise<JudgedInnocent> {
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
const steady = (outcome: Outcome | undefined, { unsteady }: Innocent): unknown => {
  if (outcome === undefined) return undefined;
  const { accused, warned, closest } = outcome;
  return unsteady === undefined
    ? { accused, warned: warned.filter((id) => BY_ARRIVAL[id] === undefined), closest }
    : { accused: accused.length > 0, closest };
};

const failures = ({ verdicts }: JudgedInnocent): readonly string[] =>
  verdicts.flatMap((verdict) => {
    if (verdict.state !== "fail") return [];
    const places = verdict.evidence.slice(0, 4).map(({ exchange, pointer }) => `${exchange}${pointer}`);
    const level = verdict.advisory ? "advisory" : verdict.level;
    return [`  ${verdict.id} ${level}: expected ${verdict.expected}; found ${verdict.actual} @ ${places.join(" ")}`];
  });

function print({ id }: Innocent, context: Context, lines: readonly string[]): void {
  console.log([`${id} ${context}`, ...lines].join("\n"));
}
