import type { Json } from "../../../model/json.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { eraOf, isRevision, LATEST_STATELESS, type Revision } from "../../../protocol/revision.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import type { Detection } from "../../detect/detect.ts";
import type { RunContext } from "../../run-context.ts";
import { StatefulTalk } from "../../talk/stateful-talk.ts";
import { StatelessTalk } from "../../talk/stateless-talk.ts";
import { openProbe } from "../../talk/talk.ts";
import { knownUnasked } from "../known.ts";
import { runSteps } from "../run-conversation.ts";
import { wantsAny } from "../select-plan.ts";
import { authPlan } from "./auth-plan.ts";

/** Probes what a protected server shows without credentials; everything else is recorded as not probed. */
export const probeProtected = async (
  context: RunContext,
  detection: Detection,
  wanted: Revision | undefined,
): Promise<void> => {
  if (context.target.kind !== "http") return;
  await hold(context, wanted ?? suggested(detection) ?? LATEST_STATELESS, false, undefined);
  const status = detection.initialize.http?.status ?? detection.discover.http?.status;
  context.recorder.addNotProbed({
    conversation: "main",
    step: "*",
    reason: "auth-required",
    detail: `the server answered ${status ?? "with a refusal"}; give credentials with --bearer-env or --header-env`,
  });
};

/** Where the user's credentials work: are they required on every request? */
export const probeCredentialUse = async (
  context: RunContext,
  revision: Revision,
  capabilities: Json | undefined,
): Promise<void> => {
  // Authorization came to the protocol with Streamable HTTP.
  if (context.target.kind !== "http" || context.target.headers.length === 0 || revision === "2024-11-05") return;
  if (!context.health.stopReason) await hold(context, revision, true, capabilities);
};

/** A refusal may still name the revision that the server speaks. */
const suggested = ({ initialize, discover }: Detection): Revision | undefined =>
  [discover, initialize]
    .flatMap(({ http }) => headerValues(http?.response_headers ?? [], HEADER_KEY.protocolVersion))
    .find(isRevision);

const hold = async (
  context: RunContext,
  revision: Revision,
  keyed: boolean,
  capabilities: Json | undefined,
): Promise<void> => {
  const plan = authPlan({ revision, keyed, elsewhere: context.metadata !== undefined });
  // Each of its steps goes on from the first: all of them are asked, or none.
  const questions = plan.groups.flat().map(({ question }) => question);
  if (!wantsAny(context.part, revision, questions)) return;
  const opened = openProbe(context, "streamable-http", plan.name, plan.purpose, revision);
  const talk =
    eraOf(revision) === "stateless"
      ? new StatelessTalk(context, opened, revision)
      : new StatefulTalk(context, opened, { revision });
  if (talk instanceof StatefulTalk) {
    if (keyed) context.health.observe(await talk.initialize());
    else context.recorder.markIrregular(plan.name);
  }
  const known = knownUnasked(revision, "streamable-http", capabilities);
  await runSteps(context, plan, plan.name, talk, () => known);
  await talk.close();
};
