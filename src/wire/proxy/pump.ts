import type { Readable, Writable } from "node:stream";

export interface PumpEvents {
  /** Sees every chunk before it is handed on, and must neither keep nor change it. */
  seen(chunk: Buffer): void;
  /** The source has ended, or broke off. */
  onEnd(): void;
  /** Nobody takes the bytes any more. */
  onSinkGone(): void;
}

export interface Pump {
  /** Resolves when the source has ended. */
  readonly ended: Promise<void>;
  /** True while the sink has to be waited for. */
  readonly blocked: boolean;
}

/** Moves chunks as they come: nothing is held back, joined or cut, and a sink that is full stops the source. */
export const pump = (source: Readable, sink: Writable, events: PumpEvents): Pump => {
  let sinkGone = false;
  let resolveEnded: () => void = () => {};
  let over = false;
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
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
