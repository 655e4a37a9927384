import type { ExitCode } from "./exit-codes.ts";
import { oneLine } from "./usage-error.ts";

/** A command ends here, with a line and an exit code, although the user made no mistake. */
export class StopError extends Error {
  override readonly name = "StopError";
  readonly exitCode: ExitCode;
  /** What else is to be said, a line each. */
  readonly further: readonly string[];

  constructor(message: string, exitCode: ExitCode, further: readonly string[] = []) {
    super(oneLine(message));
    this.exitCode = exitCode;
    this.further = further.map(oneLine);
  }
}
