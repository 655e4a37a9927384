import { isJsonObject, type Json, stringMember } from "../../base/json.ts";
import { readStrictJson } from "../../base/strict-json.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { Capture } from "../../capture/capture.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { readCaptures } from "../../capture/read.ts";
import type { TrustedKey } from "../verify/certificate.ts";
import { readKeyText } from "../verify/key-text.ts";
import { RETIREMENT_FORMAT, REVOCATION_FORMAT } from "../verify/revocation.ts";
import { readMoment } from "../verify/times.ts";

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** A certificate is never larger, so anything larger must be a capture. */
const LARGEST_CERTIFICATE = 1_000_000;

/** Tells dropped files apart. What cannot be told is treated as a certificate. */
export const kindOfFile = (bytes: Uint8Array): "certificate" | "capture" | "revocations" => {
  if (bytes.length > LARGEST_CERTIFICATE) return "capture";
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return "certificate";
  // The first line of JSON Lines says enough.
  for (const text of [decoded.text, decoded.text.split("\n", 1)[0] ?? ""]) {
    const reading = readStrictJson(text, { depth: 1_024, values: Number.POSITIVE_INFINITY });
    if (!reading.ok) continue;
    const value = Array.isArray(reading.value) ? reading.value[0] : reading.value;
    if (isStatement(value) || (Array.isArray(reading.value) && value === undefined)) return "revocations";
    if (isJsonObject(value)) return "exchanges" in value || value["type"] === "header" ? "capture" : "certificate";
  }
  return "certificate";
};

/** By the words of its signed text, which need not hold: a damaged statement must not pass for none. */
const isStatement = (value: Json | undefined): boolean =>
  [RETIREMENT_FORMAT, REVOCATION_FORMAT].some((format) =>
    stringMember(value, "canonical_json")?.includes(`"${format}"`),
  );

/** The one session of a capture. */
export const readCapture = (bytes: Uint8Array, name: string): Read<Capture> => {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { ok: false, message: `${name}: not UTF-8 (byte ${decoded.offset + 1})` };
  try {
    const [session, ...others] = readCaptures(decoded.text, name).sessions;
    return session && others.length === 0
      ? { ok: true, value: session }
      : { ok: false, message: `${name}: holds ${others.length + 1} sessions; a certificate belongs to one` };
  } catch (error) {
    if (error instanceof CaptureError) return { ok: false, message: error.message };
    throw error;
  }
};

const PEM = /-----BEGIN [^-]*-----[^-]*-----END [^-]*-----/g;

/** Keys as people paste them: PEM texts and lines of hex, any number of each. */
export const readKeys = (text: string): { readonly keys: readonly TrustedKey[]; readonly problem: string | null } => {
  const entries = [
    ...(text.match(PEM) ?? []),
    ...text
      .replace(PEM, "\n")
      .split(/\s+/)
      .filter((part) => part !== ""),
  ];
  const readings = entries.map(readKeyText);
  const wrong = readings.flatMap((reading) => (reading.ok ? [] : [reading.message]));
  const which = entries.length > 1 ? `${wrong.length} of ${entries.length} keys cannot be read: ` : "";
  return {
    keys: readings.flatMap((reading) => (reading.ok ? [{ spki_hex: reading.spki_hex }] : [])),
    problem: wrong[0] === undefined ? null : `${which}${wrong[0]}`,
  };
};

/** Empty means now. */
export const readTimeField = (text: string, now: number): Read<number> => {
  const trimmed = text.trim();
  const at = trimmed === "" ? now : readMoment(trimmed);
  return at === undefined
    ? { ok: false, message: "write a time in UTC, 2026-01-31 or 2026-01-31T12:00:00Z, or leave it empty for now" }
    : { ok: true, value: at };
};
