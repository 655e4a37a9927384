import { killAllGroups } from "../wire/stdio/process-group.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

export interface Interrupt {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, if one came. */
  readonly code: ExitCode | undefined;
  release(): void;
}

/**
 * The first Ctrl-C (or TERM) ends the run politely: children are shut down, the capture is written. The second
 * does not wait. Whatever way the process ends, no child is left.
 */
export const watchInterrupts = (): Interrupt => {
  const controller = new AbortController();
  let code: ExitCode | undefined;
  const handle = (received: ExitCode) => () => {
    if (code !== undefined) {
      killAllGroups();
      process.exit(received);
    }
    code = received;
    controller.abort();
  };
  const onInt = handle(EXIT.interrupted);
  const onTerm = handle(EXIT.terminated);
  process.on("SIGINT", onInt);
  process.on("SIGTERM", onTerm);
  process.on("SIGHUP", onTerm);
  process.on("exit", killAllGroups);
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    release: () => {
      process.off("SIGINT", onInt);
      process.off("SIGTERM", onTerm);
      process.off("SIGHUP", onTerm);
    },
  };
};
