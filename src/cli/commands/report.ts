import { readResult } from "../../check/read-result.ts";
import { renderResult } from "../../report/render-result.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readingFile, readUserFile } from "../files/read-file.ts";
import { exitOf, readGate } from "../flags/gate-flag.ts";
import { refuseForPart } from "../flags/part-flags.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";

type ReportFlags = ReporterFlags & { readonly failOn?: string };

/** `mcptest report`: a saved result in another format, without judging again. */
export const runReport = (flags: ReportFlags, path: string, console: Console): ExitCode => {
  const gate = readGate(flags.failOn ?? "never");
  const chosen = readReporters(flags, REPORTERS);
  const result = readingFile(path, () => readResult(readUserFile(path), path));
  refuseForPart(result.asked, { gate }, path);
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  // Without a gate all that was asked for is the report.
  return flags.failOn === undefined ? EXIT.ok : exitOf(result, gate);
};
