import type { Limits } from "../model/limits.ts";
import type { Target } from "../model/target.ts";
import type { Lookup } from "../wire/address-policy.ts";
import type { Recorder } from "./recorder.ts";

/** What every conversation of one run shares. */
export interface RunContext {
  readonly target: Target;
  readonly limits: Limits;
  readonly recorder: Recorder;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Aborted on Ctrl-C, SIGTERM and at the end of the run's time. */
  readonly signal: AbortSignal;
  readonly client: { readonly name: string; readonly version: string };
  /** The small environment a stdio child starts from. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** Follow a redirect that stays within the origin; otherwise it is only reported. */
  readonly followRedirects: boolean;
  /** Tests replace name resolution here. */
  readonly resolve?: Lookup;
  /** Told of every step as it is sent, for a progress line. */
  readonly onStep?: (step: { readonly conversation: string; readonly step: string }) => void;
}
