import type { AskedPart } from "../capture/capture.ts";
import type { Target } from "../capture/target.ts";
import type { ToolPolicy } from "../capture/tool-policy.ts";
import type { QuestionName } from "../protocol/question.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Lookup } from "../wire/address-policy.ts";
import type { TlsOptions } from "../wire/http/http-endpoint.ts";
import type { Limits } from "../wire/limits.ts";
import type { LaunchWait } from "../wire/stdio/launcher/first-start.ts";
import type { ActiveWork, Clients } from "./concurrency.ts";
import type { Health } from "./health.ts";
import type { Identities } from "./identities.ts";
import type { Launch } from "./launched-run.ts";
import type { Pace } from "./pace.ts";
import type { Recorder } from "./recorder.ts";
import type { Throttle } from "./throttle.ts";

export type PlanChoice = "full" | "audit";

/** The part of the plan that is asked. */
export interface PlanPart {
  /** As the capture tells it. */
  readonly asked: AskedPart;
  /** The questions whose answers are wanted in a revision; absent: all that the plan has. */
  readonly wants?: (revision: Revision) => ReadonlySet<QuestionName>;
}

/** What is being asked, and how far the run has come. */
export interface RunStep {
  readonly conversation: string;
  readonly step: string;
  /** Conversations that are over, of all that are known to be held. */
  readonly done: number;
  readonly all: number;
  /** Since the run began. */
  readonly ms: number;
}

/** How documents at other origins than the target's may be fetched. */
export interface MetadataAccess {
  readonly private: boolean;
  /** Roots that the user trusts besides the usual ones, where the user asked for what is fetched. */
  readonly tls?: TlsOptions | undefined;
}

/** What every conversation of one run shares. */
export interface RunContext {
  readonly target: Target;
  readonly limits: Limits;
  readonly recorder: Recorder;
  readonly health: Health;
  readonly throttle: Throttle;
  readonly pace: Pace;
  readonly clients: Clients;
  readonly work: ActiveWork;
  /** Names of tools that were seen to take long, in the revision that is probed. */
  readonly slowTools: Set<string>;
  /** Every tool gets the whole of its time, however short the run is otherwise: whoever set that limit wants it used. */
  readonly waitsForTools: boolean;
  /** Which tools may be called. */
  readonly tools: ToolPolicy;
  /** Everything there is to ask (the default), or only what the discoverability criteria need. */
  readonly plan?: PlanChoice;
  /** Which part of the plan is asked; absent: all of it. */
  readonly part?: PlanPart;
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Milliseconds of the calendar; only a Retry-After date needs it. */
  readonly wallClock: () => number;
  /** Aborted on Ctrl-C, SIGTERM and at the end of the run's time. */
  readonly signal: AbortSignal;
  readonly client: { readonly name: string; readonly version: string };
  /** The small environment a stdio child starts from. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** How many conversations run at once, the main one not counted. */
  readonly concurrency: number;
  /** Follow a redirect that stays within the origin; otherwise it is only reported. */
  readonly followRedirects: boolean;
  /**
   * Authorization metadata that the server names at another origin is fetched too, without credentials; `private` also
   * from loopback and private addresses. Absent: nothing is fetched that the user did not name.
   */
  readonly metadata?: MetadataAccess;
  /** Who else may be asked as. Absent: nobody but the user whose credentials the target has. */
  readonly identities?: Identities;
  /** Tokens that were made or used in this run other than those of the target: none of them may stay in the capture. */
  readonly tokens: Set<string>;
  /** Ask for the server card, once and without credentials. */
  readonly card?: boolean;
  /** Tests replace name resolution here. */
  readonly resolve?: Lookup;
  /** Where the command is a launcher, such as npx: the first start may install something. */
  readonly launch?: Launch;
  /** Told several times a second while that is waited for. */
  readonly onWait?: (wait: LaunchWait) => void;
  /** Told of every step as it is sent, for a progress line. */
  readonly onStep?: (step: RunStep) => void;
}
