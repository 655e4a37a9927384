// docs/accuracy.md is made from the kill matrix and the judged captures (npm run docs).

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLASSES, WITH_ROWS } from "../corpus/compliance.ts";
import { chooseRuns, runsOf } from "../rules/mutants/choose-runs.ts";
import { type KillMatrix, readMatrix } from "../rules/mutants/kill-matrix.ts";
import { CONTEXTS } from "../servers/mutants/context.ts";
import { MUTANT_TABLES } from "../servers/mutants/mutants.ts";
import { expectDocument } from "./document.ts";
import { type RealServer, renderAccuracy } from "./render-accuracy.ts";

test("docs/accuracy.md", () => {
  const areas = Object.fromEntries(
    Object.keys(MUTANT_TABLES)
      .sort()
      .map((area) => [area, readMatrix(area)]),
  );
  const matrix: KillMatrix = Object.assign({}, ...Object.values(areas));
  const real = JSON.parse(readFileSync(new URL("../golden/real-servers.json", import.meta.url), "utf8")) as Record<
    string,
    RealServer
  >;
  expectDocument(
    "docs/accuracy.md",
    renderAccuracy({
      areas,
      rules: [...WITH_ROWS],
      requirements: CLASSES.size,
      everyDay: chooseRuns(runsOf(matrix)).length,
      contexts: CONTEXTS,
      real,
    }),
  );
});

test("README gives the same figures", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [all, checked] = [CLASSES.size, WITH_ROWS.size];
  expect(readme).toContain(`${all} requirements of five revisions are accounted for. ${checked} are checked`);
  expect(readme.replace(/\s+/g, " ")).toContain(`The other ${all - checked} are listed`);
  expect(readme).toContain(`| ${checked} rules,`);
});
