// The issuer's key, and what the signed text says.

import { canonicalJson } from "../../../src/base/canonical.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { bad, type Case, good } from "./case.ts";
import { encode, FIELD, forgery, IDENTITY, littleEndian } from "./curve.ts";
import { ISSUER, STRANGER } from "./keys.ts";
import { criteria, envelope, sampleBody, seal, signText, subjectOf, URL_OF_SAMPLE, without } from "./sample.ts";

const SPKI = "302a300506032b6570032100";
/** A true P-256 key, and a true X25519 one. */
const P256 =
  "3059301306072a8648ce3d020106082a8648ce3d030107034200046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
const X25519 = `302a300506032b656e032100${"09".padEnd(64, "0")}`;

const CAP = "no verified real content -> grade capped at B";
const naming = (key: string): JsonObject => sampleBody({ issuer_pubkey_spki_hex: key });

/** Signed by nobody: the key is a point of small order. */
const forged = (point: Uint8Array): string =>
  envelope(canonicalJson(naming(SPKI + Buffer.from(point).toString("hex"))), forgery().toString("base64"));

const KEY_CASES: readonly Case[] = [
  bad("key-missing", "no-issuer-key", "The text names no key.", seal(without(sampleBody(), "issuer_pubkey_spki_hex"))),
  bad(
    "key-upper-case",
    "no-issuer-key",
    "The key in capitals: a second spelling of the same key.",
    seal(naming(ISSUER.spki_hex.toUpperCase())),
  ),
  bad("key-p256", "not-ed25519", "A key of another kind of signature (P-256).", seal(naming(P256))),
  bad("key-x25519", "not-ed25519", "A key of the same length for something else (X25519).", seal(naming(X25519))),
  bad("key-cut", "not-ed25519", "A key that lacks its last byte.", seal(naming(ISSUER.spki_hex.slice(0, -2)))),
  bad(
    "key-identity",
    "small-order-key",
    "The identity as a key. The signature beside it fits every text, and lenient libraries accept it.",
    forged(encode(IDENTITY)),
  ),
  bad("key-order-two", "small-order-key", "The point of order two as a key.", forged(littleEndian(FIELD - 1n))),
  bad("key-order-four", "small-order-key", "A point of order four as a key.", forged(littleEndian(0n))),
  bad(
    "key-order-eight",
    "small-order-key",
    "A point of order eight as a key.",
    forged(Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex")),
  ),
  bad(
    "key-second-spelling",
    "bad-key-point",
    "y + p in place of y: a second spelling of the identity.",
    forged(littleEndian(FIELD + 1n)),
  ),
  bad(
    "key-of-another",
    "wrong-key",
    "Signed by the trusted issuer, but the text names a stranger's key.",
    seal(naming(STRANGER.spki_hex)),
  ),
  bad(
    "key-claimed",
    "signature-mismatch",
    "A stranger signs and names the trusted issuer's key.",
    seal(sampleBody(), STRANGER),
  ),
  bad(
    "issuer-untrusted",
    "untrusted-issuer",
    "A stranger's own certificate: nothing is wrong with it but that nobody trusts them.",
    seal({ ...naming(STRANGER.spki_hex), issuer: "Somebody" }, STRANGER),
  ),
  bad(
    "issuer-same-name",
    "untrusted-issuer",
    "A stranger calls themselves by the trusted issuer's name. Names are claims.",
    seal({ ...naming(STRANGER.spki_hex), issuer: "Example Observatory" }, STRANGER),
  ),
  bad(
    "no-trusted-key",
    "no-trusted-key",
    "Nobody is trusted, so nobody is believed; the key inside vouches for nothing.",
    seal(sampleBody()),
    { trusted: [] },
  ),
  good(
    "bare",
    "The bare check takes the key inside: the text was not altered, whoever signed it.",
    seal(naming(STRANGER.spki_hex), STRANGER),
    { trusted: [], bare: true },
  ),
  bad(
    "bare-altered",
    "signature-mismatch",
    "The bare check still sees an altered text.",
    envelope(canonicalJson(sampleBody({ grade: "B" })), signText(canonicalJson(sampleBody()))),
    { trusted: [], bare: true },
  ),
  good("two-trusted", "One of several trusted keys is the issuer's.", seal(sampleBody()), {
    trusted: [STRANGER.spki_hex, ISSUER.spki_hex],
  }),
];

const SHAPE_CASES: readonly Case[] = [
  bad("no-criteria", "bad-body", "A signed text without criteria.", seal(without(sampleBody(), "criteria"))),
  bad(
    "short-hash",
    "bad-body",
    "An evidence hash that is no sha256.",
    seal(sampleBody({ criteria: criteria().map((one) => ({ ...one, evidence_sha256: "ab" })) })),
  ),
  bad("grade-a-plus", "bad-body", "A grade the standard does not have.", seal(sampleBody({ grade: "A+" }))),
  bad("level-unknown", "bad-body", "A level nobody defined.", seal(sampleBody({ level: "gold" }))),
  good(
    "signed-extras",
    "Further members are the issuer's business, and signed.",
    seal(sampleBody({ unclaimed: true, observed_by: "Example" })),
  ),
];

const DATE_CASES: readonly Case[] = [
  good("last-moment", "A moment before the expiry.", seal(sampleBody()), { at: "2026-03-29T11:59:59.999Z" }),
  good("first-moment", "At the moment of the observation.", seal(sampleBody()), { at: "2026-03-01T12:00:00Z" }),
  bad("expired", "expired", "At the moment of expiry it is over.", seal(sampleBody()), { at: "2026-03-29T12:00:00Z" }),
  bad("not-yet-valid", "not-yet-valid", "A moment before it was observed.", seal(sampleBody()), {
    at: "2026-03-01T11:59:59.999Z",
  }),
  bad(
    "dates-reversed",
    "dates-reversed",
    "Expires before it was observed.",
    seal(sampleBody({ expires_at: "2026-02-01T00:00:00Z" })),
  ),
  good(
    "valid-for-90-days",
    "The longest that mcptest issues and believes.",
    seal(sampleBody({ expires_at: "2026-05-30T12:00:00.000Z" })),
  ),
  bad(
    "valid-for-90-days-and-a-moment",
    "bad-date",
    "A millisecond longer than the longest.",
    seal(sampleBody({ expires_at: "2026-05-30T12:00:00.001Z" })),
  ),
  bad(
    "valid-for-a-century",
    "bad-date",
    "Valid for a hundred years; none may be for more than 90 days.",
    seal(sampleBody({ expires_at: "2126-03-01T12:00:00Z" })),
  ),
  bad("date-without-zone", "bad-date", "A local time: whose?", seal(sampleBody({ expires_at: "2026-03-29T12:00:00" }))),
  bad(
    "date-impossible",
    "bad-date",
    "The 30th of February, which lenient readers take for March.",
    seal(sampleBody({ observed_at: "2026-02-30T00:00:00Z" })),
  ),
  bad(
    "date-words",
    "bad-date",
    "A date in words, which readers guess at.",
    seal(sampleBody({ expires_at: "March 29, 2026" })),
  ),
];

const SUBJECT_CASES: readonly Case[] = [
  good("subject-asked", "The server asked about, spelled in another way.", seal(sampleBody()), {
    subject: "HTTPS://MCP.Example.com:443/mcp",
  }),
  good(
    "subject-command",
    "A command has no address, but a name and a version.",
    seal(sampleBody({ subject: subjectOf("stdio:memory@1.2.0") })),
    { subject: "stdio:memory@1.2.0" },
  ),
  bad("subject-other-host", "wrong-subject", "A certificate of another server.", seal(sampleBody()), {
    subject: "https://mcp.example.net/mcp",
  }),
  bad("subject-other-path", "wrong-subject", "Another server on the same host.", seal(sampleBody()), {
    subject: `${URL_OF_SAMPLE}/`,
  }),
  bad(
    "subject-hash",
    "subject-hash",
    "endpoint_sha256 belongs to another address.",
    seal(sampleBody({ subject: { ...subjectOf("https://mcp.example.net/mcp"), server_url: URL_OF_SAMPLE } })),
  ),
];

const graded = (standard: string, failing: readonly string[], grade: string): string =>
  seal(
    sampleBody({
      standard: `agent-tool-discoverability-standard/${standard}`,
      criteria: criteria(...failing),
      passes: `${10 - failing.length}/10`,
      grade,
      honesty_cap: failing.includes("C7") ? CAP : null,
    }),
  );

const GRADE_CASES: readonly Case[] = [
  good("grade-b", "Nine of ten with content give B under 0.2.", graded("0.2", ["C9"], "B")),
  good("grade-b-capped", "Nine of ten without content give B, with the cap.", graded("0.2", ["C7"], "B")),
  good(
    "grade-d",
    "A certificate may say that a server is bad.",
    graded("0.2", ["C1", "C2", "C3", "C4", "C5", "C7"], "D"),
  ),
  good("grade-a-of-version-1", "Nine of ten with content give A under 0.1.", graded("0.1", ["C9"], "A")),
  good("grade-b-of-version-1", "Nine of ten without content give B under 0.1 too.", graded("0.1", ["C7"], "B")),
  bad(
    "grade-a-with-nine",
    "wrong-grade",
    "A with nine of ten, which 0.2 does not give. Public certificates with this contradiction exist.",
    graded("0.2", ["C9"], "A"),
  ),
  bad("grade-b-with-seven", "wrong-grade", "B with seven of ten under 0.2.", graded("0.2", ["C1", "C2", "C7"], "B")),
  bad(
    "grade-above-the-cap",
    "wrong-grade",
    "A without verified content under 0.1: the cap holds in every version.",
    graded("0.1", ["C7"], "A"),
  ),
  bad(
    "grade-too-low",
    "wrong-grade",
    "A grade below what the criteria give is as wrong as one above.",
    graded("0.3", [], "B"),
  ),
  bad(
    "cap-missing",
    "wrong-cap",
    "Content was not verified, and the cap is not mentioned.",
    seal(sampleBody({ criteria: criteria("C7"), passes: "9/10", grade: "B" })),
  ),
  bad("cap-without-cause", "wrong-cap", "A cap although content was verified.", seal(sampleBody({ honesty_cap: CAP }))),
  bad("passes-miscounted", "wrong-passes", "The count does not fit the list.", seal(sampleBody({ passes: "9/10" }))),
  bad(
    "standard-unknown",
    "unknown-standard",
    "A version nobody knows: its grades mean nothing yet.",
    graded("0.9", [], "A"),
  ),
  bad(
    "standard-of-another-name",
    "unknown-standard",
    "Another standard altogether.",
    seal(sampleBody({ standard: "my-standard/0.2" })),
  ),
  bad(
    "criterion-twice",
    "wrong-criteria",
    "C1 twice, C2 never.",
    seal(sampleBody({ criteria: criteria().map((one, index) => (index === 1 ? { ...one, id: "C1" } : one)) })),
  ),
  bad(
    "criterion-left-out",
    "wrong-criteria",
    "Nine criteria: the tenth failed and was left out.",
    seal(sampleBody({ criteria: criteria().slice(0, 9), passes: "9/9" })),
  ),
  bad(
    "criteria-out-of-order",
    "wrong-criteria",
    "The criteria in another order.",
    seal(sampleBody({ criteria: criteria().reverse() })),
  ),
  bad(
    "several-at-once",
    ["expired", "wrong-subject", "wrong-grade", "untrusted-issuer"],
    "Everything that is wrong is told, in order.",
    seal(sampleBody({ issuer_pubkey_spki_hex: STRANGER.spki_hex, criteria: criteria("C9"), passes: "9/10" }), STRANGER),
    { at: "2027-01-01T00:00:00Z", subject: "https://mcp.example.net/mcp" },
  ),
];

export const BODY_CASES: readonly Case[] = [
  ...KEY_CASES,
  ...SHAPE_CASES,
  ...DATE_CASES,
  ...SUBJECT_CASES,
  ...GRADE_CASES,
];
