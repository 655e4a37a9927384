import type { Json } from "../../model/json.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import type { StatelessTalk } from "../talk/stateless-talk.ts";
import { readLists } from "./lists.ts";

/** A method no revision defines. */
const UNKNOWN_METHOD = "mcptest/no-such-method";

/** What is asked in the main conversation once the server has introduced itself. */
export const runMainPlan = async (
  context: RunContext,
  talk: StatefulTalk | StatelessTalk,
  capabilities: Json | undefined,
): Promise<void> => {
  if (!(talk instanceof StatefulTalk)) {
    await Promise.all([readLists(talk, capabilities, context.limits), askUnknown(talk)]);
    return;
  }
  await talk.initialized().done;
  const stream = context.target.kind === "http" && talk.hasOwnStream ? talk.openStream() : undefined;
  await Promise.all([readLists(talk, capabilities, context.limits), talk.request("ping").done, askUnknown(talk)]);
  stream?.close();
  await stream?.done;
};

const askUnknown = (talk: StatefulTalk | StatelessTalk): Promise<unknown> =>
  talk.request(UNKNOWN_METHOD, {}, { step: "unknown-method", deliberate: true }).done;
