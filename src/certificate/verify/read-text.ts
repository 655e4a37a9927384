import { canonicalOrNull } from "../../base/canonical.ts";
import type { Json } from "../../base/json.ts";
import { readJson } from "./read-json.ts";
import { type CertificateReading, fail, pass } from "./reading.ts";

/** The signed text as a value, if it is RFC 8785 to the last byte. */
export const readSignedText = (text: string, bytes: Uint8Array): CertificateReading<Json> => {
  const reading = readJson(text, bytes);
  if (!reading.ok) return TEXT_PROBLEMS[reading.problem];
  const canonical = canonicalOrNull(reading.value);
  if (canonical === text) return pass(reading.value);
  let same = 0;
  while (same < text.length && text[same] === canonical?.[same]) same++;
  return fail("not-canonical", `canonical_json is not in canonical form (RFC 8785) from character ${same + 1} on`);
};

const TEXT_PROBLEMS = {
  "not-json": fail("text-not-json", "canonical_json holds no JSON"),
  "too-deep": fail("bad-body", "canonical_json is nested deeper than a certificate is"),
  "duplicate-key": fail("text-duplicate-key", "a member stands twice in canonical_json"),
};
