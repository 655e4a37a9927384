import { happensInTime, startDeadline } from "../deadline.ts";
import { deferred } from "../deferred.ts";
import type { Limits } from "../limits.ts";
import { LineFramer } from "../line-framer.ts";
import type { Trouble } from "../trouble.ts";
import { type ChildStart, exitDetail, NOT_STARTED, trySpawn } from "./child-process.ts";
import type { ExitPatience } from "./exit-patience.ts";
import type { ProcessRecord } from "./process-record.ts";
import { RunningChild } from "./running-child.ts";

export interface ChildSettings extends ChildStart {
  readonly limits: Limits;
  /** What was learned from other processes of the run. */
  readonly exits?: ExitPatience;
  /** Where the command is one, how it is called and what it starts. */
  readonly launcher?: { readonly name: string; readonly starts: string };
}

export interface ChildEvents {
  /** One stdout line without its newline. */
  onLine(bytes: Uint8Array): void;
  /** What stood on stdout after the last newline when it ended. */
  onPartialLine(bytes: Uint8Array): void;
  /** Nothing more will come: the reason, unless we asked for it. */
  onEnd(trouble: Trouble | undefined): void;
}

/**
 * How long a child is waited for: as long as others needed (patient), the usual time and no longer (hurried), or only a
 * moment before it is told by a signal (impatient).
 */
export type ShutdownManner = "patient" | "hurried" | "impatient";

export interface StdioChild {
  /** Resolves when the bytes are in the pipe; a child that never reads makes it resolve with trouble at the deadline. */
  write(bytes: Uint8Array): Promise<Trouble | undefined>;
  /** Closes our end of its input without ending the conversation. */
  closeInput(): void;
  /** stdin, then SIGTERM, then SIGKILL of the whole group; resolves when the child is gone. */
  shutdown(manner?: ShutdownManner): Promise<ProcessRecord>;
  readonly ended: boolean;
  readonly pid: number | undefined;
}

export const startChild = (settings: ChildSettings, events: ChildEvents): StdioChild => {
  const { limits } = settings;
  const framer = new LineFramer(limits.lineBytes);
  let closing: Promise<ProcessRecord> | undefined;
  let inputOpen = true;
  let reported = false;
  const { promise: whenReported, resolve: onReported } = deferred();

  const report = (trouble: Trouble | undefined): void => {
    if (reported) return;
    reported = true;
    events.onEnd(trouble);
    onReported();
  };

  const started = trySpawn(settings);
  if ("trouble" in started) {
    queueMicrotask(() => report(started.trouble));
    return {
      write: async () => started.trouble,
      closeInput: () => {},
      shutdown: async () => NOT_STARTED,
      ended: true,
      pid: undefined,
    };
  }
  const child = new RunningChild(started.process, settings.command, limits);
  const { stdin, stdout, stderr } = started.process;

  const overflow = (limit: "lineBytes" | "stdoutBytes", detail: string): void => {
    stdout.removeAllListeners("data");
    stdout.destroy();
    report({ kind: "limit-exceeded", detail, limit });
  };

  stdout.on("data", (chunk: Buffer) => {
    child.stdoutBytes += chunk.length;
    for (const line of framer.push(chunk)) {
      if (line.kind === "line") {
        events.onLine(line.bytes);
        continue;
      }
      events.onPartialLine(line.bytes);
      overflow("lineBytes", `a stdout line is longer than ${limits.lineBytes} bytes`);
      return;
    }
    if (child.stdoutBytes > limits.stdoutBytes)
      overflow("stdoutBytes", `more than ${limits.stdoutBytes} bytes on stdout`);
  });
  const stdoutEnded = new Promise<void>((resolve) => {
    stdout.once("close", resolve);
    stdout.once("end", () => {
      const rest = framer.end();
      if (rest) events.onPartialLine(rest);
      resolve();
    });
  });
  stderr.on("data", (chunk: Buffer) => child.stderr.push(chunk));
  for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {});

  void child.exited.then(async () => {
    if (child.startTrouble) return report(child.startTrouble);
    // What the child said last may still be in the pipe.
    await happensInTime(stdoutEnded, limits.quietMs);
    const silent = child.stdoutBytes === 0 ? settings.launcher : undefined;
    report(closing ? undefined : { kind: "unexpected-exit", detail: exitDetail(child.exit, silent) });
  });
  void stdoutEnded.then(async () => {
    // A child that closes its output but keeps running has ended the conversation all the same.
    await happensInTime(child.exited, limits.quietMs);
    if (!child.exit)
      report(closing ? undefined : { kind: "closed", detail: "the server closed its stdout but kept running" });
  });

  const closeInput = (): void => {
    if (!inputOpen) return;
    inputOpen = false;
    stdin.end();
  };

  const shutdown = async (manner: ShutdownManner): Promise<ProcessRecord> => {
    const startedAt = performance.now();
    const hadExited = child.exit !== undefined;
    if (!hadExited) {
      closeInput();
      child.endedBy = "stdin-close";
      const inputMs = manner === "impatient" ? Math.min(limits.quietMs, limits.stdinCloseMs) : limits.stdinCloseMs;
      await child.end(inputMs, limits.termMs, manner === "patient" ? settings.exits : undefined);
    }
    const shutdownMs = performance.now() - startedAt;
    const survivors = await child.endSurvivors();
    await happensInTime(stdoutEnded, limits.quietMs);
    child.release();
    started.process.unref();
    report(undefined);
    if (child.startTrouble) return child.record("not-started", survivors, undefined);
    return hadExited
      ? child.record("itself", survivors, undefined)
      : child.record(child.endedBy, survivors, shutdownMs);
  };

  return {
    write: (bytes) =>
      new Promise((resolve) => {
        if (child.startTrouble) return resolve(child.startTrouble);
        const closed: Trouble = { kind: "closed", detail: "the server's input is closed" };
        if (!inputOpen || child.exit) return resolve(closed);
        const deadline = startDeadline(limits.exchangeMs, () =>
          resolve({ kind: "timed-out", detail: "the server does not read its input", limit: "exchangeMs" }),
        );
        stdin.write(bytes, (error) => {
          deadline.cancel();
          if (!error) return resolve(undefined);
          // A broken pipe mostly means that the child has ended, which is the better thing to say.
          return void happensInTime(whenReported, limits.quietMs * 2).then(() => resolve(child.startTrouble ?? closed));
        });
        return undefined;
      }),
    closeInput,
    shutdown: (manner = "patient") => {
      closing ??= shutdown(manner);
      return closing;
    },
    pid: started.process.pid,
    get ended() {
      return child.exit !== undefined || child.startTrouble !== undefined;
    },
  };
};
