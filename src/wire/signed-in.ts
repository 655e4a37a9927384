import type { ConversationRecord, Exchange } from "../capture/capture.ts";

/** A sign-in that came before the run: what was said goes into the capture, and what must not be seen in it is listed. */
export interface SignedIn {
  readonly conversations: readonly ConversationRecord[];
  readonly exchanges: readonly Exchange[];
  readonly secrets: readonly string[];
  /** The authorization server may be at a loopback or private address. */
  readonly private: boolean;
}
