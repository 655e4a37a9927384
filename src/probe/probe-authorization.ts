import { defined } from "../base/defined.ts";
import type { Json } from "../base/json.ts";
import { HEADER_KEY } from "../protocol/headers.ts";
import { eraOf, isRevision, LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import { headerValues } from "../wire/http/http-call.ts";
import type { Detection } from "./detect/detect.ts";
import { knownUnasked } from "./plan/known.ts";
import type { ProbeContext } from "./plan/probe-plans.ts";
import { ConversationRun } from "./plan/run-conversation.ts";
import { wantsAny } from "./plan/select-plan.ts";
import type { ConversationPlan } from "./plan/step.ts";
import type { RunContext } from "./run-context.ts";
import { StatefulTalk } from "./talk/stateful-talk.ts";
import { StatelessTalk } from "./talk/stateless-talk.ts";
import { openProbe, type Talk } from "./talk/talk.ts";

/** Probes what a protected server shows without credentials; everything else is recorded as not probed. */
export const probeProtected = async (
  context: ProbeContext,
  detection: Detection,
  wanted: Revision | undefined,
): Promise<void> => {
  if (context.target.kind !== "http") return;
  const revision = wanted ?? suggested(detection) ?? LATEST_STATELESS;
  const plan = context.plans.authorization.withoutCredentials(context, revision);
  await holdPlan(context, revision, plan, { handshake: false, capabilities: undefined });
  const status = detection.initialize.http?.status ?? detection.discover.http?.status;
  context.recorder.addNotProbed({
    conversation: "main",
    step: "*",
    reason: "auth-required",
    detail: `the server answered ${status ?? "with a refusal"}; ${whatToDo(context)}`,
  });
};

const whatToDo = ({ identities }: RunContext): string =>
  identities?.issued
    ? `it does not take the tokens of --issue-tokens: let it trust the issuer ${identities.issued.issuer}, whose keys are at ${identities.issued.issuer}/jwks`
    : "give credentials with --bearer-env or --header-env";

/** Where the user's credentials work: are they required on every request, and what do others get to see? */
export const probeCredentialUse = async (
  context: ProbeContext,
  revision: Revision,
  capabilities: Json | undefined,
): Promise<void> => {
  // Authorization came to the protocol with Streamable HTTP.
  if (context.target.kind !== "http" || context.target.headers.length === 0 || revision === "2024-11-05") return;
  const { authorization, identities } = context.plans;
  const plans = [...authorization.withCredentials(context, revision), identities(context, revision)];
  for (const plan of plans)
    if (!context.health.stopReason) await holdPlan(context, revision, plan, { handshake: true, capabilities });
};

/** A refusal may still name the revision that the server speaks. */
const suggested = ({ initialize, discover }: Detection): Revision | undefined =>
  [discover, initialize]
    .flatMap(({ http }) => headerValues(http?.response_headers ?? [], HEADER_KEY.protocolVersion))
    .find(isRevision);

/** One conversation of its own, after the plan of the revision. */
const holdPlan = async (
  context: RunContext,
  revision: Revision,
  plan: ConversationPlan<Talk>,
  { handshake, capabilities }: { readonly handshake: boolean; readonly capabilities: Json | undefined },
): Promise<void> => {
  // Each of its steps goes on from the first: all of them are asked, or none.
  const questions = plan.groups.flat().map(({ question }) => question);
  if (questions.length === 0 || !wantsAny(context.part, revision, questions)) return;
  const opened = openProbe(context, "streamable-http", plan.name, plan.purpose, revision);
  const talk =
    eraOf(revision) === "stateless"
      ? new StatelessTalk(context, opened, revision)
      : new StatefulTalk(context, opened, defined({ revision, capabilities: plan.capabilities }));
  if (talk instanceof StatefulTalk) {
    if (handshake) context.health.observe(await talk.initialize());
    else context.recorder.markIrregular(plan.name);
  }
  const known = knownUnasked(revision, "streamable-http", capabilities);
  const conversation = new ConversationRun<Talk>(context, { plan, talk, known: () => known });
  await conversation.askAll();
  await conversation.close();
};
