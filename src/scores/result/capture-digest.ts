import { createHash, hash as hashOnce } from "node:crypto";
import { canonicalOrNull } from "../../base/canonical.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";

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
    const isAsked = name === "exchanges";
    if (!(Array.isArray(value) ? writeElements(value, put, isAsked) : writeWhole(value, put))) return false;
  }
  put(members.length === 0 ? "{}" : "}");
  return true;
};

const writeElements = (values: readonly object[], put: (piece: string) => void, areKept: boolean): boolean => {
  put("[");
  for (const [index, value] of values.entries()) {
    if (index > 0) put(",");
    const text = canonicalOrNull(value);
    if (areKept) FORMS.set(value, formOf(text));
    if (text === null) return false;
    put(text);
  }
  put("]");
  return true;
};

/** What is known of an exchange once it has been written: its text itself is not kept. */
interface CanonicalForm {
  /** Null where it has no RFC 8785 form. */
  readonly sha256: string | null;
  readonly length: number | null;
}

const FORMS = new WeakMap<object, CanonicalForm>();

const formOf = (text: string | null): CanonicalForm =>
  text === null ? { sha256: null, length: null } : { sha256: hashOnce("sha256", text, "hex"), length: text.length };

/** Reports show exchanges beside the digest of the session, so each is written once for both. */
export const exchangeForm = (exchange: Exchange): CanonicalForm => {
  const known = FORMS.get(exchange) ?? formOf(canonicalOrNull(exchange));
  FORMS.set(exchange, known);
  return known;
};

const writeWhole = (value: unknown, put: (piece: string) => void): boolean => {
  const text = canonicalOrNull(value);
  if (text !== null) put(text);
  return text !== null;
};
