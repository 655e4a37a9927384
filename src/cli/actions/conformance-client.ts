import { TOOL } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import { revisionOfVersion } from "../../judge/corpus/sep-versions.ts";
import { embeddedMapping } from "../../judge/corpus-files/conformance-embedded.ts";
import { judgeConformance } from "../../scores/conformance/judge-conformance.ts";
import { refuseOwnSession } from "../client/own-session.ts";
import { type ProgramFlags, saysAnything, testProgram } from "../client/test-program.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { type CorpusFlags, readingCorpus, reportMissingCorpus } from "../flags/find-corpora.ts";
import type { Console } from "../terminal/console.ts";
import { type ConformanceReporting, reportConformance } from "./conformance-report.ts";

interface ScoringFlags extends ProgramFlags, CorpusFlags {
  readonly capture?: string;
  readonly failOn?: string;
}

interface ClientScoring extends Omit<ConformanceReporting, "flags"> {
  readonly command: readonly string[];
  readonly wanted: string | undefined;
}

/** `mcptest conformance run --client`: a program in all scenarios, or the client of a capture, by the checks of a corpus. */
export const scoreClientProgram = async (
  flags: ScoringFlags,
  { command, wanted, corpora, chosen, gates }: ClientScoring,
  console: Console,
): Promise<ExitCode> => {
  const said = flags.capture === undefined ? await run(flags, command, wanted, console) : read(flags.capture);
  if (typeof said === "number") return said;
  const mapping = await embeddedMapping();
  const result = await readingCorpus(() =>
    judgeConformance(said, { role: "client", tool: TOOL, corpora, mapping, version: wanted }),
  );
  if (!result) {
    reportMissingCorpus(wanted, corpora, flags, console);
    return EXIT.corpusMissing;
  }
  const code = await reportConformance(result, { flags, corpora, chosen, gates }, console);
  return result.server.outcome === "unreachable" && code !== EXIT.internal ? EXIT.unreachable : code;
};

/** The version that is scored must be spoken, so the server knows no other where one is asked for. */
const run = async (
  flags: ScoringFlags,
  command: readonly string[],
  wanted: string | undefined,
  console: Console,
): Promise<Capture | ExitCode> => {
  const revision = wanted === undefined ? undefined : revisionOfVersion(wanted);
  const said = await testProgram(flags, { command, scenarios: undefined, revision }, console);
  if (typeof said === "number") return said;
  return saysAnything(said, console) ? said : EXIT.inconclusive;
};

const read = (path: string): Capture => {
  const capture = readCaptureFile(path);
  refuseOwnSession(capture, path);
  return capture;
};
