import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { LimitName, Limits } from "../limits.ts";
import type { Trouble } from "../trouble.ts";

/** Undoes at most one content coding, within the byte and ratio limits. We ask for identity; servers may differ. */
export interface BodyDecoder {
  push(chunk: Buffer): void;
  end(): void;
  destroy(): void;
}

export interface DecoderEvents {
  onData(chunk: Buffer): void;
  onEnd(): void;
  onTrouble(trouble: Trouble): void;
}

/** The ratio counts only beyond this many decoded bytes: tiny bodies may legitimately compress a lot. */
const RATIO_FLOOR = 65_536;

export const createBodyDecoder = (codings: readonly string[], limits: Limits, events: DecoderEvents): BodyDecoder => {
  const active = codings.filter((coding) => coding !== "identity" && coding !== "");
  let received = 0;
  let decoded = 0;
  let over = false;

  const fail = (trouble: Trouble): void => {
    if (over) return;
    over = true;
    events.onTrouble(trouble);
  };
  const exceed = (limit: LimitName, detail: string): false => {
    fail({ kind: "limit-exceeded", detail, limit });
    return false;
  };

  const deliver = (chunk: Buffer): boolean => {
    if (over) return false;
    decoded += chunk.length;
    if (decoded > limits.decodedBytes)
      return exceed("decodedBytes", `the body is larger than ${limits.decodedBytes} bytes`);
    if (active.length > 0 && decoded > RATIO_FLOOR && decoded > received * limits.expansionRatio)
      return exceed("expansionRatio", "the compressed body expands beyond the allowed ratio");
    events.onData(chunk);
    return true;
  };

  const countReceived = (chunk: Buffer): boolean => {
    received += chunk.length;
    if (received <= limits.bodyBytes) return !over;
    return exceed("bodyBytes", `more than ${limits.bodyBytes} body bytes were received`);
  };

  if (active.length === 0) {
    return {
      push: (chunk) => {
        if (countReceived(chunk)) deliver(chunk);
      },
      end: () => {
        if (!over) events.onEnd();
      },
      destroy: () => {
        over = true;
      },
    };
  }

  const inflater = active.length === 1 ? INFLATERS.get(active[0] ?? "")?.() : undefined;
  if (!inflater) {
    const named = active.length > 1 ? "several content codings are stacked" : "the content coding is not one we know";
    queueMicrotask(() => fail({ kind: "bad-encoding", detail: named }));
    return { push: countReceived, end: () => {}, destroy: () => {} };
  }
  inflater.on("data", (chunk: Buffer) => {
    if (!deliver(chunk)) inflater.destroy();
  });
  inflater.on("end", () => {
    // Node ends the stream where the coding ends, even in the middle of the body.
    if (inflater.bytesWritten < received) fail({ kind: "bad-encoding", detail: "bytes follow the compressed body" });
    else if (!over) events.onEnd();
  });
  inflater.on("error", () => fail({ kind: "bad-encoding", detail: "the compressed body could not be decoded" }));
  return {
    push: (chunk) => {
      if (countReceived(chunk)) inflater.write(chunk);
    },
    end: () => {
      if (over) return;
      // A 202 through a compressing proxy has a coding and no body.
      if (received === 0) events.onEnd();
      else inflater.end();
    },
    destroy: () => {
      over = true;
      inflater.destroy();
    },
  };
};

const INFLATERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);
