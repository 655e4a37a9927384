// Runs every mutant of an area live and compares which rules fail with the committed matrix.
//   ONLY=<part of an id> picks mutants, MUTANTS=all takes them all; UPDATE=1 writes the matrix; PRINT=1 prints every
//   failed verdict.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_CONTEXTS } from "../../areas/contexts.ts";
import { type Area, mutantsOf } from "../../areas/tables.ts";
import { failedIds, type Judged, judgeRecording } from "../judge-server.ts";
import { LIVE_RETRIES } from "../live-retries.ts";
import { recordServer } from "../record-server.ts";
import { isChosen } from "./choose-runs.ts";
import { BY_ARRIVAL, type KillMatrix, matrixFile, readMatrix } from "./kill-matrix.ts";
import { openRecordings } from "./recordings.ts";

const { ONLY, UPDATE, PRINT } = process.env;

export function proveMutants(area: Area): void {
  const table = mutantsOf(area);
  const golden = readMatrix(area);
  const found: KillMatrix = {};

  describe(`${area}: mutants`, () => {
    for (const mutant of table) {
      if (ONLY !== undefined && !mutant.id.includes(ONLY)) continue;
      const recordings = openRecordings(mutant.home);
      for (const context of mutant.in ?? DEFAULT_CONTEXTS) {
        if (!isChosen(mutant.id, context)) continue;
        const steady = (id: string): boolean => BY_ARRIVAL[id] === undefined || mutant.fails.includes(id);
        const expected = golden[mutant.id]?.[context]?.filter(steady);
        test(`${mutant.id} (${context}): ${mutant.vice}`, LIVE_RETRIES, async ({ task }) => {
          const kept = recordings.read(mutant.id, context);
          if (kept !== undefined) {
            const judged = await judgeRecording(kept, context);
            task.meta.judgedFromKeptRecording = true;
            // A difference is looked at live before it is believed.
            if (isDeepStrictEqual(failedIds(judged).filter(steady), expected) && !hasError(judged)) {
              if (PRINT !== undefined) print(mutant.id, context, judged);
              expect(failedIds(judged).filter(steady)).toEqual(expected);
              return;
            }
            task.meta.judgedFromKeptRecording = false;
          }
          const capture = await recordServer(context, mutant.id);
          const judged = await judgeRecording(capture, context);
          if (PRINT !== undefined) print(mutant.id, context, judged);
          const failed = failedIds(judged);
          found[mutant.id] = { ...found[mutant.id], [context]: failed };
          expect(judged.verdicts.filter(({ state }) => state === "error")).toEqual([]);
          if (UPDATE !== undefined) return;
          expect(failed.filter(steady)).toEqual(expected);
          recordings.keep(mutant.id, context, capture);
        });
      }
    }

    afterAll(() => {
      if (UPDATE === undefined) return;
      const merged: KillMatrix = ONLY === undefined ? found : { ...golden, ...found };
      const known = new Set(table.map(({ id }) => id));
      const kept = Object.fromEntries(
        Object.entries(merged)
          .filter(([id]) => known.has(id))
          .sort(byKey),
      );
      mkdirSync(fileURLToPath(new URL("../../golden/kill-matrix/", import.meta.url)), { recursive: true });
      writeFileSync(matrixFile(area), `${JSON.stringify(kept, null, 2)}\n`);
    });
  });
}

const hasError = ({ verdicts }: Judged): boolean => verdicts.some(({ state }) => state === "error");

const byKey = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);

function print(id: string, context: string, { verdicts }: Judged): void {
  for (const verdict of verdicts) {
    if (verdict.state !== "fail" && verdict.state !== "error") continue;
    const detail = verdict.state === "fail" ? `expected ${verdict.expected}; found ${verdict.actual}` : verdict.message;
    const places = verdict.evidence.slice(0, 4).map(({ exchange, pointer }) => `${exchange}${pointer}`);
    console.log(`${id} ${context} ${verdict.id} ${verdict.level}: ${detail} @ ${places.join(" ")}`);
  }
}
