import type { ClientIdentity, ClientKey } from "../client/client-identity.ts";

/** Where the browser comes back to; the listener is on 127.0.0.1 whatever the host is called. */
export interface RedirectShape {
  readonly host: "127.0.0.1" | "localhost";
  /** 0 picks a free one. */
  readonly port: number;
  readonly path: string;
}

/** What the user says of the client. */
export interface ClientChoice {
  readonly clientId?: string;
  readonly secret?: string;
  readonly key?: ClientKey;
  /** The address of a client metadata document, which is the client's name too. */
  readonly metadataUrl?: string;
  /** What was registered earlier, by issuer. */
  readonly registered?: ReadonlyMap<string, ClientIdentity>;
}

export interface LoginRequest {
  /** With a browser, for the client itself, or from a refresh token. */
  readonly way: "browser" | "client" | "refresh-token";
  readonly client: ClientChoice;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** Which of the authorization servers that the resource names. */
  readonly issuer?: string;
  readonly redirect?: RedirectShape;
  readonly waitMs: number;
  /** Asked before anything is registered, and only then. */
  readonly mayRegister: (issuer: string) => Promise<boolean>;
  /** Hands the address to the user. */
  readonly show: (address: URL) => void;
  /** Tells what happens, a line each. */
  readonly tell: (line: string) => void;
  /** Told of everything that must not be seen. */
  readonly hide: (...secrets: readonly string[]) => void;
}
