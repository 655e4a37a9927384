import type { TransportName } from "../../model/capture.ts";
import { member } from "../../model/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { openProbe } from "../talk/talk.ts";

export interface AskedRevision {
  readonly revision: Revision;
  readonly draft: ExchangeDraft;
}

/** Opens a session at a revision; whether the server really negotiates it is in the answer. */
export const openRevision = async (
  context: RunContext,
  transport: TransportName,
  revision: Revision,
  id: string,
): Promise<{ talk: StatefulTalk; draft: ExchangeDraft }> => {
  const opened = openProbe(context, transport, id, `does it negotiate ${revision}?`, revision);
  const talk = new StatefulTalk(context, opened, { revision });
  const draft = await talk.initialize();
  context.health.observe(draft);
  return { talk, draft };
};

/** Enough to see that the revision is not only agreed to but spoken: one list and a ping. */
export const holdShort = async (talk: StatefulTalk): Promise<void> => {
  if (talk.initializeResult) {
    const hasTools = member(talk.initializeResult["capabilities"], "tools") !== undefined;
    await Promise.all([...(hasTools ? [talk.request("tools/list").done] : []), talk.request("ping").done]);
  }
  await talk.close();
};

/** A short conversation at one revision. */
export const askRevision = async (
  context: RunContext,
  transport: TransportName,
  revision: Revision,
): Promise<AskedRevision> => {
  const { talk, draft } = await openRevision(context, transport, revision, `revision-${revision}`);
  await holdShort(talk);
  return { revision, draft };
};
