import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { aString, objectOf, oneOf, type Shape, valueThat } from "../../base/shape.ts";
import { isSha256 } from "./encodings.ts";
import { RETIREMENT_FORMAT, RETIREMENT_REASONS, REVOCATION_FORMAT, type RevocationStatement } from "./revocation.ts";
import { readTime } from "./times.ts";

const time = valueThat("a UTC time such as 2026-01-31T12:00:00Z", (value) => readTime(value) !== undefined);

const MEMBERS = {
  [RETIREMENT_FORMAT]: {
    format: aString,
    issuer_pubkey_spki_hex: aString,
    reason: oneOf(...RETIREMENT_REASONS),
    from: time,
    stated_at: time,
  },
  [REVOCATION_FORMAT]: {
    format: aString,
    issuer_pubkey_spki_hex: aString,
    certificate_sha256: valueThat("a sha256 in lower-case hex", isSha256),
    reason: aString,
    revoked_at: time,
  },
} as const satisfies { [S in RevocationStatement as S["format"]]: Record<keyof S, Shape> };

const isFormat = (value: Json | undefined): value is keyof typeof MEMBERS =>
  typeof value === "string" && Object.hasOwn(MEMBERS, value);

/**
 * The signed value as a statement, or what is wrong with it. A member that is not known might be a condition, so it is
 * refused: a statement means the same to everybody or nothing.
 */
export const readStatement = (value: Json): RevocationStatement | string => {
  const format = isJsonObject(value) ? value["format"] : undefined;
  if (!isFormat(format)) return `its signed text is none of ${Object.keys(MEMBERS).join(", ")}`;
  const members = MEMBERS[format];
  const wrong = objectOf(members)(value);
  if (wrong) return `at ${wrong.pointer || "the top"} expected ${wrong.expected}`;
  const unknown = Object.keys(value as JsonObject).some((name) => !Object.hasOwn(members, name));
  return unknown ? "it has a member that is not known" : (value as unknown as RevocationStatement);
};
