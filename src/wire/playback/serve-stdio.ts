import type { Readable, Writable } from "node:stream";
import { DEFAULT_LIMITS } from "../limits.ts";
import { LineFramer } from "../line-framer.ts";
import type { Latency, PlaybackRequest, Reply, Said } from "../playback.ts";
import { PacedQueue } from "./paced-queue.ts";
import { readHeard } from "./serve-http.ts";

export interface StdioPlaybackSettings {
  readonly greeting: readonly Said[];
  readonly hear: (heard: PlaybackRequest) => Reply;
  readonly input: Readable;
  readonly output: Writable;
  readonly latency: Latency;
  readonly signal: AbortSignal;
}

const NEWLINE = Buffer.of(0x0a);

/** Serves a recording over stdin and stdout, until the input ends. Resolves with the exit code. */
export const serveStdioPlayback = ({
  greeting,
  hear,
  input,
  output,
  latency,
  signal,
}: StdioPlaybackSettings): Promise<number> =>
  new Promise((resolve) => {
    let isOver = false;
    const all = new Set<PacedQueue>();
    const finish = (code: number): void => {
      if (isOver) return;
      isOver = true;
      for (const queue of all) queue.close();
      input.pause();
      // What was written must have left before the process ends.
      output.write("", () => resolve(code));
    };
    const write = (bytes: Uint8Array): void => {
      if (!isOver) output.write(bytes);
    };
    const say = (said: readonly Said[], exit: number | undefined): void => {
      const queue = new PacedQueue(write);
      all.add(queue);
      for (const { bytes, afterMs, unfinished } of said) {
        const line = unfinished ? bytes : Buffer.concat([bytes, NEWLINE]);
        queue.push(line, latency === "recorded" ? afterMs : 0);
      }
      queue.finish(() => {
        all.delete(queue);
        if (exit !== undefined) finish(exit);
      });
    };
    say(greeting, undefined);
    const lines = new LineFramer(DEFAULT_LIMITS.lineBytes);
    input.on("data", (chunk: Buffer) => {
      for (const { bytes } of lines.push(chunk)) {
        if (isOver) return;
        const reply = hear(readHeard(bytes));
        say(reply.said, reply.exit);
        for (const later of reply.later) say(later.said, undefined);
      }
    });
    input.once("end", () => finish(0));
    input.once("error", () => finish(0));
    output.once("error", () => finish(0));
    signal.addEventListener("abort", () => finish(0), { once: true });
  });
