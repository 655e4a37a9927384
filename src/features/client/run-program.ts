import { DEFAULT_LIMITS } from "../../wire/limits.ts";
import { type ChildStart, trySpawn } from "../../wire/stdio/child-process.ts";
import { RunningChild } from "../../wire/stdio/running-child.ts";
import type { ClientLimits } from "./client-limits.ts";

/** How a program under test came to its end. */
export interface ProgramEnd {
  readonly ended: "itself" | "silence" | "never-connected" | "limit" | "not-started" | "stopped";
  readonly exitCode: number | null;
  /** The end of what it wrote to stderr, or why it could not be started. */
  readonly said: string;
}

export interface ProgramSettings {
  readonly start: ChildStart;
  readonly limits: ClientLimits;
  readonly signal: AbortSignal;
}

/** A program that runs until it ends, is silent for too long, or out of time. */
export interface RunningProgram {
  /** The client said something. */
  onActivity(): void;
  readonly done: Promise<ProgramEnd>;
}

const SAID_BYTES = 2000;

export const runProgram = ({ start, limits, signal }: ProgramSettings): RunningProgram => {
  const started = trySpawn(start);
  if ("trouble" in started) {
    const end: ProgramEnd = {
      ended: "not-started",
      exitCode: null,
      said: started.trouble.detail ?? started.trouble.kind,
    };
    return { onActivity: () => {}, done: Promise.resolve(end) };
  }
  const child = new RunningChild(started.process, start.command, DEFAULT_LIMITS);
  const { stdin, stdout, stderr } = started.process;
  stdin.on("error", () => {});
  stdin.end();
  stdout.resume();
  let said = Buffer.alloc(0);
  stderr.on("data", (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]).subarray(-SAID_BYTES);
  });
  let stop: (reason: ProgramEnd["ended"]) => void = () => {};
  const stopped = new Promise<ProgramEnd["ended"]>((resolve) => {
    stop = resolve;
  });
  let quiet = setTimeout(() => stop("never-connected"), limits.connectMs);
  const whole = setTimeout(() => stop("limit"), limits.scenarioMs);
  const onAbort = (): void => stop("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const finish = async (): Promise<ProgramEnd> => {
    const ended = await Promise.race([child.exited.then(() => "itself" as const), stopped]);
    clearTimeout(quiet);
    clearTimeout(whole);
    signal.removeEventListener("abort", onAbort);
    if (ended !== "itself") await child.end(0, DEFAULT_LIMITS.termMs);
    await child.endSurvivors();
    child.release();
    const exitCode = ended === "itself" ? (child.exit?.code ?? null) : null;
    if (child.startTrouble) return { ended: "not-started", exitCode: null, said: child.startTrouble.detail ?? "" };
    return { ended, exitCode, said: said.toString("utf8") };
  };
  return {
    onActivity: () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => stop("silence"), limits.quietMs);
    },
    done: finish(),
  };
};
