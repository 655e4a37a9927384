// Setup of all tests: a property that fast-check has tried counts as an assertion, although no expect() may be in it; and the
// seed of one that fails is kept, whatever becomes of the output: without it the failure may never be seen again.
//   SEED=<seed> tries the same cases again; RUNS=<n> tries more of them where a test allows it.

import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect } from "vitest";

const FILE = fileURLToPath(new URL("../../.cache/failed-properties.txt", import.meta.url));
const { SEED } = process.env;

fc.configureGlobal({
  beforeEach: () => expect(fc.readConfigureGlobal()).toBeTypeOf("object"),
  ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  reporter: (details) => {
    if (!details.failed) return;
    const { currentTestName = "", testPath = "" } = expect.getState();
    const line = `SEED=${details.seed} (path ${details.counterexamplePath ?? ""}): ${testPath} > ${currentTestName}`;
    mkdirSync(dirname(FILE), { recursive: true });
    appendFileSync(FILE, `${line}\n`);
    console.error(`A property failed; ${line}`);
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  },
});
