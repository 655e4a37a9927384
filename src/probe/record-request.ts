import type { Revision } from "../protocol/revision.ts";
import type { Limits } from "../wire/limits.ts";
import type { RunContext } from "./run-context.ts";

/** What a run may be told about itself; see RunContext. */
type RunChoices = Partial<
  Pick<
    RunContext,
    | "followRedirects"
    | "tools"
    | "waitsForTools"
    | "plan"
    | "part"
    | "concurrency"
    | "baseEnv"
    | "signal"
    | "metadata"
    | "identities"
    | "card"
    | "onStep"
    | "onWait"
    | "resolve"
  >
>;

export interface RecordRequest extends RunChoices {
  /** Who we say we are. */
  readonly client: RunContext["client"];
  readonly limits?: Partial<Limits>;
  /** Probe this revision and no other, or every one in full. */
  readonly revision?: Revision | "all";
}
