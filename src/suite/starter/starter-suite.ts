import type { Expectation } from "../../judge/core/rule.ts";
import { revisionLabel } from "../../judge/corpus/corpus.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { StarterCall, StarterCalls } from "./starter-calls.ts";
import { type StarterServer, yamlScalar } from "./starter-server.ts";
import type { StarterTest, StarterTests } from "./starter-tests.ts";

export interface StarterParts {
  readonly server: StarterServer;
  readonly revision: Revision;
  readonly tests: StarterTests;
  readonly calls: StarterCalls;
  /** Whether the invariants hold today, so that the suite can require them. */
  readonly invariants: boolean;
  readonly schema: string;
}

/** A suite to start from, with a comment on every part. */
export const starterSuite = ({ server, revision, tests, calls, invariants, schema }: StarterParts): string =>
  `${[
    `# yaml-language-server: $schema=${schema}`,
    "# Run it with: mcptest run",
    "# Check it with: mcptest validate",
    "",
    ...server.lines,
    "",
    ...callLines(calls),
    "",
    "compliance:",
    "  # The revision the tests are written for; the run negotiates it and judges by it.",
    `  spec_version: ${revisionLabel(revision)}`,
    "",
    "  # Compare with another revision: the run fails while its expectations differ.",
    "  # spec_version_check:",
    "  #   against: draft",
    "",
    "  # Rules that are known to fail. Written with: mcptest compliance run --from-suite <this file> --update-baseline",
    "  # baseline: compliance-baseline.yml",
    "",
    "  # Leave tests out to judge every rule of the revision.",
    "  tests:",
    ...(tests.kept.length === 0 ? ["    []"] : tests.kept.flatMap(testLines)),
    "",
    "# Invariants of whole sessions, INV-001 to INV-007.",
    invariants ? "invariants: true" : "# invariants: true",
    "",
    "# The checks of the specification and its SEPs, and their tier: a failed MUST fails the run.",
    "# conformance: true",
    "",
    "# The discoverability criteria C1 to C10. Calls tools that declare nothing, with empty arguments.",
    "# audit:",
    "#   min_grade: B",
  ].join("\n")}\n`;

const callLines = ({ kept, left }: StarterCalls): string[] => [
  "# Functional tests: what to call, and what to expect of the answer. Expect values where you know them, and add",
  "# snapshot: true to keep a whole answer beside this file.",
  ...(kept.length === 0
    ? [
        "# tests:",
        "#   - name: weather knows Paris",
        "#     call: { tool: get_weather, arguments: { city: Paris } }",
        "#     expect:",
        "#       - { target: result.structuredContent.temp, matcher: { type: number } }",
      ]
    : ["tests:", ...kept.flatMap(callTest)]),
  ...(left.length === 0 ? [] : [`# Called, and not answered with success: ${left.map(plain).join(", ")}`]),
];

const callTest = ({ tool, arguments: given, expect }: StarterCall): string[] => [
  `  - name: ${yamlScalar(`${tool.replaceAll("${", "$${")} answers`)}`,
  `    call: { tool: ${yamlScalar(tool.replaceAll("${", "$${"))}, arguments: ${JSON.stringify(given).replaceAll("${", "$${")} }`,
  "    expect:",
  ...expect.map(
    ({ target, type }) => `      - { target: ${yamlScalar(target)}, matcher: { type: ${yamlScalar(type)} } }`,
  ),
];

const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 60);

const testLines = ({ test, why }: StarterTest): string[] => [
  `    # ${why}`,
  `    - name: ${yamlScalar(test.name)}`,
  ...(test.method === undefined ? [] : [`      check: ${yamlScalar(test.method)}`]),
  ...(test.expect ? ["      expect:", ...test.expect.flatMap(rowLines)] : []),
];

const rowLines = ({ target, matcher }: Expectation): string[] => [
  `        - target: ${yamlScalar(target)}`,
  `          matcher: ${JSON.stringify(matcher)}`,
];
