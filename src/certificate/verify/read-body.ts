import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { aBoolean, aString, listOf, objectOf, oneOf, orNull, type Shape, valueThat } from "../../base/shape.ts";
import { CRITERION_IDS, DISCOVERABILITY_GRADES } from "../../scores/discoverability/discoverability.ts";
import { CERTIFICATE_LEVELS, CERTIFICATE_OBSERVATIONS, type CertificateBody } from "./certificate.ts";
import { isSha256 } from "./encodings.ts";
import { type CertificateReading, fail, pass } from "./reading.ts";

const sha256 = valueThat("a sha256 in lower-case hex", isSha256);
/** By criterion, then by name: scalars only. */
const figures = valueThat(
  "figures by criterion",
  (value) =>
    isJsonObject(value) &&
    Object.values(value).every(
      (group) =>
        isJsonObject(group) && Object.values(group).every((figure) => typeof figure !== "object" || figure === null),
    ),
);

const REQUIRED = {
  standard: aString,
  spec_pins: objectOf({ mcp_spec: aString, registry_schema: aString }),
  subject: objectOf({ server_url: aString, endpoint_sha256: sha256 }),
  criteria: listOf(objectOf({ id: oneOf(...CRITERION_IDS), pass: aBoolean, evidence_sha256: sha256 })),
  passes: aString,
  grade: oneOf(...DISCOVERABILITY_GRADES),
  honesty_cap: orNull(aString),
  delivery: aString,
  observed_at: aString,
  expires_at: aString,
  issuer: aString,
  issuer_pubkey_spki_hex: aString,
  probe_set_sha256: sha256,
  level: oneOf(...CERTIFICATE_LEVELS),
  statement: aString,
  note: aString,
} satisfies Partial<Record<keyof CertificateBody, Shape>>;

const OPTIONAL = {
  capture_sha256: sha256,
  observed: oneOf(...CERTIFICATE_OBSERVATIONS),
  surface_sha256: sha256,
  tool: objectOf({ name: aString, version: aString }),
  ruleset_sha256: sha256,
  measured: figures,
  volatile: figures,
} satisfies Record<Exclude<keyof CertificateBody, keyof typeof REQUIRED>, Shape>;

const bodyShape = objectOf(REQUIRED, OPTIONAL);

/** The signed value as a body. Whatever else a certificate says is signed too, and left alone. */
export const readBody = (value: Json): CertificateReading<CertificateBody> => {
  const wrong = bodyShape(value);
  if (!wrong) return pass(value as JsonObject as unknown as CertificateBody);
  return fail(
    "bad-body",
    `the signed text is no certificate: at ${wrong.pointer || "the top"} expected ${wrong.expected}`,
  );
};
