import type { Header } from "../base/header.ts";
import type { SignedIn } from "./signed-in.ts";

export type { Header } from "../base/header.ts";

/** How a server is reached. */
export type Target = HttpTarget | StdioTarget;

export interface HttpTarget {
  readonly kind: "http";
  readonly url: string;
  /** Sent with every request to this origin and to no other. Values are secrets. */
  readonly headers: readonly Header[];
  readonly tls?: TlsOptions;
  /** Where the address came from: one a user typed may be loopback or private, one from a list may not. */
  readonly origin: "user" | "list";
  /** How its token was come by, where mcptest signed in. */
  readonly signedIn?: SignedIn;
}

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the small base environment. Values are secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface TlsOptions {
  /** PEM text of extra roots. */
  readonly ca?: string;
  /** Skip verification; recorded in the capture. */
  readonly insecure?: boolean;
}
