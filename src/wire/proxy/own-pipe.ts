import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";

/**
 * Our own stdout as a stream that can be ended: `process.stdout` never closes its descriptor, so a client would not
 * see that the server has closed its output. A file or a terminal has nobody waiting for that; there the fallback does.
 */
export const openOwnPipe = (descriptor: number, fallback: Writable): Writable => {
  try {
    const kind = fstatSync(descriptor);
    if (!kind.isFIFO() && !kind.isSocket()) return fallback;
    return new Socket({ fd: descriptor, readable: false, writable: true });
  } catch {
    return fallback;
  }
};
