import { createHash } from "node:crypto";
import { canonicalOrNull } from "../json/canonical.ts";
import type { Capture } from "../model/capture.ts";

/** The digest of a session, without what the reader noted about the file it came from. */
export const captureDigest = ({ reader_notes: _notes, closed: _closed, ...session }: Capture): string | null => {
  const hash = createHash("sha256");
  const isWhole = writePieces(session, (piece) => hash.update(piece, "utf8"));
  return isWhole ? hash.digest("hex") : null;
};

/** The RFC 8785 form, an exchange at a time: as one text it would be there a second time. False where there is none. */
const writePieces = (session: object, put: (piece: string) => void): boolean => {
  const members = Object.entries(session).sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [index, [name, value]] of members.entries()) {
    put(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (!(Array.isArray(value) ? writeElements(value, put) : writeWhole(value, put))) return false;
  }
  put(members.length === 0 ? "{}" : "}");
  return true;
};

const writeElements = (values: readonly unknown[], put: (piece: string) => void): boolean => {
  put("[");
  for (const [index, value] of values.entries()) {
    if (index > 0) put(",");
    if (!writeWhole(value, put)) return false;
  }
  put("]");
  return true;
};

const writeWhole = (value: unknown, put: (piece: string) => void): boolean => {
  const text = canonicalOrNull(value);
  if (text !== null) put(text);
  return text !== null;
};
