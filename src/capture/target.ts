import type { HttpEndpoint } from "../wire/http/http-endpoint.ts";
import type { ConversationRecord, Exchange } from "./capture.ts";

/** A sign-in that came before the run: what was said goes into the capture, and what must not be seen in it is listed. */
export interface SignedIn {
  readonly conversations: readonly ConversationRecord[];
  readonly exchanges: readonly Exchange[];
  readonly secrets: readonly string[];
  /** The authorization server may be at a loopback or private address. */
  readonly private: boolean;
}

/** How a server is reached. */
export type Target = HttpTarget | StdioTarget;

export interface HttpTarget extends HttpEndpoint {
  readonly kind: "http";
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
