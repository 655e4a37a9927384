import { randomBytes } from "node:crypto";
import type { Capture } from "../capture/capture.ts";
import type { PlanDescription } from "../capture/plan.ts";
import { redactCapture } from "../capture/redact.ts";
import { secretsOf, withTokens } from "../capture/secrets.ts";
import type { Target } from "../capture/target.ts";
import { LATEST_STATELESS } from "../protocol/revision.ts";
import { openRun } from "./open-run.ts";
import { describePlan } from "./plan/describe-plan.ts";
import { learn } from "./plan/learn.ts";
import { recordAudit } from "./record-audit.ts";
import type { RecordRequest } from "./record-request.ts";
import { recordSession } from "./record-session.ts";
import type { RunContext } from "./run-context.ts";

export type { RecordRequest } from "./record-request.ts";

/** Probes a server and returns what was said, secrets replaced. Rejects only on a bug of ours. */
export const record = async (target: Target, request: RecordRequest): Promise<Capture> => {
  const started_at = new Date().toISOString();
  const talk = request.plan === "audit" ? recordAudit : recordSession;
  const { session, tokens } = await withRun(target, request, async (context) => ({
    session: await talk(context, request.revision === undefined ? {} : { revision: request.revision }),
    tokens: context.tokens,
  }));
  const told = { ...session, started_at, ...(request.part ? { asked: request.part.asked } : {}) };
  return redactCapture(told, withTokens(secretsOf(target, request.baseEnv ?? {}), tokens), randomBytes(32));
};

/** Asks for the handshake and the lists, and says what a full run would send. */
export const planRun = (target: Target, request: RecordRequest): Promise<PlanDescription> =>
  withRun(target, request, async (context) => {
    const wanted = request.revision === "all" ? undefined : request.revision;
    const { detection, known } = await learn(context, wanted);
    const revision = known?.revision ?? wanted ?? LATEST_STATELESS;
    return describePlan({ ...context, revision, transport: detection.transport, known });
  });

const withRun = async <T>(
  target: Target,
  request: RecordRequest,
  body: (context: RunContext) => Promise<T>,
): Promise<T> => {
  const run = openRun(target, request);
  try {
    return await body(run.context);
  } finally {
    run.end();
  }
};
