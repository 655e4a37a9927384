/** Tokens that are signed by an issuer the server trusts, or look as if they were, and are wrong in one way each. */
export const WRONG_TOKENS = [
  "expired",
  "not-yet-valid",
  "other-issuer",
  "unknown-key",
  "other-key",
  "unsigned",
  "public-key-as-secret",
  "other-audience",
  "id-token",
] as const;

export type WrongToken = (typeof WRONG_TOKENS)[number];

/** `capitals`: good, with scheme and host of its audience in upper case. */
export type TokenKind = "good" | "capitals" | WrongToken;
