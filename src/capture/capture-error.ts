/** A capture that cannot be read. The message is one line: file, place, what was expected. */
export class CaptureError extends Error {}
