// Runs every mutant of an area live and compares which rules fail with the committed matrix.
//   ONLY=<part of an id> picks mutants, MUTANTS=all takes them all; UPDATE=1 writes the matrix; PRINT=1 prints every
//   failed verdict.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_CONTEXTS, type Mutant } from "../../servers/mutants/mutant.ts";
import { type Area, MUTANT_TABLES } from "../../servers/mutants/mutants.ts";
import { failedIds, type Judged, judgeServer } from "../judge-server.ts";
import { isChosen } from "./choose-runs.ts";
import { BY_ARRIVAL, type KillMatrix, matrixFile, readMatrix } from "./kill-matrix.ts";

const { ONLY, UPDATE, PRINT } = process.env;

export function proveMutants(area: Area): void {
  const table: readonly Mutant[] = MUTANT_TABLES[area];
  const golden = readMatrix(area);
  const found: KillMatrix = {};

  describe(area, () => {
    for (const mutant of table) {
      if (ONLY !== undefined && !mutant.id.includes(ONLY)) continue;
      for (const context of mutant.in ?? DEFAULT_CONTEXTS) {
        if (!isChosen(mutant.id, context)) continue;
        // Live servers on a busy machine: what a deadline cut short is asked again. A wrong matrix stays wrong.
        test(`${mutant.id} (${context}): ${mutant.vice}`, { retry: 2 }, async () => {
          const judged = await judgeServer(context, mutant.id);
          if (PRINT !== undefined) print(mutant.id, context, judged);
          const failed = failedIds(judged);
          found[mutant.id] = { ...found[mutant.id], [context]: failed };
          expect(judged.verdicts.filter(({ state }) => state === "error")).toEqual([]);
          const steady = (id: string): boolean => BY_ARRIVAL[id] === undefined || mutant.fails.includes(id);
          if (UPDATE === undefined) expect(failed.filter(steady)).toEqual(golden[mutant.id]?.[context]?.filter(steady));
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

const byKey = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);

function print(id: string, context: string, { verdicts }: Judged): void {
  for (const verdict of verdicts) {
    if (verdict.state !== "fail" && verdict.state !== "error") continue;
    const detail = verdict.state === "fail" ? `expected ${verdict.expected}; found ${verdict.actual}` : verdict.message;
    const places = verdict.evidence.slice(0, 4).map(({ exchange, pointer }) => `${exchange}${pointer}`);
    console.log(`${id} ${context} ${verdict.id} ${verdict.level}: ${detail} @ ${places.join(" ")}`);
  }
}
