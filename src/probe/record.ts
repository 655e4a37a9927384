import { randomBytes } from "node:crypto";
import { redactCapture } from "../capture/redact.ts";
import { secretsOf } from "../capture/secrets.ts";
import type { Capture } from "../model/capture.ts";
import { DEFAULT_LIMITS, type Limits } from "../model/limits.ts";
import type { Revision } from "../model/revision.ts";
import type { Target } from "../model/target.ts";
import { recordSession } from "./record-session.ts";
import { Recorder } from "./recorder.ts";
import type { RunContext } from "./run-context.ts";

export interface RecordRequest {
  /** Who we say we are. */
  readonly client: { readonly name: string; readonly version: string };
  readonly limits?: Partial<Limits>;
  /** Probe this revision and no other. */
  readonly revision?: Revision;
  readonly followRedirects?: boolean;
  /** The small environment a stdio child starts from. */
  readonly baseEnv?: Readonly<Record<string, string>>;
  /** Ends the run early; what was said so far is still returned. */
  readonly signal?: AbortSignal;
  readonly onStep?: RunContext["onStep"];
  readonly resolve?: RunContext["resolve"];
}

/** Probes a server and returns what was said, secrets replaced. Rejects only on a bug of ours. */
export const record = async (target: Target, request: RecordRequest): Promise<Capture> => {
  const limits: Limits = { ...DEFAULT_LIMITS, ...request.limits };
  const began = performance.now();
  // Tenths of a millisecond are as fine as a network deserves.
  const now = (): number => Math.round((performance.now() - began) * 10) / 10;
  const started_at = new Date().toISOString();
  const ending = new AbortController();
  const onAbort = (): void => ending.abort("aborted");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  if (request.signal?.aborted) onAbort();
  const runTimer = setTimeout(() => ending.abort("run-timed-out"), limits.runMs);
  const baseEnv = request.baseEnv ?? {};
  try {
    const session = await recordSession(
      {
        target,
        limits,
        recorder: new Recorder(now),
        now,
        signal: ending.signal,
        client: request.client,
        baseEnv,
        followRedirects: request.followRedirects ?? false,
        ...(request.onStep ? { onStep: request.onStep } : {}),
        ...(request.resolve ? { resolve: request.resolve } : {}),
      },
      request.revision === undefined ? {} : { revision: request.revision },
    );
    return redactCapture({ ...session, started_at }, secretsOf(target, baseEnv), randomBytes(32));
  } finally {
    clearTimeout(runTimer);
    request.signal?.removeEventListener("abort", onAbort);
  }
};
