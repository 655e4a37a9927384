import { killAllGroups } from "../../wire/stdio/process-group.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

export interface Interrupt {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, if one came. */
  readonly code: ExitCode | undefined;
  release(): void;
}

/**
 * The first Ctrl-C or SIGTERM ends the run in order: child processes are shut down and the capture is written. The
 * second one does not wait. However the process ends, no child process survives it.
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
  const onTerm = handle(EXIT.terminated);
  const handlers = { SIGINT: handle(EXIT.interrupted), SIGTERM: onTerm, SIGHUP: onTerm };
  for (const [name, handler] of Object.entries(handlers)) process.on(name, handler);
  process.on("exit", killAllGroups);
  return {
    signal: controller.signal,
    get code() {
      return code;
    },
    release: () => {
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
    },
  };
};

/** Resolves when the signal is aborted. */
export const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
