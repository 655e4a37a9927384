import { CERTIFICATE_LEVELS, type CertificateBody } from "../../model/certificate.ts";
import { CRITERION_IDS, DISCOVERABILITY_GRADES } from "../../model/discoverability.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { isSha256 } from "./encodings.ts";
import { fail, pass, type Step } from "./read-envelope.ts";

/** The value of a member, and what it should have been if it is not. */
type Check = (value: Json | undefined) => string | undefined;

const expect =
  (expected: string, holds: (value: Json | undefined) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : expected;

const text = expect("a text", (value) => typeof value === "string");
const flag = expect("true or false", (value) => typeof value === "boolean");
const sha256 = expect("a sha256 in lower-case hex", isSha256);
const oneOf = (choices: readonly string[]): Check =>
  expect(`one of ${choices.join(", ")}`, (value) => choices.some((choice) => choice === value));
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

const members = (checks: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(checks);
  return (value) => {
    if (!isJsonObject(value)) return "an object";
    for (const [name, check] of entries) {
      const wrong = check(member(value, name));
      if (wrong !== undefined) return `${wrong} at ${name}`;
    }
    return undefined;
  };
};

const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return "a list";
    for (const [index, entry] of value.entries()) {
      const wrong = check(entry);
      if (wrong !== undefined) return `${wrong} in entry ${index + 1}`;
    }
    return undefined;
  };

/** By criterion, then by name: scalars only. */
const figures: Check = (value) => {
  if (!isJsonObject(value)) return "an object";
  const plain = Object.values(value).every(
    (group) =>
      isJsonObject(group) && Object.values(group).every((figure) => typeof figure !== "object" || figure === null),
  );
  return plain ? undefined : "figures by criterion";
};

const CHECKS = {
  standard: text,
  spec_pins: members({ mcp_spec: text, registry_schema: text }),
  subject: members({ server_url: text, endpoint_sha256: sha256 }),
  criteria: listOf(members({ id: oneOf(CRITERION_IDS), pass: flag, evidence_sha256: sha256 })),
  passes: text,
  grade: oneOf(DISCOVERABILITY_GRADES),
  honesty_cap: expect("a text or null", (value) => value === null || typeof value === "string"),
  delivery: text,
  observed_at: text,
  expires_at: text,
  issuer: text,
  issuer_pubkey_spki_hex: text,
  probe_set_sha256: sha256,
  level: oneOf(CERTIFICATE_LEVELS),
  statement: text,
  note: text,
  capture_sha256: optional(sha256),
  surface_sha256: optional(sha256),
  tool: optional(members({ name: text, version: text })),
  ruleset_sha256: optional(sha256),
  measured: optional(figures),
  volatile: optional(figures),
} satisfies Record<keyof CertificateBody, Check>;

/** The signed value as a body. What a certificate says beyond it is signed too, and left alone. */
export const readBody = (value: Json): Step<CertificateBody> => {
  if (!isJsonObject(value)) return fail("bad-body", "the signed text is no object");
  for (const [name, check] of Object.entries(CHECKS)) {
    const wrong = check(member(value, name));
    if (wrong !== undefined) return fail("bad-body", `the signed text has no proper ${name}: expected ${wrong}`);
  }
  return pass(value as JsonObject as unknown as CertificateBody);
};
