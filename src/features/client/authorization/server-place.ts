import type { ServerName, ServerVariant } from "../../../probe/scenario/authorization.ts";
import type { Given } from "./given.ts";
import type { IssuedCredentials } from "./issued.ts";

/** What an authorization server of a scenario knows. */
export interface ServerPlace {
  readonly name: ServerName;
  /** Where it listens. */
  readonly origin: string;
  readonly variant: ServerVariant;
  readonly issued: IssuedCredentials;
  given: Given | undefined;
  readonly pause: (ms: number) => Promise<void>;
}
