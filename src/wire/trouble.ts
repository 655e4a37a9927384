import type { LimitName } from "./limits.ts";

/** Why an exchange has no ordinary answer. Trouble is data: a hanging server can be judged from a capture. */
export const TROUBLE_KINDS = [
  "refused", // nothing accepted the connection, or the command could not be started
  "unresolved", // the host name has no address
  "tls", // the secure connection could not be made
  "forbidden-address", // our own policy: the address is private and the target did not come from the user
  "timed-out", // a deadline passed
  "closed", // the channel closed before the answer was complete
  "reset", // the channel broke in the middle
  "limit-exceeded", // a size or count limit was reached
  "not-http", // the bytes are not HTTP
  "bad-encoding", // the content coding could not be decoded, or is not one we accept
  "not-json", // the answer is not a JSON message
  "unexpected-exit", // the child ended by itself
  "aborted", // the run was interrupted
  "not-probed", // we chose not to send it; the detail says why
] as const;

export type TroubleKind = (typeof TROUBLE_KINDS)[number];

export interface Trouble {
  readonly kind: TroubleKind;
  /** One sentence, ours; never text of the server's. */
  readonly detail: string;
  /** The limit that was reached, for timed-out and limit-exceeded. */
  readonly limit?: LimitName;
  /** The operating system's or parser's code (ECONNREFUSED, HPE_INVALID_CONSTANT, …). */
  readonly code?: string;
}
