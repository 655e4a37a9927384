import { digestOf } from "../capture/digest.ts";
import type { Capture } from "../model/capture.ts";
import type { Json } from "../model/json.ts";

/** The digest of a session, without what the reader noted about the file it came from. */
export const captureDigest = ({ reader_notes: _notes, closed: _closed, ...session }: Capture): string | null =>
  digestOf(session as unknown as Json);
