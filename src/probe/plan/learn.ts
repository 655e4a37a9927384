import { chooseForAudit } from "../../areas/audit-plan.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { isRevision, type Revision } from "../../protocol/revision.ts";
import { discoverCapabilities } from "../describe-session.ts";
import { type Detection, detectEra, findingsOf } from "../detect/detect.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { chooseTools } from "./choose-tools.ts";
import type { Known } from "./known.ts";
import { ListedItems, listSteps } from "./lists.ts";
import { runSteps } from "./run-conversation.ts";

export interface Learned {
  readonly detection: Detection;
  /** Undefined when the server could not be asked. */
  readonly known: Known | undefined;
}

/** Asks only what every client asks on connecting, handshake and lists, to say what a full run would send. */
export const learn = async (context: RunContext, wanted: Revision | undefined): Promise<Learned> => {
  const detection = await detectEra(context, wanted);
  const { stateless, stateful } = detection;
  const known = stateless
    ? await readLists(context, detection, stateless, undefined, discoverCapabilities(detection.discover))
    : stateful
      ? await readLists(
          context,
          detection,
          stateful,
          stateful.session.negotiated,
          stateful.initializeResult?.["capabilities"],
        )
      : undefined;
  await Promise.all([stateless?.close(), stateful?.close(), detection.idle?.shutdown()]);
  return { detection, known };
};

const readLists = async (
  context: RunContext,
  detection: Detection,
  talk: Talk,
  negotiated: string | undefined,
  capabilities: Json | undefined,
): Promise<Known> => {
  const listed = new ListedItems();
  const known = (): Known => ({
    revision: isRevision(negotiated) ? negotiated : talk.dialect.revision,
    ...findingsOf(detection),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...listed.all,
    choices: (context.plan === "audit" ? chooseForAudit : chooseTools)(listed.all.tools, context.tools),
  });
  const lists = {
    name: "lists",
    purpose: "lists",
    transport: "any",
    groups: [listSteps(listed, context.limits)],
  } as const;
  await runSteps(context, lists, talk.conversation.id, talk, known);
  return known();
};
