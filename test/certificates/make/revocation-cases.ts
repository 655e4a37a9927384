// What issuers have taken back, and what others pretend they have.

import { canonicalJson } from "../../../src/base/canonical.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { retireKey, revokeCertificate, type Stated } from "../../../src/certificate/revoke.ts";
import type { SigningKey } from "../../../src/certificate/signing-key.ts";
import type { RetirementReason, RevocationStatement } from "../../../src/certificate/verify/revocation.ts";
import { bad, type Case, good } from "./case.ts";
import { ISSUER, STRANGER } from "./keys.ts";
import { criteria, sampleBody, seal, sealText, sha256 } from "./sample.ts";

const NOW = Date.parse("2026-03-09T08:00:00Z");
const WRONG = "the wrong server was audited";

/** Observed on the first of March at noon. */
const BODY = sampleBody();
const CERTIFICATE = seal(BODY);
const NAME = sha256(canonicalJson(BODY));

const text = <S extends RevocationStatement>(stated: Stated<S>): string => {
  if (!stated.ok) throw new Error(stated.reason);
  return `${JSON.stringify(stated.envelope, null, 2)}\n`;
};

const revoke = (key: SigningKey = ISSUER, name = NAME, reason = WRONG, now = NOW): string =>
  text(revokeCertificate({ key, certificate_sha256: name, reason, now }));

const retire = (reason: RetirementReason, from: string, key: SigningKey = ISSUER): string =>
  text(retireKey({ key, reason, from: Date.parse(from), now: NOW }));

const list = (...statements: readonly string[]): string => `[${statements.map((one) => one.trim()).join(",\n")}]\n`;

/** The statement as its own key would sign it, with other members. */
const stating = (statement: string, changes: JsonObject, key: SigningKey = ISSUER): string => {
  const { canonical_json: said } = JSON.parse(statement) as { canonical_json: string };
  return sealText(canonicalJson({ ...(JSON.parse(said) as JsonObject), ...changes }), key);
};

const GRADE_B: JsonObject = { criteria: criteria("C9"), passes: "9/10", grade: "B" };

const AFTER = "2026-03-05T00:00:00Z";
const BEFORE = "2026-02-20T00:00:00Z";

const taken = (
  name: string,
  code: "revoked" | "key-compromised" | "key-superseded" | "bad-revocation",
  about: string,
  revocations: string,
): Case => bad(`revocation-${name}`, code, about, CERTIFICATE, { revocations });

const kept = (name: string, about: string, revocations: string): Case =>
  good(`revocation-${name}`, about, CERTIFICATE, { revocations });

