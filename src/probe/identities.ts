import type { TokenKind } from "../base/token-kind.ts";

/** Callers other than the one whose credentials the target has. Tokens are secrets. */
export interface Identities {
  /** The token of another user, who has no right to what the first one owns. */
  readonly second?: string;
  /** The token of somebody with fewer rights. */
  readonly weaker?: string;
  /** Makes tokens of every kind; its good ones are those of the target. */
  readonly issued?: TokenSource;
}

/** An authorization server that the server under test was told to trust. */
export interface TokenSource {
  readonly issuer: string;
  /** What the good token may do. */
  readonly scopes: readonly string[];
  /** A scope that, by the server's own rules, includes the others. */
  readonly broadScope?: string;
  /** A token of the same user; with other scopes than the good one has, if they are given. */
  token(kind: TokenKind, scopes?: readonly string[]): Promise<string>;
}
