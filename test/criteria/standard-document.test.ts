// docs/agent-tool-discoverability-standard.json is made from the code (npm run docs).

import { expect, test } from "vitest";
import { STANDARD_VERSIONS } from "../../src/scores/discoverability/discoverability.ts";
import { standardDocument, standardRuleset } from "../../src/scores/result/discoverability.ts";
import { expectDocument } from "../docs/document.ts";

test("docs/agent-tool-discoverability-standard.json", () => {
  expectDocument("docs/agent-tool-discoverability-standard.json", `${JSON.stringify(standardDocument(), null, 2)}\n`);
});

test("every version has its ten criteria and its own figures", () => {
  for (const version of STANDARD_VERSIONS) expect(standardRuleset(version)["criteria"]).toHaveLength(10);
  expect(standardRuleset("0.1")["grades"]).not.toEqual(standardRuleset("0.2")["grades"]);
  expect(standardRuleset("0.3")["grades"]).toEqual(standardRuleset("0.2")["grades"]);
});
