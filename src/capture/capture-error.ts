import { plainLine } from "../base/plain-line.ts";

/** A capture that cannot be read. The message is one line: file, place, what was expected. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";

  constructor(message: string) {
    super(plainLine(message));
  }
}
