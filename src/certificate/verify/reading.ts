import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { CertificateFailure, CertificateFailureCode } from "./certificate.ts";

/** What one step of verification yields: the value it read, or the failure that ends the verification. */
export type CertificateReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CertificateFailure };

/** `found` is text of the certificate's own that the message is about. */
export const failure = (code: CertificateFailureCode, message: string, found?: string): CertificateFailure =>
  defined({ code, message, found: found === undefined ? undefined : untrusted(found) });

export const pass = <T>(value: T): CertificateReading<T> => ({ ok: true, value });

export const fail = (code: CertificateFailureCode, message: string, found?: string): CertificateReading<never> => ({
  ok: false,
  failure: failure(code, message, found),
});
