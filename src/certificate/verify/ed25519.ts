import type { CertificateFailureCode } from "./certificate.ts";
import { decodeHex } from "./encodings.ts";

// Libraries disagree about keys and signatures at the edges of the curve. What is refused here is refused with every
// signature function, so that two verifiers never give two answers.

/** DER of an Ed25519 public key up to its 32 bytes (RFC 8410). */
export const SPKI_PREFIX = "302a300506032b6570032100";

const FIELD = 2n ** 255n - 19n;
/** The order of the base point. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The y of two of the points of order 8; the other two have its negative. */
const EIGHTH = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;

/** The y of every point of order 1, 2, 4 or 8. Such a key fits signatures over any text. */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([0n, 1n, FIELD - 1n, EIGHTH, FIELD - EIGHTH]);

type KeyCode = Extract<CertificateFailureCode, "no-issuer-key" | "not-ed25519" | "bad-key-point" | "small-order-key">;

export type KeyReading =
  | { readonly ok: true; readonly spki_hex: string; readonly point: Uint8Array }
  | { readonly ok: false; readonly code: KeyCode; readonly message: string };

const refuse = (code: KeyCode, message: string): KeyReading => ({ ok: false, code, message });

/** Few issuers sign many certificates. */
const MOST_KEYS = 100;
const known = new Map<unknown, KeyReading>();

/** Reads a public key as certificates write it: SPKI in lower-case hex. */
export const readPublicKey = (spkiHex: unknown): KeyReading => {
  const before = known.get(spkiHex);
  if (before) return before;
  const reading = decodePublicKey(spkiHex);
  if (known.size >= MOST_KEYS) known.clear();
  if (reading.ok) known.set(spkiHex, reading);
  return reading;
};

const decodePublicKey = (spkiHex: unknown): KeyReading => {
  if (typeof spkiHex !== "string" || spkiHex === "")
    return refuse("no-issuer-key", "the signed text names no issuer key (issuer_pubkey_spki_hex)");
  if (!decodeHex(spkiHex)) return refuse("no-issuer-key", "the issuer key is not written in lower-case hex");
  const point = spkiHex.startsWith(SPKI_PREFIX) ? decodeHex(spkiHex.slice(SPKI_PREFIX.length)) : undefined;
  if (point?.length !== 32)
    return refuse("not-ed25519", "the issuer key is no Ed25519 key; certificates are signed with Ed25519 only");
  const y = littleEndian(point) & (2n ** 255n - 1n);
  if (y >= FIELD) return refuse("bad-key-point", "the issuer key is no point of the curve in its one allowed spelling");
  if (SMALL_ORDER.has(y))
    return refuse("small-order-key", "the issuer key is a point of small order: it fits signatures over any text");
  return { ok: true, spki_hex: spkiHex, point };
};

/** True when the signature has a twin: S not reduced, or R with a second spelling or of small order (RFC 8032, 5.1.7). */
export const isMalleable = (signature: Uint8Array): boolean => {
  const r = littleEndian(signature.subarray(0, 32)) & (2n ** 255n - 1n);
  return littleEndian(signature.subarray(32)) >= ORDER || r >= FIELD || SMALL_ORDER.has(r);
};

/** Of 32 bytes. */
const littleEndian = (bytes: Uint8Array): bigint => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): bigint => words.getBigUint64(at, true);
  return (word(24) << 192n) | (word(16) << 128n) | (word(8) << 64n) | word(0);
};
