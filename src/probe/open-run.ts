import { setMaxListeners } from "node:events";
import type { Target } from "../capture/target.ts";
import { startDeadline } from "../wire/deadline.ts";
import { type Limits, limitsWith } from "../wire/limits.ts";
import { ActiveWork, Clients } from "./concurrency.ts";
import { Health } from "./health.ts";
import { launchFor } from "./launched-run.ts";
import { Pace } from "./pace.ts";
import { Recorder } from "./recorder.ts";
import type { RunContext } from "./run-context.ts";
import { Throttle } from "./throttle.ts";

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

export interface RunRequest extends RunChoices {
  /** Who we say we are. */
  readonly client: RunContext["client"];
  readonly limits?: Partial<Limits>;
}

/** A run under way. Whoever opens it ends it. */
export interface OpenRun {
  readonly context: RunContext;
  end(): void;
}

/** On stdio these are processes, so there fewer run at once. */
const DEFAULT_CONCURRENCY = { http: 4, stdio: 2 } as const;

/** Gives a run its limits, clock and end. */
export const openRun = (target: Target, request: RunRequest): OpenRun => {
  const limits = limitsWith(request.limits);
  const began = performance.now();
  // Tenths of a millisecond are as fine as a network deserves.
  const now = (): number => Math.round((performance.now() - began) * 10) / 10;
  const ending = new AbortController();
  // Every conversation and every wait listens for the end of the run.
  setMaxListeners(0, ending.signal);
  const onAbort = (): void => ending.abort("aborted");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  if (request.signal?.aborted) onAbort();
  const launch = launchFor(target, limits, request.onWait);
  const endRun = (): void => ending.abort("run-timed-out");
  let runDeadline = startDeadline(limits.runMs + (launch ? limits.launchMs : 0), endRun);
  let isOver = false;
  // What a launcher takes to install something is none of the run's time.
  void launch?.firstOver.then(() => {
    runDeadline.cancel();
    if (!isOver) runDeadline = startDeadline(limits.runMs, endRun);
  });
  return {
    context: {
      ...choicesOf(target, request),
      ...stateOf(target, now, ending.signal),
      target,
      limits,
      now,
      wallClock: Date.now,
      signal: ending.signal,
      ...(launch ? { launch } : {}),
    },
    end: () => {
      isOver = true;
      runDeadline.cancel();
      request.signal?.removeEventListener("abort", onAbort);
    },
  };
};

type RunState = Pick<RunContext, "recorder" | "health" | "throttle" | "pace" | "clients" | "work" | "slowTools">;

/** What a run learns as it goes. */
const stateOf = (target: Target, now: () => number, signal: AbortSignal): RunState => ({
  recorder: new Recorder(now, target.kind === "http" ? target.signedIn : undefined),
  health: new Health(signal),
  throttle: new Throttle(),
  pace: new Pace(),
  clients: new Clients(),
  work: new ActiveWork(),
  slowTools: new Set(),
});

type ChosenContext = Omit<RunContext, keyof RunState | "target" | "limits" | "now" | "wallClock" | "signal" | "launch">;

/** What the request says of the run, and what holds where it says nothing. */
const choicesOf = (target: Target, request: RunRequest): ChosenContext => {
  const signedIn = target.kind === "http" ? target.signedIn : undefined;
  // A client that signs in turns to the authorization server that the server names.
  const metadata = request.metadata ?? (signedIn ? { private: signedIn.private } : undefined);
  return {
    waitsForTools: request.waitsForTools ?? request.limits?.toolMs !== undefined,
    tools: request.tools ?? "read-only",
    plan: request.plan ?? "full",
    client: request.client,
    baseEnv: request.baseEnv ?? {},
    concurrency: request.concurrency ?? DEFAULT_CONCURRENCY[target.kind],
    followRedirects: request.followRedirects ?? false,
    ...(request.part ? { part: request.part } : {}),
    ...(metadata ? { metadata } : {}),
    ...(request.identities ? { identities: request.identities } : {}),
    tokens: new Set([request.identities?.second, request.identities?.weaker].filter((token) => token !== undefined)),
    ...(request.card ? { card: true } : {}),
    ...(request.onStep ? { onStep: request.onStep } : {}),
    ...(request.resolve ? { resolve: request.resolve } : {}),
  };
};
