import type { AuthorizationClient, IssuedToken } from "../../capture/capture.ts";

/** What an authorization server was asked as, and what it offers; its verdicts stand beside it. */
export interface AuthorizationBlock {
  readonly issuer: string;
  /** The MCP server whose metadata named it; null where the issuer itself was typed. */
  readonly server: string | null;
  readonly resource: string | null;
  /** The client that was used; null: only what needs none was asked. */
  readonly client: Pick<AuthorizationClient, "kind" | "confidential"> | null;
  readonly token: IssuedToken["form"] | null;
  /** Where metadata was found, in the order in which clients look. */
  readonly metadata: readonly string[];
  readonly offers: AuthorizationOffers;
}

/** As the metadata says; nobody has tried it by that. */
export interface AuthorizationOffers {
  /** null: it does not say. */
  readonly code_challenge_methods: readonly string[] | null;
  readonly registration: boolean;
  readonly client_documents: boolean;
  readonly iss: boolean;
  readonly grants: readonly string[];
  /** Of the authorization extensions of the protocol. */
  readonly extensions: readonly AuthorizationExtension[];
}

export const AUTHORIZATION_EXTENSIONS = ["client-credentials", "enterprise-managed"] as const;
export type AuthorizationExtension = (typeof AUTHORIZATION_EXTENSIONS)[number];
