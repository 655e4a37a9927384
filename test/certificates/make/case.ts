import type { JsonObject } from "../../../src/base/json.ts";
import type { CertificateFailureCode } from "../../../src/certificate/verify/certificate.ts";
import { AT } from "./sample.ts";

/** One folder of test/certificates. */
export interface Case {
  /** Ends in _fail when it must not verify. */
  readonly name: string;
  /** Why it is here; becomes the README. */
  readonly about: string;
  readonly certificate: string | Uint8Array;
  readonly at: string;
  /** Public keys that are trusted; default: the test issuer's. */
  readonly trusted?: readonly string[];
  readonly subject?: string;
  readonly bare?: boolean;
  readonly policy?: JsonObject;
  readonly capture?: JsonObject;
  /** The text of revocations.json. */
  readonly revocations?: string;
  /** Every failure, in order; none for a certificate that holds. */
  readonly expect: readonly CertificateFailureCode[];
}

type Wishes = Partial<Omit<Case, "name" | "about" | "certificate" | "expect">>;

export const good = (name: string, about: string, certificate: string | Uint8Array, wishes: Wishes = {}): Case => ({
  at: AT,
  ...wishes,
  name,
  about,
  certificate,
  expect: [],
});

export const bad = (
  name: string,
  expected: CertificateFailureCode | readonly CertificateFailureCode[],
  about: string,
  certificate: string | Uint8Array,
  wishes: Wishes = {},
): Case => ({
  at: AT,
  ...wishes,
  name: `${name}_fail`,
  about,
  certificate,
  expect: typeof expected === "string" ? [expected] : expected,
});
