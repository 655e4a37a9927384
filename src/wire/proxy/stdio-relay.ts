import type { Readable, Writable } from "node:stream";
import type { ProcessRecord } from "../../model/capture.ts";
import type { Limits } from "../../model/limits.ts";
import type { Trouble } from "../../model/trouble.ts";
import { toRawText } from "../raw-text.ts";
import {
  type ChildStart,
  endSurvivors,
  exitDetail,
  NOT_STARTED,
  startFailure,
  trySpawn,
  within,
} from "../stdio/child-process.ts";
import { KeptEnds } from "../stdio/kept-ends.ts";
import { forgetGroup, rememberGroup, signalGroup } from "../stdio/process-group.ts";
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
  /** Asked after the end of input: a client that is gone can no longer tell the server to stop. */
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

/** Whoever stops us has the same patience as we and then kills us; with half of it we are done first. */
const SHARE = 0.5;
const GONE_CHECK_MS = 500;

/** A child process whose stdio is the client's, byte for byte, in both directions. */
export const startStdioRelay = (settings: RelaySettings): StdioRelay => {
  const { limits, input, output, errors, tap } = settings;
  const stderr = new KeptEnds(limits.stderrBytes);
  let stdoutBytes = 0;
  let exit: { code: number | null; signal: string | null } | undefined;
  let startTrouble: Trouble | undefined;
  let inputClosedAt: number | undefined;
  let inputRefused = false;
  let outputGone = false;
  let stopping: Promise<void> | undefined;
  let endedBy: ProcessRecord["ended_by"] = "itself";
  let goneCheck: NodeJS.Timeout | undefined;

  const started = trySpawn(settings);
  if ("trouble" in started) {
    input.destroy();
    return { done: Promise.resolve({ process: NOT_STARTED, trouble: started.trouble }), shutdown: () => {} };
  }
  const { process: child } = started;
  const { pid } = child;
  if (pid !== undefined) rememberGroup(pid);

  const outputFinished = whenFinished(output);
  const exited = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      if (child.pid !== undefined) return;
      startTrouble = startFailure(error, settings.command);
      resolve();
    });
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve();
    });
  });

  const closeInput = (): void => {
    if (inputClosedAt !== undefined) return;
    inputClosedAt = performance.now();
    if (!exit && !inputRefused) endedBy = "stdin-close";
    child.stdin.end();
  };

  const stop = async (): Promise<void> => {
    closeInput();
    // A client that closed our input some time ago has already waited for this part.
    const waited = performance.now() - (inputClosedAt ?? 0);
    if (await within(exited, Math.max(0, limits.stdinCloseMs * SHARE - waited))) return;
    endedBy = "sigterm";
    if (pid !== undefined) signalGroup(pid, "SIGTERM");
    if (await within(exited, limits.termMs * SHARE)) return;
    endedBy = "sigkill";
    if (pid !== undefined) signalGroup(pid, "SIGKILL");
  };
  const shutdown = (): void => {
    if (!exit && !startTrouble) stopping ??= stop();
  };

  const watchForGoneClient = (): void => {
    const { clientGone } = settings;
    goneCheck ??= setInterval(() => {
      if (outputGone || clientGone?.()) shutdown();
    }, GONE_CHECK_MS);
  };

  pump(input, child.stdin, {
    seen: tap.fromClient,
    onEnd: () => {
      tap.clientEnded();
      closeInput();
      if (!exit && !startTrouble) watchForGoneClient();
    },
    // A server that closes its input must look so to the client.
    onSinkGone: () => {
      inputRefused = true;
      input.destroy();
    },
  });
  const outward = pump(child.stdout, output, {
    seen: (chunk) => {
      stdoutBytes += chunk.length;
      tap.fromServer(chunk);
    },
    onEnd: () => {
      tap.serverEnded();
      output.end();
    },
    // A client that closes its end must look so to the server.
    onSinkGone: () => {
      outputGone = true;
      child.stdout.destroy();
    },
  });
  // A client may ignore stderr and close it; the server must not suffer for it, so it is read on.
  const errorward = pump(child.stderr, errors, {
    seen: (chunk) => stderr.push(chunk),
    onEnd: () => {},
    onSinkGone: () => {},
  });

  /** What the child said last may still be under way; a grandchild that holds the pipe open may not keep us. */
  const drain = async (direction: Pump, count: () => number, patient: boolean): Promise<void> => {
    let before = -1;
    while (before !== count() || (patient && direction.blocked && !stopping)) {
      before = count();
      if (await within(direction.ended, limits.quietMs)) return;
    }
  };

  const finish = async (): Promise<RelayEnd> => {
    await exited;
    clearInterval(goneCheck);
    const closedMs = inputClosedAt === undefined ? undefined : performance.now() - inputClosedAt;
    await stopping;
    // Many clients never read stderr; they must not wait for an exit that waits for them.
    await Promise.all([drain(outward, () => stdoutBytes, true), drain(errorward, () => stderr.total, false)]);
    const survivors = pid === undefined ? 0 : await endSurvivors(pid, limits);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    if (!output.writableEnded) output.end();
    // A client that does not read may keep us waiting, unless somebody has told us to stop.
    await (stopping ? within(outputFinished, limits.quietMs) : outputFinished);
    input.destroy();
    if (pid !== undefined) forgetGroup(pid);
    if (startTrouble) return { process: NOT_STARTED, trouble: startTrouble };
    const byItself = endedBy === "itself";
    return {
      process: {
        exit_code: exit?.code ?? null,
        signal: exit?.signal ?? null,
        ended_by: endedBy,
        ...(byItself || closedMs === undefined ? {} : { shutdown_ms: Math.round(closedMs) }),
        ...(survivors > 0 ? { survivors } : {}),
        stdout_bytes: stdoutBytes,
        stderr_bytes: stderr.total,
        ...(stderr.total > 0 ? { stderr: toRawText(stderr.head, limits.stderrBytes) } : {}),
        ...(stderr.tail.length > 0 ? { stderr_tail: toRawText(stderr.tail, limits.stderrBytes) } : {}),
      },
      ...(byItself ? { trouble: { kind: "unexpected-exit" as const, detail: exitDetail(exit) } } : {}),
    };
  };

  return { done: finish(), shutdown };
};

/** Everything written has left us, or the reader is gone. Listened for from the start: a file tells it only once. */
const whenFinished = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ["finish", "close", "error"]) output.once(event, () => resolve());
  });
