// docs/sep-mapping.md is made from conformance-corpus/ (npm run docs).

import { test } from "vitest";
import { rulesetOf } from "../../src/judge/corpus/ruleset.ts";
import { mappedChecks } from "../../src/judge/corpus/sep-checks.ts";
import { RELEASED_VERSIONS } from "../../src/judge/corpus/sep-versions.ts";
import { embeddedCorpus, embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { COMPLIANCE } from "../corpus/compliance.ts";
import { expectDocument } from "./document.ts";
import { renderSepMapping } from "./render-sep-mapping.ts";

test("docs/sep-mapping.md", async () => {
  const mapping = await embeddedMapping();
  const corpora = await Promise.all(
    RELEASED_VERSIONS.toReversed().map(async (version) => {
      const corpus = await embeddedCorpus(version);
      const sections = new Map(rulesetOf(COMPLIANCE, version).rules.map(({ id, section }) => [id, section] as const));
      return { corpus, checks: mappedChecks(corpus, mapping), sections };
    }),
  );
  expectDocument("docs/sep-mapping.md", renderSepMapping(corpora));
});
