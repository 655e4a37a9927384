import { writeSync } from "node:fs";
import { defuseLines } from "../../report/escape/runner-commands.ts";

/** The only code that writes to the terminal. Results go to stdout, everything about the run to stderr. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  readonly errColor: boolean;
  readonly width: number;
  /** Whether stderr is a terminal that can show a progress line. */
  readonly live: boolean;
  /** Whether this is a build, whose log shows that a long run is alive. */
  readonly ci: boolean;
  /** Whether stdout is a terminal: a person reads it, not a program. */
  readonly tty?: boolean;
}

export const openConsole = (wantsColor: boolean | undefined): Console => {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on("error", onStreamError);
  const colorOn = (stream: NodeJS.WriteStream): boolean => {
    if (wantsColor === false || (env["NO_COLOR"] ?? "") !== "") return false;
    if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0";
    return stream.isTTY === true && env["TERM"] !== "dumb";
  };
  return {
    out: (text) => void stdout.write(text),
    // Nothing said here is meant for a build runner, whatever a server's text looks like.
    err: (text) => void stderr.write(defuseLines(text, "terminal")),
    color: colorOn(stdout),
    errColor: colorOn(stderr),
    width: Math.max(40, Math.min(stdout.columns ?? 100, 160)),
    live: stderr.isTTY === true && env["TERM"] !== "dumb" && env["CI"] === undefined,
    tty: stdout.isTTY === true,
    ci: !["", "0", "false"].includes(env["CI"] ?? ""),
  };
};

/** A reader that closes the pipe, such as `| head`, has seen enough: that is no error. */
const onStreamError = (error: NodeJS.ErrnoException): void => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  // What was to be said is lost, so this is no success, whatever the run found.
  try {
    writeSync(
      2,
      `mcptest: cannot write the output: ${error.code === "ENOSPC" ? "the disk is full; free some space" : error.code}\n`,
    );
  } finally {
    process.exit(1);
  }
};

/** For a proxy, which handles a closed pipe itself. */
export const releaseStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.off("error", onStreamError);
    stream.on("error", () => {});
  }
};
