import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { redactCapture } from "../capture/redact.ts";
import { secretsOf } from "../capture/secrets.ts";
import type { Capture } from "../model/capture.ts";
import { type Limits, limitsWith } from "../model/limits.ts";
import type { PlanDescription } from "../model/plan.ts";
import type { Target } from "../model/target.ts";
import { LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import { startDeadline } from "../wire/deadline.ts";
import { Clients } from "./client-count.ts";
import { Health } from "./health.ts";
import { launchFor } from "./launched-run.ts";
import { OtherWork } from "./other-work.ts";
import { Pace } from "./pace.ts";
import { describePlan } from "./plan/describe-plan.ts";
import { learn } from "./plan/learn.ts";
import { recordAudit } from "./record-audit.ts";
import { recordSession } from "./record-session.ts";
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

/** On stdio these are processes, so there fewer run at once. */
const DEFAULT_CONCURRENCY = { http: 4, stdio: 2 } as const;

/** Probes a server and returns what was said, secrets replaced. Rejects only on a bug of ours. */
export const record = async (target: Target, request: RecordRequest): Promise<Capture> => {
  const started_at = new Date().toISOString();
  const talk = request.plan === "audit" ? recordAudit : recordSession;
  const session = await withRun(target, request, (context) =>
    talk(context, request.revision === undefined ? {} : { revision: request.revision }),
  );
  const told = { ...session, started_at, ...(request.part ? { asked: request.part.asked } : {}) };
  return redactCapture(told, secretsOf(target, request.baseEnv ?? {}), randomBytes(32));
};

/** Asks for the handshake and the lists, and says what a full run would send. */
export const planRun = (target: Target, request: RecordRequest): Promise<PlanDescription> =>
  withRun(target, request, async (context) => {
    const wanted = request.revision === "all" ? undefined : request.revision;
    const { detection, known } = await learn(context, wanted);
    const revision = known?.revision ?? wanted ?? LATEST_STATELESS;
    return describePlan({ ...context, revision, transport: detection.transport, known });
  });

/** Gives a run its limits, clock and end, and takes them away afterwards. */
const withRun = async <T>(
  target: Target,
  request: RecordRequest,
  body: (context: RunContext) => Promise<T>,
): Promise<T> => {
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
  try {
    return await body({
      target,
      limits,
      recorder: new Recorder(now),
      health: new Health(ending.signal),
      throttle: new Throttle(),
      pace: new Pace(),
      clients: new Clients(),
      work: new OtherWork(),
      slowTools: new Set(),
      waitsForTools: request.waitsForTools ?? request.limits?.toolMs !== undefined,
      tools: request.tools ?? "read-only",
      plan: request.plan ?? "full",
      now,
      wallClock: Date.now,
      signal: ending.signal,
      client: request.client,
      baseEnv: request.baseEnv ?? {},
      concurrency: request.concurrency ?? DEFAULT_CONCURRENCY[target.kind],
      followRedirects: request.followRedirects ?? false,
      ...(request.part ? { part: request.part } : {}),
      ...(request.metadata ? { metadata: request.metadata } : {}),
      ...(launch ? { launch } : {}),
      ...(request.onStep ? { onStep: request.onStep } : {}),
      ...(request.resolve ? { resolve: request.resolve } : {}),
    });
  } finally {
    isOver = true;
    runDeadline.cancel();
    request.signal?.removeEventListener("abort", onAbort);
  }
};
