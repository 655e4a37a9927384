// Hostile files and answers, made from a seed: nothing but results and clear errors may come of them. By itself a short run with one
// seed, the same every time; `npm run fuzz -- --minutes 15` for as long as one likes, with new ones.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Area, Outcome } from "./area.ts";
import { ANSWER_AREAS } from "./areas/answers.ts";
import { prepareResults, READING_AREAS } from "./areas/reading.ts";
import { FINDS } from "./finds.ts";
import { openRandom, seedOf } from "./random.ts";

const AREAS: readonly Area[] = [...READING_AREAS, ...ANSWER_AREAS];
const FOLDER = join(fileURLToPath(new URL("../../", import.meta.url)), ".cache/fuzz");

const { FUZZ_MINUTES, FUZZ_SEED, FUZZ_AREA, FUZZ_CASE } = process.env;
const SEED = Number(FUZZ_SEED ?? 20_261_117);
/** How many cases of an area the short run takes. */
const SHORT = { reading: 60, captures: 12, live: 2 } as const;

/** Written before a case runs: if it never ends or takes the process with it, the seed is not lost. */
const announce = (area: string, number: number): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "current.json"), JSON.stringify({ seed: SEED, area, case: number, at: Date.now() }));
};

const runCase = async (area: Area, number: number): Promise<Outcome> => {
  announce(area.name, number);
  try {
    return await area.run(openRandom(seedOf(SEED, area.name, number)));
  } catch (error) {
    const again = `npm run fuzz -- --seed ${SEED} --area "${area.name}" --case ${number}`;
    throw new Error(`${again}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
};

const find = (name: string): Area => {
  const area = AREAS.find((one) => one.name === name);
  if (!area)
    throw new Error(`there is no area ${JSON.stringify(name)}; there are ${AREAS.map((one) => one.name).join(", ")}`);
  return area;
};

const shortCount = ({ name, live }: Area): number =>
  live ? SHORT.live : name === "captures" ? SHORT.captures : SHORT.reading;

if (FUZZ_CASE !== undefined) {
  test(`${FUZZ_AREA}, case ${FUZZ_CASE} of seed ${SEED}`, { timeout: 600_000 }, async () => {
    await prepareResults();
    expect(await runCase(find(FUZZ_AREA ?? ""), Number(FUZZ_CASE))).toMatch(/taken|refused/);
  });
} else if (FUZZ_MINUTES !== undefined) {
  const minutes = Number(FUZZ_MINUTES);
  const chosen = FUZZ_AREA === undefined ? AREAS : [find(FUZZ_AREA)];
  test(`${minutes} minutes from seed ${SEED}`, { timeout: minutes * 60_000 + 300_000 }, async () => {
    await prepareResults();
    const counts = new Map(chosen.map(({ name }) => [name, { taken: 0, refused: 0, finds: 0, ms: 0 }]));
    const countOf = ({ name }: Area) => counts.get(name) ?? { taken: 0, refused: 0, finds: 0, ms: 0 };
    const write = (): void =>
      writeFileSync(
        join(FOLDER, "counts.json"),
        `${JSON.stringify({ seed: SEED, counts: Object.fromEntries(counts) }, null, 2)}\n`,
      );
    const until = Date.now() + minutes * 60_000;
    let written = 0;
    while (Date.now() < until) {
      // Each area gets the same time: a case that talks to a server takes a thousand times as long as one that reads a line.
      const area = chosen.reduce((least, one) => (countOf(one).ms < countOf(least).ms ? one : least));
      const count = countOf(area);
      const begun = Date.now();
      try {
        count[await runCase(area, count.taken + count.refused + count.finds)] += 1;
      } catch (error) {
        count.finds += 1;
        appendFileSync(join(FOLDER, "finds.txt"), `${(error as Error).message}\n\n`);
      }
      // Never nothing, or an area of very quick cases would be asked for ever.
      count.ms += Math.max(0.1, Date.now() - begun);
      if (Date.now() - written > 1_000) {
        write();
        written = Date.now();
      }
    }
    write();
    const finds = [...counts].filter(([, count]) => count.finds > 0).map(([name, count]) => `${name}: ${count.finds}`);
    expect(finds, "finds are listed in .cache/fuzz/finds.txt").toEqual([]);
  });
} else {
  test.each(AREAS.map((area) => [area.name, area] as const))(
    "nothing beyond clear errors: %s",
    { timeout: 120_000 },
    async (_name, area) => {
      await prepareResults();
      const outcomes = new Set<Outcome>();
      for (let number = 0; number < shortCount(area); number += 1) outcomes.add(await runCase(area, number));
      expect([...outcomes].length).toBeGreaterThan(0);
    },
  );

  test.each(FINDS)("once found: $what", { timeout: 120_000 }, async ({ run }) =>
    expect(await run()).toMatch(/taken|refused/),
  );
}
