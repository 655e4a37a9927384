import { LATEST_STATELESS } from "../../../model/revision.ts";
import type { Detection } from "../../detect/detect.ts";
import type { RunContext } from "../../run-context.ts";
import { StatelessTalk } from "../../talk/stateless-talk.ts";
import { openConversation } from "../../talk/talk.ts";
import type { Known } from "../known.ts";
import { runSteps } from "../run-conversation.ts";
import { authPlan } from "./auth-plan.ts";

/** Behind a wall only the wall can be looked at; everything else is recorded as not probed. */
export const probeAuthorization = async (context: RunContext, detection: Detection): Promise<void> => {
  if (context.target.kind !== "http") return;
  const opened = openConversation(context, context.target, "streamable-http", authPlan.name, authPlan.purpose);
  const talk = new StatelessTalk(context, opened, LATEST_STATELESS);
  const known: Known = {
    revision: LATEST_STATELESS,
    transport: "streamable-http",
    dual: false,
    listedVersions: [],
    capabilities: {},
    tools: [],
    resources: [],
    templates: [],
    prompts: [],
    choices: [],
  };
  await runSteps(context, authPlan, authPlan.name, talk, () => known);
  await talk.close();
  const status = detection.initialize.http?.status ?? detection.discover.http?.status;
  context.recorder.addNotProbed({
    conversation: "main",
    step: "*",
    reason: "auth-required",
    detail: `the server answered ${status ?? "with a refusal"}; give credentials with --bearer-env or --header-env`,
  });
};
