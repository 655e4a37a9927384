import { createHash, randomBytes } from "node:crypto";
import type { ServerName } from "../../../probe/scenario/authorization.ts";

/** What an access token is good for. */
export interface AccessToken {
  readonly server: ServerName;
  readonly scope: string;
  /** The key it is bound to, by its digest. */
  readonly key: string | undefined;
  uses: number;
}

export interface AuthorizationCode {
  readonly server: ServerName;
  readonly client: string;
  readonly challenge: string | undefined;
  readonly method: string;
  readonly scope: string;
}

interface Refreshable {
  readonly server: ServerName;
  readonly scope: string;
}

/** Everything that was issued in one scenario. */
export class IssuedCredentials {
  readonly access = new Map<string, AccessToken>();
  readonly codes = new Map<string, AuthorizationCode>();
  readonly refresh = new Map<string, Refreshable>();
  /** Secrets by client id; undefined: the client has none. */
  readonly clients = new Map<string, string | undefined>();
  /** Proofs that were shown already. */
  readonly proofs = new Set<string>();

  newCode(code: AuthorizationCode): string {
    const name = random("code");
    this.codes.set(name, code);
    return name;
  }

  newAccess(token: Omit<AccessToken, "uses">): string {
    const name = random("access");
    this.access.set(name, { ...token, uses: 0 });
    return name;
  }

  newRefresh(token: Refreshable): string {
    const name = random("refresh");
    this.refresh.set(name, token);
    return name;
  }
}

export const random = (kind: string): string => `${kind}-${randomBytes(18).toString("hex")}`;

/** Whether a verifier fits the challenge that was sent before (RFC 7636). */
export const verifies = (verifier: string, { challenge, method }: AuthorizationCode): boolean => {
  if (challenge === undefined) return verifier === "";
  const shown = method === "plain" ? verifier : createHash("sha256").update(verifier, "utf8").digest("base64url");
  return shown === challenge;
};
