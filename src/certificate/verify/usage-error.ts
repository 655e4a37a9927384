/** The caller asked for something that cannot be done: never a certificate's fault. */
export class VerifyUsageError extends Error {
  override readonly name = "VerifyUsageError";
}
