import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process that runs a file of this program, and speaks with this one in structured values. */
export interface OwnProcess {
  send(message: unknown): void;
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface OwnProcessEvents {
  onMessage(message: unknown): void;
  /** Once, also where it could not be started. */
  onEnd(how: OwnProcessEnd): void;
}

export interface OwnProcessEnd {
  readonly message: string;
  /** V8 aborts where the heap may not grow any more; there is no other word of it. */
  readonly isAborted: boolean;
}

/**
 * `flags` are those of Node and V8 that a thread cannot be given. The process has a group of its own, so that Ctrl-C reaches this one alone, which
 * then ends both. It does not outlive this one: its end of the channel closes, and nothing else keeps it.
 */
export const startOwnProcess = (file: URL, flags: readonly string[], events: OwnProcessEvents): OwnProcess => {
  const child = fork(fileURLToPath(file), {
    execArgv: [...flags],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: process.platform !== "win32",
  });
  child.unref();
  child.channel?.unref();
  const ended = once(child, "exit");
  ended.catch(() => {});
  let isOver = false;
  const end = (how: OwnProcessEnd): void => {
    if (isOver) return;
    isOver = true;
    events.onEnd(how);
  };
  child.on("message", (message) => events.onMessage(message));
  child.on("error", (error) => end({ message: error.message, isAborted: false }));
  child.on("exit", (code, signal) =>
    end({
      message: `the process ended with ${signal ?? `exit code ${code}`}`,
      isAborted: signal === "SIGABRT" || code === 134,
    }),
  );
  return {
    send: (message) => {
      // Who is gone is told so by its end, not by every message that it missed.
      if (child.connected) child.send(message as Parameters<typeof child.send>[0], () => {});
    },
    kill: async () => {
      isOver = true;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
};
