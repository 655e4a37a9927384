// The entry `mcptest/verify`: certificates and nothing else. No network, no file system, nothing of Node; a page can load it.

export { PolicyError, readPolicy } from "../certificate/read-policy.ts";
export type {
  CertificateBody,
  CertificateEnvelope,
  CertificateFailure,
  CertificateFailureCode,
  CertificateIssuer,
  CertificateLevel,
  CertificateObservation,
  CertificateStage,
  CertifiedCriterion,
  Policy,
  TrustedKey,
  Verification,
} from "../certificate/verify/certificate.ts";
export type { VerifyCrypto } from "../certificate/verify/crypto.ts";
export { readRevocations } from "../certificate/verify/read-revocations.ts";
export type {
  CertificateRevocation,
  CheckedStatement,
  KeyRetirement,
  RetirementReason,
  RevocationFile,
  RevocationStatement,
  Revocations,
} from "../certificate/verify/revocation.ts";
export { VerifyUsageError } from "../certificate/verify/usage-error.ts";
export { type VerifyOptions, verifyCertificate } from "../certificate/verify/verify-certificate.ts";
export { type SubtleLike, webCrypto } from "../certificate/verify/web-crypto.ts";
