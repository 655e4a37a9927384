// SARIF as GitHub's code scanning documents what it takes: no notice, no alert without help, no rule that is silent.

import { expect, test } from "vitest";
import { renderResult } from "../../src/report/render-result.ts";
import { smallResult, wholeResult } from "./small-result.ts";

interface Text {
  readonly text: string;
  readonly markdown?: string;
}
interface Rule {
  readonly id: string;
  readonly shortDescription: Text;
  readonly fullDescription: Text;
  readonly help: Text;
  readonly defaultConfiguration: { readonly level: string };
  readonly properties: { readonly tags: readonly string[]; readonly "problem.severity": string };
}
interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly Rule[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly message: Text;
        readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: { uri: string } } }];
        readonly partialFingerprints: Readonly<Record<string, string>>;
      }[];
    },
  ];
}

/** Of a description, as GitHub documents it. */
const LONGEST = 1_024;

test("a rule for each id that failed and no other, each with what code scanning shows", async () => {
  for (const result of [await smallResult(), await wholeResult()]) {
    const [run] = (JSON.parse(renderResult(result, "sarif")) as Log).runs;
    const { rules } = run.tool.driver;
    expect(run.results.length).toBeGreaterThan(2);
    expect(rules.map(({ id }) => id).sort()).toEqual([...new Set(run.results.map(({ ruleId }) => ruleId))].sort());
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
    for (const { id, shortDescription, fullDescription, help, properties } of rules) {
      for (const { text } of [shortDescription, fullDescription, help]) expect(text, id).toMatch(/\S{3}/);
      for (const { text } of [shortDescription, fullDescription]) expect(text.length, id).toBeLessThanOrEqual(LONGEST);
      expect(help.markdown, id).toMatch(/\S{3}/);
      expect(properties.tags.length).toBeLessThanOrEqual(20);
      expect(["error", "warning", "recommendation"]).toContain(properties["problem.severity"]);
    }
  }
});

test("the location is the file that is named, relative to the repository", async () => {
  const places = (artifact?: string): readonly string[] => [
    ...new Set(
      (JSON.parse(renderResult(result, "sarif", { artifact })) as Log).runs[0].results.map(
        ({ locations: [one] }) => one.physicalLocation.artifactLocation.uri,
      ),
    ),
  ];
  const result = await smallResult();
  expect(places("src/my server.ts")).toEqual(["src/my%20server.ts"]);
  expect(places()).toEqual(["mcp-server"]);
});
