// docs/accuracy.md is made from the kill matrix, the near-miss matrix and the judged captures (npm run docs).

import { readFileSync } from "node:fs";
import { test } from "vitest";
import { CONTEXTS } from "../areas/contexts.ts";
import { AREAS } from "../areas/tables.ts";
import { CLASSES, COMPLIANCE, WITH_ROWS } from "../corpus/compliance.ts";
import { ACCUSING, readWithoutNearMiss } from "../rules/proof/accusing-rules.ts";
import { chooseFew, chooseRuns, runsOf } from "../rules/proof/choose-runs.ts";
import { type KillMatrix, readMatrix } from "../rules/proof/kill-matrix.ts";
import { readNearMisses, readWholeMatrix } from "../rules/proof/near-miss-matrix.ts";
import { BENIGN } from "../safety/benign.ts";
import { MALICIOUS } from "../safety/malicious.ts";
import { idsOf } from "../safety/surfaces.ts";
import { expectDocument, expectFigures } from "./document.ts";
import { type RealServer, renderAccuracy } from "./render-accuracy.ts";
import type { PublicCorpus } from "./render-safety.ts";

test("docs/accuracy.md", () => {
  const areas = Object.fromEntries(AREAS.map((area) => [area, readMatrix(area)]));
  const matrix: KillMatrix = Object.assign({}, ...Object.values(areas));
  const real = JSON.parse(readFileSync(new URL("../golden/real-servers.json", import.meta.url), "utf8")) as Record<
    string,
    RealServer
  >;
  const chosen = chooseRuns(runsOf(matrix));
  expectDocument(
    "docs/accuracy.md",
    renderAccuracy({
      areas,
      rules: [...WITH_ROWS],
      requirements: CLASSES.size,
      quick: chooseFew(chosen).length,
      chosen: chosen.length,
      nearMisses: Object.fromEntries(AREAS.map((area) => [area, readNearMisses(area)])),
      allNearMisses: readWholeMatrix(),
      accusing: ACCUSING.length,
      withoutNearMiss: readWithoutNearMiss().length,
      contexts: CONTEXTS,
      real,
      safety: {
        malicious: MALICIOUS.map(({ kind, offered, found }) => ({ kind, found: idsOf(offered).includes(found) })),
        benign: { texts: BENIGN.length, accused: BENIGN.filter(({ offered }) => idsOf(offered).length > 0).length },
        corpora: JSON.parse(
          readFileSync(new URL("../safety/public-corpora.json", import.meta.url), "utf8"),
        ) as readonly PublicCorpus[],
      },
    }),
  );
});

test("README and the comparison give the same figures", () => {
  // Of servers and of authorization servers: the same machinery judges and proves both.
  const checked = new Set([...COMPLIANCE.corpora.values()].flatMap(({ rows }) => [...rows.keys()])).size;
  expectFigures("README.md", {
    requirements: CLASSES.size,
    checked,
    unchecked: CLASSES.size - checked,
  });
  expectFigures("docs/comparison.md", { checked });
});
