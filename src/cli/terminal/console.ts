/** The only code that writes to the terminal. Results go to stdout, everything about the run to stderr. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  readonly color: boolean;
  readonly errColor: boolean;
  readonly width: number;
  /** Whether stderr is a terminal that can show a progress line. */
  readonly live: boolean;
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
    err: (text) => void stderr.write(text),
    color: colorOn(stdout),
    errColor: colorOn(stderr),
    width: Math.max(40, Math.min(stdout.columns ?? 100, 160)),
    live: stderr.isTTY === true && env["TERM"] !== "dumb" && env["CI"] === undefined,
  };
};

/** A reader that closes the pipe, such as `| head`, has seen enough: that is no error. */
const onStreamError = (error: NodeJS.ErrnoException): void => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
};

/** For a proxy, which handles a closed pipe itself. */
export const releaseStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.off("error", onStreamError);
    stream.on("error", () => {});
  }
};
