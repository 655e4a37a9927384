import type { TransportName } from "../../model/capture.ts";
import type { Revision } from "../../model/revision.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { openConversation } from "../talk/talk.ts";

/** A short conversation that shows whether the server really negotiates this revision. */
export const askRevision = async (
  context: RunContext,
  transport: TransportName,
  revision: Revision,
): Promise<{ revision: Revision; draft: ExchangeDraft }> => {
  const opened = openConversation(context, context.target, transport, `revision-${revision}`, `does it negotiate ${revision}?`);
  const talk = new StatefulTalk(context, opened, { revision });
  const draft = await talk.initialize();
  if (talk.initializeResult) await talk.initialized().done;
  await talk.close();
  return { revision, draft };
};
