import type { Readable, Writable } from "node:stream";
import { deferred } from "../deferred.ts";

export interface PumpEvents {
  /** Sees every chunk before it is handed on, and must neither keep nor change it. */
  seen(chunk: Buffer): void;
  /** The source has ended, or broke off. */
  onEnd(): void;
  /** The sink no longer accepts bytes. */
  onSinkGone(): void;
}

export interface Pump {
  /** Resolves when the source has ended. */
  readonly ended: Promise<void>;
  /** True while the sink still has bytes to take. */
  readonly blocked: boolean;
}

/** Moves chunks as they arrive: nothing is delayed, joined or split, and a full sink pauses the source. */
export const pump = (source: Readable, sink: Writable, events: PumpEvents): Pump => {
  let sinkGone = false;
  let over = false;
  const { promise: ended, resolve: resolveEnded } = deferred();
  const end = (): void => {
    if (over) return;
    over = true;
    events.onEnd();
    resolveEnded();
  };
  const loseSink = (): void => {
    if (sinkGone) return;
    sinkGone = true;
    source.resume();
    events.onSinkGone();
  };
  source.on("data", (chunk: Buffer) => {
    events.seen(chunk);
    if (!sinkGone && !sink.write(chunk)) source.pause();
  });
  source.once("end", end);
  source.once("close", end);
  source.on("error", end);
  sink.on("drain", () => source.resume());
  sink.on("error", loseSink);
  sink.once("close", loseSink);
  return {
    ended,
    get blocked() {
      return !sinkGone && sink.writableLength > 0;
    },
  };
};
