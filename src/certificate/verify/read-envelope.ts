import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { CertificateEnvelope } from "./certificate.ts";
import { readJson } from "./read-json.ts";
import { type CertificateReading, fail, pass } from "./reading.ts";

/** A certificate has a few thousand characters. */
const MOST_BYTES = 1_000_000;

export interface ReadEnvelope {
  readonly envelope: CertificateEnvelope;
  readonly notes: readonly string[];
}

const SHAPE = "a certificate is a JSON object with the texts signature and canonical_json";

/** The outer object, strictly: one meaning and no other. */
export const readEnvelope = (content: string | Uint8Array): CertificateReading<ReadEnvelope> => {
  if (content.length > MOST_BYTES)
    return fail("too-large", `larger than a certificate can be (${MOST_BYTES / 1e6} MB); ${SHAPE}`);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // Readers differ in whether they see it, and a certificate has one meaning.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail("not-json", `not JSON: a byte order mark stands in front of it; ${SHAPE}`);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return fail("not-utf8", `not UTF-8 text (from byte ${decoded.offset + 1} on); ${SHAPE}`);
  const reading = readJson(decoded.text, bytes);
  return reading.ok ? toEnvelope(reading.value) : ENVELOPE_PROBLEMS[reading.problem];
};

const ENVELOPE_PROBLEMS = {
  "not-json": fail("not-json", `not JSON; ${SHAPE}`),
  "too-deep": fail("not-a-certificate", `not a certificate: nested too deep; ${SHAPE}`),
  "duplicate-key": fail("duplicate-key", "a member stands there twice, so two readers could see two certificates"),
};

/** The object, if it is an envelope. */
export const toEnvelope = (value: Json): CertificateReading<ReadEnvelope> => {
  if (!isJsonObject(value)) return fail("not-a-certificate", `not a certificate: ${SHAPE}`);
  const { signature, canonical_json: text, signed_by: label, ...others } = value;
  if (typeof text !== "string" || typeof signature !== "string") {
    const missing = typeof text !== "string" ? "canonical_json" : "signature";
    return fail("not-a-certificate", `not a certificate: the text ${missing} is missing; ${SHAPE}`);
  }
  if (label !== undefined && typeof label !== "string")
    return fail("not-a-certificate", "not a certificate: signed_by is not a text");
  const count = Object.keys(others).length;
  return pass({
    envelope: defined({ signature, canonical_json: text, signed_by: label }),
    notes: count === 0 ? [] : [`${counted(count, "more member")} beside the signed text; not signed, ignored`],
  });
};
