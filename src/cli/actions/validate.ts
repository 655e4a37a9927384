import { counted } from "../../base/counted.ts";
import { SUITE_SCHEMA } from "../../suite/parse/parse-suite.ts";
import { SuiteError } from "../../suite/problem.ts";
import type { Suite } from "../../suite/suite.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { validate } from "../commands/suite.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { findSuiteFile, loadSuiteFile, openBook } from "../suite/suite-file.ts";
import { oneLine } from "../usage-error.ts";

/** `mcptest validate`: everything that is wrong with a suite, a line each. */
export const runValidate = async ({ args, flags, console }: CallOf<typeof validate>): Promise<ExitCode> => {
  if (flags.printSchema) {
    console.out(`${JSON.stringify(SUITE_SCHEMA, null, 2)}\n`);
    return EXIT.ok;
  }
  const file = findSuiteFile(args.suite);
  const book = await openBook(flags.registry);
  try {
    const suite = await loadSuiteFile(file, book);
    for (const note of suite.notes) console.err(`mcptest: ${oneLine(note)}\n`);
    if (!flags.quiet) console.out(`${oneLine(file)}: ${describeSuite(suite)}\n`);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    for (const line of error.lines) console.err(`${oneLine(line)}\n`);
    return EXIT.failed;
  }
};

const describeSuite = ({ servers, tests: functional, compliance, conformance, audit, invariants }: Suite): string => {
  const tests = compliance?.tests;
  const pin = compliance?.specVersion;
  const parts = [
    `${counted(servers.size, "server")}`,
    ...(functional ? [counted(functional.cases.length, "functional test")] : []),
    ...(compliance
      ? [`compliance${pin ? ` at ${pin}` : ""} (${tests ? counted(tests.length, "test") : "every rule"})`]
      : []),
    ...Object.entries({ conformance, audit, invariants }).flatMap(([lane, value]) => (value ? [lane] : [])),
  ];
  return `valid: ${parts.join(", ")}`;
};
