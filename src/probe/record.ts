import { randomBytes } from "node:crypto";
import { isJsonObject, type Json } from "../base/json.ts";
import type { Capture } from "../capture/capture.ts";
import type { PlanDescription } from "../capture/plan.ts";
import { redactCapture } from "../capture/redact.ts";
import { secretsOf, withTokens } from "../capture/secrets.ts";
import type { Target } from "../capture/target.ts";
import { isRevision, LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import { discoverCapabilities } from "./describe-session.ts";
import { type Detection, detectEra, findingsOf } from "./detect/detect.ts";
import { openRun, type RunRequest } from "./open-run.ts";
import { chooseTools, type ToolChooser } from "./plan/choose-tools.ts";
import { describePlan } from "./plan/describe-plan.ts";
import type { Known } from "./plan/known.ts";
import { ListedItems, listSteps } from "./plan/lists.ts";
import type { ProbeContext, ProbePlans } from "./plan/probe-plans.ts";
import { ConversationRun } from "./plan/run-conversation.ts";
import { recordAudit } from "./record-audit.ts";
import { recordSession } from "./record-session.ts";
import type { Talk } from "./talk/talk.ts";

export interface RecordRequest extends RunRequest {
  /** Probe this revision and no other, or every one in full. */
  readonly revision?: Revision | "all";
  /** Everything there is to ask. */
  readonly plans: ProbePlans;
}

/** Probes a server and returns what was said, secrets replaced. Rejects only on a bug of ours. */
export const record = async (target: Target, request: RecordRequest): Promise<Capture> => {
  const started_at = new Date().toISOString();
  const probe = request.plan === "audit" ? recordAudit : recordSession;
  const { session, tokens } = await withRun(target, request, async (context) => ({
    session: await probe(context, request.revision === undefined ? {} : { revision: request.revision }),
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
  body: (context: ProbeContext) => Promise<T>,
): Promise<T> => {
  const run = openRun(target, request);
  try {
    return await body({ ...run.context, plans: request.plans });
  } finally {
    run.end();
  }
};

interface Learned {
  readonly detection: Detection;
  /** Undefined when the server could not be asked. */
  readonly known: Known | undefined;
}

/** Asks only what every client asks on connecting, handshake and lists, to say what a full run would send. */
const learn = async (context: ProbeContext, wanted: Revision | undefined): Promise<Learned> => {
  const detection = await detectEra(context, wanted);
  const { stateless, stateful, discover } = detection;
  const capabilities = stateless ? discoverCapabilities(discover) : stateful?.initializeResult?.["capabilities"];
  const negotiated = stateless ? undefined : stateful?.session.negotiated;
  const main = stateless ?? stateful;
  const known = main && (await readLists(context, detection, main, negotiated, capabilities));
  await Promise.all([stateless?.close(), stateful?.close(), detection.idle?.shutdown()]);
  return { detection, known };
};

const readLists = async (
  context: ProbeContext,
  detection: Detection,
  talk: Talk,
  negotiated: string | undefined,
  capabilities: Json | undefined,
): Promise<Known> => {
  const listed = new ListedItems();
  const revision = isRevision(negotiated) ? negotiated : talk.dialect.revision;
  const choose = toolChooserOf(context, detection, revision);
  const known = (): Known => ({
    revision,
    ...findingsOf(detection),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...listed.all,
    choices: choose(listed.all.tools, context.tools),
  });
  const plan = {
    name: "lists",
    purpose: "lists",
    transport: "any",
    groups: [listSteps(listed, context.limits)],
  } as const;
  await new ConversationRun<Talk>(context, { plan, talk, known }).askAll();
  return known();
};

const toolChooserOf = (
  { plan, plans, limits }: ProbeContext,
  { transport }: Detection,
  revision: Revision,
): ToolChooser => (plan === "audit" ? plans.audit({ revision, transport, limits }).choose : undefined) ?? chooseTools;
