import { revisionLabel } from "../../corpus/corpus.ts";
import type { Expectation } from "../../model/rule.ts";
import type { Revision } from "../../protocol/revision.ts";
import { type StarterServer, yamlScalar } from "./starter-server.ts";
import type { StarterTest, StarterTests } from "./starter-tests.ts";

export interface StarterParts {
  readonly server: StarterServer;
  readonly revision: Revision;
  readonly tests: StarterTests;
  /** Whether the invariants hold today, so that the suite can require them. */
  readonly invariants: boolean;
  readonly schema: string;
}

/** A suite to start from, with a comment on every part. */
export const starterSuite = ({ server, revision, tests, invariants, schema }: StarterParts): string =>
  `${[
    `# yaml-language-server: $schema=${schema}`,
    "# Run it with: mcptest run",
    "# Check it with: mcptest validate",
    "",
    ...server.lines,
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
