import { labelOf } from "../corpus-io/load-folder.ts";
import type { Revision } from "../model/revision.ts";
import type { Expectation } from "../model/rule.ts";
import { quote, type StarterServer } from "./starter-server.ts";
import type { StarterTest, StarterTests } from "./starter-tests.ts";

export interface StarterParts {
  readonly server: StarterServer;
  readonly revision: Revision;
  readonly tests: StarterTests;
  /** The invariants hold today, so they may be asked for. */
  readonly invariants: boolean;
  readonly schema: string;
}

/** A suite to start from, with a word on every part of it. */
export const starterSuite = ({ server, revision, tests, invariants, schema }: StarterParts): string =>
  `${[
    `# yaml-language-server: $schema=${schema}`,
    "# Run it with: mcptest run",
    "# Check it with: mcptest validate",
    "",
    ...server.lines,
    "",
    "compliance:",
    "  # The revision the tests are written against. It is negotiated and judged at that revision.",
    `  spec_version: ${labelOf(revision)}`,
    "",
    "  # What would another revision change? Name one, and the run fails while expectations differ.",
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
    "# Properties of whole sessions, INV-001 to INV-007.",
    invariants ? "invariants: true" : "# invariants: true",
    "",
    "# The SEP corpus and its tier: a failed MUST fails the run.",
    "# conformance: true",
    "",
    "# The discoverability criteria C1 to C10. Calls tools that declare nothing, with empty arguments.",
    "# audit:",
    "#   min_grade: B",
  ].join("\n")}\n`;

const testLines = ({ test, why }: StarterTest): string[] => [
  `    # ${why}`,
  `    - name: ${quote(test.name)}`,
  ...(test.method === undefined ? [] : [`      check: ${quote(test.method)}`]),
  ...(test.expect ? ["      expect:", ...test.expect.flatMap(rowLines)] : []),
];

const rowLines = ({ target, matcher }: Expectation): string[] => [
  `        - target: ${quote(target)}`,
  `          matcher: ${JSON.stringify(matcher)}`,
];
