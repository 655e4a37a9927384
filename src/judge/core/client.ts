import type { JsonObject } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import type { Era, Revision } from "../../protocol/revision.ts";

/** Who is judged. */
export type Role = "server" | "client" | "authorization-server";

/** Who a conformance corpus has checks for. */
export type CheckedRole = Exclude<Role, "authorization-server">;

/** Who a client is and what it can do, as far as it said so itself. All texts come from the client. */
export interface ClientProfile {
  /** Name and version, as a report calls it. */
  readonly label: string;
  readonly info: JsonObject | null;
  readonly capabilities: JsonObject | null;
  readonly eras: readonly Era[];
  /** Newest first. */
  readonly revisions: readonly Revision[];
  readonly transports: readonly TransportName[];
  readonly sessions: number;
}
