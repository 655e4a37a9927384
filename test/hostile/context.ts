import type { Target } from "../../src/capture/target.ts";
import { ActiveWork, Clients } from "../../src/probe/concurrency.ts";
import { Health } from "../../src/probe/health.ts";
import { Pace } from "../../src/probe/pace.ts";
import { Recorder } from "../../src/probe/recorder.ts";
import type { RunContext } from "../../src/probe/run-context.ts";
import { Throttle } from "../../src/probe/throttle.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/wire/limits.ts";
import { CLIENT, PATIENT } from "./case.ts";

/** A run for tests that hold one conversation themselves instead of following the plan. */
export const openContext = (target: Target, limits: Partial<Limits> = {}): RunContext => {
  const { signal } = new AbortController();
  return {
    target,
    limits: { ...DEFAULT_LIMITS, ...PATIENT, ...limits },
    recorder: new Recorder(() => 0),
    health: new Health(signal),
    throttle: new Throttle(),
    pace: new Pace(),
    work: new ActiveWork(),
    slowTools: new Set(),
    waitsForTools: true,
    tokens: new Set(),
    clients: new Clients(),
    tools: "none",
    now: () => 0,
    wallClock: () => 0,
    signal,
    client: CLIENT,
    baseEnv: {},
    concurrency: 1,
    followRedirects: false,
  };
};
