import type { Header } from "../../base/header.ts";

/** An HTTP server that may be reached. */
export interface HttpEndpoint {
  readonly url: string;
  /** Sent with every request to this origin and to no other. Values are secrets. */
  readonly headers: readonly Header[];
  readonly tls?: TlsOptions;
  /** Where the address came from: one a user typed may be loopback or private, one from a list may not. */
  readonly origin: "user" | "list";
}

export interface TlsOptions {
  /** PEM text of extra roots. */
  readonly ca?: string;
  /** Skip verification; recorded in the capture. */
  readonly insecure?: boolean;
}
