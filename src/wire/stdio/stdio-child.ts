import type { ProcessRecord } from "../../model/capture.ts";
import type { Limits } from "../../model/limits.ts";
import type { Trouble } from "../../model/trouble.ts";
import { LineFramer } from "../line-framer.ts";
import { toRawText } from "../raw-text.ts";
import {
  type ChildStart,
  endSurvivors,
  exitDetail,
  NOT_STARTED,
  startFailure,
  trySpawn,
  within,
} from "./child-process.ts";
import { KeptEnds } from "./kept-ends.ts";
import { forgetGroup, rememberGroup, signalGroup } from "./process-group.ts";

export interface ChildSettings extends ChildStart {
  readonly limits: Limits;
}

export interface ChildEvents {
  /** One stdout line without its newline. */
  onLine(bytes: Uint8Array): void;
  /** What stood on stdout after the last newline when it ended. */
  onPartialLine(bytes: Uint8Array): void;
  /** Nothing more will come: the reason, unless we asked for it. */
  onEnd(trouble: Trouble | undefined): void;
}

export interface StdioChild {
  /** Resolves when the bytes are in the pipe; a child that never reads makes it resolve with trouble at the deadline. */
  write(bytes: Uint8Array): Promise<Trouble | undefined>;
  /** Closes our end of its input without ending the conversation. */
  closeInput(): void;
  /** stdin, then SIGTERM, then SIGKILL of the whole group; resolves when the child is gone. */
  shutdown(): Promise<ProcessRecord>;
  readonly ended: boolean;
}

export const startChild = (settings: ChildSettings, events: ChildEvents): StdioChild => {
  const { limits } = settings;
  const framer = new LineFramer(limits.lineBytes);
  const stderr = new KeptEnds(limits.stderrBytes);
  let stdoutBytes = 0;
  let exit: { code: number | null; signal: string | null } | undefined;
  let startTrouble: Trouble | undefined;
  let closing: Promise<ProcessRecord> | undefined;
  let endedBy: ProcessRecord["ended_by"] = "itself";
  let inputOpen = true;
  let reported = false;
  let onReported = (): void => {};
  const whenReported = new Promise<void>((resolve) => {
    onReported = resolve;
  });

  const report = (trouble: Trouble | undefined): void => {
    if (reported) return;
    reported = true;
    events.onEnd(trouble);
    onReported();
  };

  const child = trySpawn(settings);
  if ("trouble" in child) {
    startTrouble = child.trouble;
    queueMicrotask(() => report(startTrouble));
    return {
      write: async () => startTrouble,
      closeInput: () => {},
      shutdown: async () => NOT_STARTED,
      ended: true,
    };
  }
  const { process: running } = child;
  const { pid } = running;
  if (pid !== undefined) rememberGroup(pid);

  const exited = new Promise<void>((resolve) => {
    running.once("error", (error) => {
      if (running.pid !== undefined) return;
      startTrouble = startFailure(error, settings.command);
      report(startTrouble);
      resolve();
    });
    // `exit`, not `close`: a grandchild in a session of its own can hold the pipes open for ever.
    running.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve();
    });
  });

  const overflow = (limit: "lineBytes" | "stdoutBytes", detail: string): void => {
    running.stdout.removeAllListeners("data");
    running.stdout.destroy();
    report({ kind: "limit-exceeded", detail, limit });
  };

  running.stdout.on("data", (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    for (const line of framer.push(chunk)) {
      if (line.kind === "line") {
        events.onLine(line.bytes);
        continue;
      }
      events.onPartialLine(line.bytes);
      overflow("lineBytes", `a stdout line is longer than ${limits.lineBytes} bytes`);
      return;
    }
    if (stdoutBytes > limits.stdoutBytes) overflow("stdoutBytes", `more than ${limits.stdoutBytes} bytes on stdout`);
  });
  const stdoutEnded = new Promise<void>((resolve) => {
    running.stdout.once("close", resolve);
    running.stdout.once("end", () => {
      const rest = framer.end();
      if (rest) events.onPartialLine(rest);
      resolve();
    });
  });
  running.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  for (const stream of [running.stdin, running.stdout, running.stderr]) stream.on("error", () => {});

  void exited.then(async () => {
    if (startTrouble) return;
    // What the child said last may still be in the pipe.
    await within(stdoutEnded, limits.quietMs);
    report(closing ? undefined : { kind: "unexpected-exit", detail: exitDetail(exit) });
  });
  void stdoutEnded.then(async () => {
    // A child that closes its output but keeps running has ended the conversation all the same.
    await within(exited, limits.quietMs);
    if (!exit)
      report(closing ? undefined : { kind: "closed", detail: "the server closed its stdout but kept running" });
  });

  const closeInput = (): void => {
    if (!inputOpen) return;
    inputOpen = false;
    running.stdin.end();
  };

  const shutdown = async (): Promise<ProcessRecord> => {
    const startedAt = performance.now();
    const hadExited = exit !== undefined;
    if (!hadExited) {
      closeInput();
      endedBy = "stdin-close";
      if (!(await within(exited, limits.stdinCloseMs))) {
        endedBy = "sigterm";
        if (pid !== undefined) signalGroup(pid, "SIGTERM");
        if (!(await within(exited, limits.termMs))) {
          endedBy = "sigkill";
          if (pid !== undefined) signalGroup(pid, "SIGKILL");
          await within(exited, limits.termMs);
        }
      }
    }
    const shutdownMs = performance.now() - startedAt;
    const survivors = pid === undefined ? 0 : await endSurvivors(pid, limits);
    await within(stdoutEnded, limits.quietMs);
    for (const stream of [running.stdin, running.stdout, running.stderr]) stream.destroy();
    if (pid !== undefined) forgetGroup(pid);
    running.unref();
    report(undefined);
    return {
      exit_code: exit?.code ?? null,
      signal: exit?.signal ?? null,
      ended_by: startTrouble ? "not-started" : hadExited ? "itself" : endedBy,
      ...(hadExited || startTrouble ? {} : { shutdown_ms: Math.round(shutdownMs) }),
      ...(survivors > 0 ? { survivors } : {}),
      stdout_bytes: stdoutBytes,
      stderr_bytes: stderr.total,
      ...(stderr.total > 0 ? { stderr: toRawText(stderr.head, limits.stderrBytes) } : {}),
      ...(stderr.tail.length > 0 ? { stderr_tail: toRawText(stderr.tail, limits.stderrBytes) } : {}),
    };
  };

  return {
    write: (bytes) =>
      new Promise((resolve) => {
        if (startTrouble) return resolve(startTrouble);
        if (!inputOpen || exit) return resolve({ kind: "closed", detail: "the server's input is closed" });
        const timer = setTimeout(
          () => resolve({ kind: "timed-out", detail: "the server does not read its input", limit: "exchangeMs" }),
          limits.exchangeMs,
        );
        running.stdin.write(bytes, (error) => {
          clearTimeout(timer);
          if (!error) return resolve(undefined);
          // A broken pipe mostly means that the child has ended, which is the better thing to say.
          const closed: Trouble = { kind: "closed", detail: "the server's input is closed" };
          return void within(whenReported, limits.quietMs * 2).then(() => resolve(startTrouble ?? closed));
        });
        return undefined;
      }),
    closeInput,
    shutdown: () => {
      closing ??= shutdown();
      return closing;
    },
    get ended() {
      return exit !== undefined || startTrouble !== undefined;
    },
  };
};
