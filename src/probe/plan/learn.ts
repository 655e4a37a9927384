import { isJsonObject, type Json } from "../../model/json.ts";
import { isRevision, type Revision } from "../../model/revision.ts";
import { discoverCapabilities } from "../describe-session.ts";
import { type Detection, detectEra } from "../detect/detect.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { LIST_SERVES } from "./common/list-steps.ts";
import type { Known } from "./known.ts";
import { ListedItems, listSteps } from "./lists.ts";
import { runSteps } from "./run-conversation.ts";
import { chooseTools } from "./choose-tools.ts";

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
    ? await readLists(
        context,
        detection,
        stateless,
        stateless.dialect.revision,
        discoverCapabilities(detection.discover),
      )
    : stateful
      ? await readLists(
          context,
          detection,
          stateful,
          sessionRevision(stateful.session.negotiated, stateful.dialect.revision),
          stateful.initializeResult?.["capabilities"],
        )
      : undefined;
  await Promise.all([stateless?.close(), stateful?.close()]);
  return { detection, known };
};

const sessionRevision = (negotiated: string | undefined, asked: Revision): Revision =>
  isRevision(negotiated) ? negotiated : asked;

const readLists = async (
  context: RunContext,
  detection: Detection,
  talk: Talk,
  revision: Revision,
  capabilities: Json | undefined,
): Promise<Known> => {
  const listed = new ListedItems();
  const known = (): Known => ({
    revision,
    transport: detection.transport,
    dual: detection.era.verdict === "dual",
    listedVersions: detection.listed ?? [],
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    tools: listed.of("tools"),
    resources: listed.of("resources"),
    templates: listed.of("templates"),
    prompts: listed.of("prompts"),
    choices: chooseTools(listed.of("tools"), context.tools),
  });
  const lists = {
    name: "lists",
    purpose: "lists",
    transport: "any",
    groups: [listSteps(listed, context.limits, LIST_SERVES)],
  } as const;
  await runSteps(context, lists, talk.conversation.id, talk, known);
  return known();
};
