import type { RawText } from "../../base/reading.ts";

export interface ProcessRecord {
  readonly exit_code: number | null;
  readonly signal: string | null;
  /**
   * Where the command is a launcher (npx, uvx …): the launcher itself, what it had started before, without it, or the launcher
   * because that had ended before it said anything.
   */
  readonly started?: "launcher" | "direct" | "launcher-after-direct";
  /** What the launcher wrote to stdout while there was no server yet. */
  readonly launcher_stdout?: RawText;
  /** The step of the shutdown after which the child was gone. */
  readonly ended_by: "itself" | "stdin-close" | "sigterm" | "sigkill" | "not-started";
  /** From closing stdin to exit. */
  readonly shutdown_ms?: number;
  /** A tool was still being called when its input was closed: nobody waited until it was done. */
  readonly busy?: true;
  /** Processes of the group that outlived the child and had to be killed. */
  readonly survivors?: number;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  readonly stderr?: RawText;
  /** The end of stderr when it was longer than what is kept from its start. */
  readonly stderr_tail?: RawText;
}
