import { isJsonObject, type Json } from "../../../model/json.ts";
import { eraOf, isRevision, LATEST_STATELESS, type Revision } from "../../../model/revision.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import type { Detection } from "../../detect/detect.ts";
import type { RunContext } from "../../run-context.ts";
import { StatefulTalk } from "../../talk/stateful-talk.ts";
import { StatelessTalk } from "../../talk/stateless-talk.ts";
import { openConversation } from "../../talk/talk.ts";
import type { Known } from "../known.ts";
import { runSteps } from "../run-conversation.ts";
import { authPlan } from "./auth-plan.ts";

/** Behind a wall only the wall can be looked at; everything else is recorded as not probed. */
export const probeWall = async (
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

/** Where the user's credentials open the door: is it shut without them? */
export const probeLock = async (
  context: RunContext,
  revision: Revision,
  capabilities: Json | undefined,
): Promise<void> => {
  // Authorization came to the protocol with Streamable HTTP.
  if (context.target.kind !== "http" || context.target.headers.length === 0 || revision === "2024-11-05") return;
  if (!context.health.sickness) await hold(context, revision, true, capabilities);
};

/** A wall may still say which revision stands behind it. */
const suggested = ({ initialize, discover }: Detection): Revision | undefined =>
  [discover, initialize]
    .flatMap(({ http }) => headerValues(http?.response_headers ?? [], "mcp-protocol-version"))
    .find(isRevision);

const hold = async (
  context: RunContext,
  revision: Revision,
  keyed: boolean,
  capabilities: Json | undefined,
): Promise<void> => {
  const plan = authPlan({ revision, keyed, elsewhere: context.metadata !== undefined });
  const opened = openConversation(context, context.target, "streamable-http", plan.name, plan.purpose);
  context.recorder.updateConversation(plan.name, { probes: revision });
  const talk =
    eraOf(revision) === "stateless"
      ? new StatelessTalk(context, opened, revision)
      : new StatefulTalk(context, opened, { revision });
  if (talk instanceof StatefulTalk) {
    if (keyed) context.health.observe(await talk.initialize());
    else context.recorder.markIrregular(plan.name);
  }
  const known: Known = {
    revision,
    transport: "streamable-http",
    dual: false,
    listedVersions: [],
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    tools: [],
    resources: [],
    templates: [],
    prompts: [],
    choices: [],
  };
  await runSteps(context, plan, plan.name, talk, () => known);
  await talk.close();
};