export const REVOCATION_CASES: readonly Case[] = [
  taken("of-this", "revoked", "The issuer took this certificate back.", revoke()),
  taken(
    "in-a-list",
    "revoked",
    "The same in a list, beside others.",
    list(revoke(STRANGER), revoke(), retire("superseded", AFTER)),
  ),
  taken(
    "twice",
    "revoked",
    "The same statement twice, and a later one: one failure, with the first date.",
    list(revoke(), revoke(ISSUER, NAME, "another reason", NOW + 1), revoke()),
  ),
  bad(
    "revocation-before-its-date",
    "revoked",
    "Looked at as of a time before the revocation. What was wrong was wrong from the start.",
    CERTIFICATE,
    { at: "2026-03-05T00:00:00Z", revocations: revoke() },
  ),
  bad("revocation-bare", "revoked", "Also where only the key inside is used.", CERTIFICATE, {
    bare: true,
    trusted: [],
    revocations: revoke(),
  }),
  bad(
    "revocation-and-untrusted",
    ["untrusted-issuer", "revoked"],
    "Trust is looked at first; both are told.",
    CERTIFICATE,
    { trusted: [STRANGER.spki_hex], revocations: revoke() },
  ),
  bad(
    "revocation-and-policy",
    ["revoked", "policy-grade"],
    "The policy comes after it.",
    seal({ ...BODY, ...GRADE_B }),
    {
      policy: { minimum_grade: "A" },
      revocations: revoke(ISSUER, sha256(canonicalJson({ ...BODY, ...GRADE_B }))),
    },
  ),
  taken(
    "of-a-compromised-key",
    "key-compromised",
    "The key was retired as compromised after this was observed. A thief dates certificates back, so the date saves nothing.",
    retire("compromised", AFTER),
  ),
  taken(
    "compromised-then-superseded",
    "key-compromised",
    "A thief says later that the key was merely superseded. A statement takes trust away and never gives any.",
    list(retire("compromised", BEFORE), retire("superseded", "2026-03-08T00:00:00Z")),
  ),
  taken("of-a-superseded-key", "key-superseded", "Observed after the key had ended.", retire("superseded", BEFORE)),
  taken(
    "superseded-same-moment",
    "key-superseded",
    "Observed in the very moment from which on the key no longer signs.",
    retire("superseded", "2026-03-01T12:00:00Z"),
  ),
  taken(
    "superseded-replayed",
    "key-superseded",
    "An old retirement beside a newer one with a later date: the earlier date counts, so that nothing is won by leaving one out or bringing it back.",
    list(retire("superseded", AFTER), retire("superseded", BEFORE)),
  ),
  taken(
    "by-a-superseded-key",
    "revoked",
    "The key had ended before the revocation was signed. It may still take back what it signed.",
    list(retire("superseded", AFTER), revoke()),
  ),
  taken(
    "cut-off",
    "bad-revocation",
    "The file ends in the middle: it may have said that this certificate is revoked.",
    revoke().slice(0, -40),
  ),
  taken(
    "in-a-list-cut-off",
    "bad-revocation",
    "One of a list lacks its signature.",
    list(retire("superseded", AFTER), JSON.stringify({ canonical_json: "{}" })),
  ),
  taken(
    "of-another-format",
    "bad-revocation",
    "A kind of statement that is not known here may say anything.",
    stating(revoke(), { format: "mcptest-certificate-revocation/2" }),
  ),
  taken(
    "with-a-condition",
    "bad-revocation",
    "A member that is not known may be a condition.",
    stating(revoke(), { unless: "it is Tuesday" }),
  ),
  taken(
    "with-an-impossible-date",
    "bad-revocation",
    "A date that does not exist.",
    stating(revoke(), { revoked_at: "2026-02-30T00:00:00Z" }),
  ),
  taken(
    "not-canonical",
    "bad-revocation",
    "The signed text of the statement is not canonical.",
    sealText(` ${(JSON.parse(revoke()) as { canonical_json: string }).canonical_json}`),
  ),
  taken("a-certificate", "bad-revocation", "A certificate where a statement was named.", CERTIFICATE),
  kept("none", "A list of nothing: the issuer has taken nothing back.", "[]\n"),
  kept("of-another-certificate", "The issuer took another certificate back.", revoke(ISSUER, sha256("another"))),
  kept("of-another-key", "Another key ended, and says so.", retire("compromised", BEFORE, STRANGER)),
  kept(
    "superseded-later",
    "The key ended after this was observed: what it signed before stays.",
    retire("superseded", AFTER),
  ),
  kept("by-a-stranger", "A stranger revokes this certificate. Only its own key can.", revoke(STRANGER)),
  kept(
    "forged",
    "A stranger signs a statement that names the issuer's key.",
    stating(revoke(STRANGER), { issuer_pubkey_spki_hex: ISSUER.spki_hex }, STRANGER),
  ),
  kept(
    "retirement-forged",
    "A stranger signs the end of the issuer's key.",
    stating(retire("compromised", BEFORE, STRANGER), { issuer_pubkey_spki_hex: ISSUER.spki_hex }, STRANGER),
  ),
  kept(
    "signature-of-another-statement",
    "A true signature of the issuer's, over another statement.",
    (() => {
      const [mine, other] = [
        JSON.parse(revoke()) as JsonObject,
        JSON.parse(revoke(ISSUER, sha256("another"))) as JsonObject,
      ];
      return `${JSON.stringify({ ...mine, signature: other["signature"] ?? "" })}\n`;
    })(),
  ),
];
