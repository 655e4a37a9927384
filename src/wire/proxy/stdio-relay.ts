import type { Readable, Writable } from "node:stream";
import { happensInTime } from "../deadline.ts";
import type { Limits } from "../limits.ts";
import { type ChildStart, exitDetail, NOT_STARTED, trySpawn } from "../stdio/child-process.ts";
import type { ProcessRecord } from "../stdio/process-record.ts";
import { RunningChild } from "../stdio/running-child.ts";
import type { Trouble } from "../trouble.ts";
import { type Pump, pump } from "./pump.ts";

/** Sees the bytes of both directions in the moment before they are handed on. */
export interface StdioTap {
  fromClient(chunk: Buffer): void;
  clientEnded(): void;
  fromServer(chunk: Buffer): void;
  serverEnded(): void;
}

export interface RelaySettings extends ChildStart {
  readonly limits: Limits;
  /** The client's side: what it writes, what it reads, and where the server's stderr goes. */
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  readonly tap: StdioTap;
  /** Checked after the end of input: a client that has gone can no longer tell the server to stop. */
  readonly clientGone?: () => boolean;
}

export interface RelayEnd {
  readonly process: ProcessRecord;
  /** Why the conversation ended, unless the client wanted it. */
  readonly trouble?: Trouble;
}

export interface StdioRelay {
  /** Resolves when the child is gone, everything it said has been handed on, and no process of its group is left. */
  readonly done: Promise<RelayEnd>;
  /** stdin, then SIGTERM, then SIGKILL of the whole group. */
  shutdown(): void;
}

/** Whoever stops us kills us after the same delay that we allow the child; half of it lets us finish first. */
const SHARE = 0.5;
const GONE_CHECK_MS = 500;

/** A child process whose stdio is the client's, byte for byte, in both directions. */
export const startStdioRelay = (settings: RelaySettings): StdioRelay => {
  const { limits, input, output, errors, tap } = settings;
  let inputClosedAt: number | undefined;
  let inputRefused = false;
  let outputGone = false;
  let stopping: Promise<void> | undefined;
  let goneCheck: NodeJS.Timeout | undefined;

  const started = trySpawn(settings);
  if ("trouble" in started) {
    input.destroy();
    return { done: Promise.resolve({ process: NOT_STARTED, trouble: started.trouble }), shutdown: () => {} };
  }
  const child = new RunningChild(started.process, settings.command, limits);
  const { stdin, stdout, stderr } = started.process;
  const isRunning = (): boolean => !child.exit && !child.startTrouble;
  const outputFinished = whenFinished(output);

  const closeInput = (): void => {
    if (inputClosedAt !== undefined) return;
    inputClosedAt = performance.now();
    if (!child.exit && !inputRefused) child.endedBy = "stdin-close";
    stdin.end();
  };

  const stop = async (): Promise<void> => {
    closeInput();
    // A client that closed our input some time ago has already waited for this part.
    const waited = performance.now() - (inputClosedAt ?? 0);
    await child.end(Math.max(0, limits.stdinCloseMs * SHARE - waited), limits.termMs * SHARE);
  };
  const shutdown = (): void => {
    if (isRunning()) stopping ??= stop();
  };

  const watchForGoneClient = (): void => {
    const { clientGone } = settings;
    goneCheck ??= setInterval(() => {
      if (outputGone || clientGone?.()) shutdown();
    }, GONE_CHECK_MS);
  };

  pump(input, stdin, {
    seen: tap.fromClient,
    onEnd: () => {
      tap.clientEnded();
      closeInput();
      if (isRunning()) watchForGoneClient();
    },
    // The client must see that the server closed its input.
    onSinkGone: () => {
      inputRefused = true;
      input.destroy();
    },
  });
  const outward = pump(stdout, output, {
    seen: (chunk) => {
      child.stdoutBytes += chunk.length;
      tap.fromServer(chunk);
    },
    onEnd: () => {
      tap.serverEnded();
      output.end();
    },
    // The server must see that the client closed its end.
    onSinkGone: () => {
      outputGone = true;
      stdout.destroy();
    },
  });
  // A client may close stderr; the server must not block because of that, so keep reading.
  const errorward = pump(stderr, errors, {
    seen: (chunk) => child.stderr.push(chunk),
    onEnd: () => {},
    onSinkGone: () => {},
  });

  /** What the child said last may still be under way; a grandchild that holds the pipe open may not keep us. */
  const drain = async (direction: Pump, count: () => number, patient: boolean): Promise<void> => {
    let before = -1;
    while (before !== count() || (patient && direction.blocked && !stopping)) {
      before = count();
      if (await happensInTime(direction.ended, limits.quietMs)) return;
    }
  };

  const finish = async (): Promise<RelayEnd> => {
    await child.exited;
    clearInterval(goneCheck);
    const closedMs = inputClosedAt === undefined ? undefined : performance.now() - inputClosedAt;
    await stopping;
    // Many clients never read stderr; they must not wait for an exit that waits for them.
    await Promise.all([
      drain(outward, () => child.stdoutBytes, true),
      drain(errorward, () => child.stderr.total, false),
    ]);
    const survivors = await child.endSurvivors();
    child.release();
    if (!output.writableEnded) output.end();
    // A client that does not read may keep us waiting, unless somebody has told us to stop.
    await (stopping ? happensInTime(outputFinished, limits.quietMs) : outputFinished);
    input.destroy();
    if (child.startTrouble) return { process: NOT_STARTED, trouble: child.startTrouble };
    return child.endedBy === "itself"
      ? {
          process: child.record("itself", survivors, undefined),
          trouble: { kind: "unexpected-exit", detail: exitDetail(child.exit) },
        }
      : { process: child.record(child.endedBy, survivors, closedMs) };
  };

  return { done: finish(), shutdown };
};

/** Everything written has left us, or the reader is gone. Listened for from the start: a file tells it only once. */
const whenFinished = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ["finish", "close", "error"]) output.once(event, () => resolve());
  });
