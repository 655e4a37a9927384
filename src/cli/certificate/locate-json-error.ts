import { readStrictJson } from "../../base/strict-json.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { Verification } from "../../certificate/verify/certificate.ts";

/** Adds line and column to "not JSON". The verifier itself must stay small for browsers, so it cannot name them. */
export const locateJsonError = (verification: Verification, content: Uint8Array): Verification => {
  const [failure] = verification.failures;
  const decoded = failure?.code === "not-json" ? decodeUtf8(content) : undefined;
  if (!failure || !decoded?.ok) return verification;
  const reading = readStrictJson(decoded.text, { depth: 1_000, values: Number.POSITIVE_INFINITY });
  if (reading.ok) return verification;
  const message = failure.message.replace("not JSON", `not JSON (line ${reading.line}, column ${reading.column})`);
  return { ...verification, failures: [{ ...failure, message }] };
};
