// The outer object, the signature's spelling, and the form of the signed text.

import { canonicalJson } from "../../../src/base/canonical.ts";
import { bad, type Case, good } from "./case.ts";
import { twinOf } from "./curve.ts";
import { envelope, sampleBody, seal, sealText, signText } from "./sample.ts";

const TEXT = canonicalJson(sampleBody());
const SIGNATURE = signText(TEXT);
const BYTES = Buffer.from(SIGNATURE, "base64");

const withBytes = (change: (bytes: Buffer) => void): string => {
  const bytes = Buffer.from(BYTES);
  change(bytes);
  return bytes.toString("base64");
};

/** The last letter before the padding has four bits that decode to nothing. */
const leftOverBits = (base64: string): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const at = base64.length - 3;
  return base64.slice(0, at) + alphabet.charAt(alphabet.indexOf(base64.charAt(at)) | 1) + base64.slice(at + 1);
};

const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

export const ENVELOPE_CASES: readonly Case[] = [
  good("plain", "A certificate in the shape of those issued in public, from a trusted issuer.", seal(sampleBody())),
  good(
    "minimal-envelope",
    "Only what the ten-line verifier reads: signature and canonical_json.",
    JSON.stringify({ signature: SIGNATURE, canonical_json: TEXT }),
  ),
  bad(
    "byte-order-mark",
    "not-json",
    "A byte order mark in front: some readers pass over it and some do not, so it is refused.",
    `\u{feff}${seal(sampleBody())}`,
  ),
  good(
    "unsigned-neighbours",
    "Members beside the signed text are not signed: they are named in a note and change nothing.",
    envelope(TEXT, SIGNATURE, { grade: "A+" }),
  ),
  good(
    "escaped-envelope",
    "The envelope may spell the signed text with escapes; what is signed is the text they stand for.",
    JSON.stringify({ signature: SIGNATURE, canonical_json: TEXT }).replaceAll("—", "\\u2014"),
  ),
  bad("empty-file", "not-json", "Nothing at all.", ""),
  bad("not-json", "not-json", "Text that is no JSON.", "-----BEGIN CERTIFICATE-----\n"),
  bad("truncated", "not-json", "A download that was cut.", seal(sampleBody()).slice(0, 700)),
  bad(
    "not-utf8",
    "not-utf8",
    "Bytes that are no UTF-8: readers would repair them differently.",
    Buffer.concat([Buffer.from('{"signature":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  ),
  bad("array", "not-a-certificate", "JSON, but a list.", `[${seal(sampleBody())}]`),
  bad("other-object", "not-a-certificate", "JSON of something else.", '{"name":"mcptest","version":"1.0.0"}'),
  bad(
    "text-is-an-object",
    "not-a-certificate",
    "canonical_json as an object: its bytes would be anybody's guess.",
    JSON.stringify({ signature: SIGNATURE, canonical_json: sampleBody() }),
  ),
  bad("no-signature", "not-a-certificate", "An unsigned text.", JSON.stringify({ canonical_json: TEXT })),
  bad(
    "nested-too-deep",
    "not-a-certificate",
    "An envelope that only wants to exhaust the reader.",
    `{"signature":"","canonical_json":"","x":${deep(500)}}`,
  ),
  bad(
    "duplicate-key-envelope",
    "duplicate-key",
    "Two signed texts: one reader would take the first, another the last.",
    envelope(TEXT, SIGNATURE).replace('"canonical_json"', '"canonical_json": "{}",\n  "canonical_json"'),
  ),

  bad(
    "base64-line-break",
    "bad-base64",
    "A line break inside the signature, which lenient decoders skip.",
    envelope(TEXT, `${SIGNATURE.slice(0, 40)}\n${SIGNATURE.slice(40)}`),
  ),
  bad(
    "base64-junk",
    "bad-base64",
    "Characters outside the alphabet, which lenient decoders skip.",
    envelope(TEXT, `${SIGNATURE.slice(0, 8)}!${SIGNATURE.slice(8)}`),
  ),
  bad("base64-no-padding", "bad-base64", "The padding left out.", envelope(TEXT, SIGNATURE.replace(/=+$/, ""))),
  bad(
    "base64-left-over-bits",
    "bad-base64",
    "Bits that decode to nothing are set: a second spelling of the same bytes.",
    envelope(TEXT, leftOverBits(SIGNATURE)),
  ),
  bad(
    "base64-url-alphabet",
    "bad-base64",
    "The alphabet for addresses, a second spelling.",
    envelope(TEXT, `-_${SIGNATURE.slice(2)}`),
  ),
  bad("signature-short", "bad-signature-length", "63 bytes.", envelope(TEXT, BYTES.subarray(1).toString("base64"))),
  bad("signature-empty", "bad-signature-length", "An empty signature.", envelope(TEXT, "")),
  bad(
    "signature-twin",
    "malleable-signature",
    "S + L in place of S: fits the equation of the curve, and lenient libraries accept it.",
    envelope(TEXT, twinOf(BYTES).toString("base64")),
  ),
  bad(
    "signature-small-order-r",
    "malleable-signature",
    "R is the identity, which no signer produces.",
    envelope(
      TEXT,
      withBytes((bytes) => bytes.fill(0, 1, 32).fill(1, 0, 1)),
    ),
  ),
  bad(
    "signature-altered-r",
    "signature-mismatch",
    "One bit of R turned over.",
    envelope(
      TEXT,
      withBytes((bytes) => bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5)),
    ),
  ),
  bad(
    "signature-altered-s",
    "signature-mismatch",
    "One bit of S turned over.",
    envelope(
      TEXT,
      withBytes((bytes) => bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)),
    ),
  ),
  bad(
    "signature-of-another",
    "signature-mismatch",
    "A true signature of the same issuer, over another text.",
    envelope(TEXT, signText(canonicalJson(sampleBody({ grade: "B" })))),
  ),

  bad(
    "text-altered-grade",
    "signature-mismatch",
    "The signed text says B, and somebody wrote A.",
    envelope(TEXT.replace('"grade":"A"', '"grade":"B"'), SIGNATURE),
  ),
  bad(
    "text-altered-expiry",
    "signature-mismatch",
    "The expiry put off by a year.",
    envelope(TEXT.replace("2026-03-29", "2027-03-29"), SIGNATURE),
  ),
  bad(
    "text-altered-subject",
    "signature-mismatch",
    "The same verdict for another server.",
    envelope(TEXT.replace("mcp.example.com", "mcp.example.net"), SIGNATURE),
  ),
  bad("text-not-json", "text-not-json", "A signed text that is no JSON.", sealText("grade A")),
  bad(
    "text-duplicate-key",
    "text-duplicate-key",
    "A signed text with two grades: the issuer's own reader may see the other one.",
    sealText(TEXT.replace('"grade":"A"', '"grade":"A","grade":"D"')),
  ),
  bad(
    "text-white-space",
    "not-canonical",
    "Signed with a space after a comma: not RFC 8785.",
    sealText(TEXT.replace(',"delivery"', ', "delivery"')),
  ),
  bad("text-final-newline", "not-canonical", "Signed with a line break at the end.", sealText(`${TEXT}\n`)),
  bad("text-unsorted", "not-canonical", "Signed with members out of order.", sealText(JSON.stringify(sampleBody()))),
  bad(
    "text-escaped",
    "not-canonical",
    "Signed with an escape that RFC 8785 does not write.",
    sealText(TEXT.replaceAll("—", "\\u2014")),
  ),
  bad(
    "text-number-form",
    "not-canonical",
    "Signed with 1.0 where RFC 8785 writes 1.",
    sealText(canonicalJson(sampleBody({ extra: 1 })).replace('"extra":1', '"extra":1.0')),
  ),
  bad(
    "text-huge-number",
    "not-canonical",
    "Signed with a number that every reader rounds.",
    sealText(canonicalJson(sampleBody({ extra: 1 })).replace('"extra":1', '"extra":9007199254740993')),
  ),
  bad(
    "text-half-pair",
    "not-canonical",
    "Signed with half a surrogate pair, which has no bytes in UTF-8.",
    JSON.stringify({ signature: SIGNATURE, canonical_json: TEXT.replace("Observed", "\\ud800") }),
  ),
];
