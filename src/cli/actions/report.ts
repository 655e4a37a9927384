import { renderResult } from "../../report/render-result.ts";
import { readResult, resultDisagreements } from "../../scores/result/read-result.ts";
import type { report } from "../commands/check.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readingFile, readUserFile } from "../files/read-file.ts";
import { exitOf, readGates } from "../flags/gate-flag.ts";
import { refuseForPart } from "../flags/part-flags.ts";
import { REPORTERS, readReporters, writeReports } from "../flags/reporter-flags.ts";
import { UsageError } from "../usage-error.ts";

/** `mcptest report`: a saved result in another format, without judging again. */
export const runReport = ({ args, flags, console }: CallOf<typeof report>): ExitCode => {
  const path = args.result;
  const gates = flags.failOn === undefined ? undefined : readGates(flags.failOn);
  const chosen = readReporters(flags, REPORTERS);
  const result = readingFile(path, () => readResult(readUserFile(path), path));
  const [disagreement] = resultDisagreements(result);
  if (disagreement !== undefined)
    throw new UsageError(`${path}: ${disagreement}; it was edited, so judge the capture again with mcptest judge`);
  refuseForPart(result.asked, { gates }, path);
  writeReports(chosen, (reporter, print) => renderResult(result, reporter, print), console);
  // Without a gate all that was asked for is the report.
  return gates === undefined ? EXIT.ok : exitOf(result, gates);
};
