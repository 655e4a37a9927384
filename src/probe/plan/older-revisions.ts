import { member } from "../../base/json.ts";
import type { TransportName } from "../../capture/capture.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import type { ClosingConversations } from "../concurrency.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import { Health } from "../health.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { openProbe } from "../talk/talk.ts";
import { knownUnasked } from "./known.ts";
import type { ProbeContext } from "./probe-plans.ts";
import { ConversationRun } from "./run-conversation.ts";

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
  used?: StdioProcess,
): Promise<{ talk: StatefulTalk; draft: ExchangeDraft }> => {
  const opened = openProbe(
    context,
    transport,
    id,
    `does it negotiate ${revision}, and keep what it promises so?`,
    revision,
    used,
  );
  const talk = new StatefulTalk(context, opened, { revision });
  const draft = await talk.initialize();
  if (!used) context.health.observe(draft);
  return { talk, draft };
};

/** A short conversation in the session that was opened. A counter-offer is asked under its own name. */
export const askBriefly = async (
  context: ProbeContext,
  transport: TransportName,
  talk: StatefulTalk,
): Promise<void> => {
  const { revision } = talk.dialect;
  if (!talk.initializeResult || talk.session.negotiated !== wireVersion(revision)) return;
  const known = knownUnasked(revision, transport, talk.initializeResult["capabilities"]);
  // A failure of an older revision says nothing about the health of the one that is probed.
  const apart = { ...context, health: new Health(context.signal) };
  const plan = context.plans.olderRevision(known);
  await new ConversationRun(apart, { plan, talk, known: () => known }).askAll();
};

/**
 * The older revisions on stdio, one after the other. A process that was used for another revision may keep to that one:
 * unless it agrees to what is asked for, a fresh one is asked. Once a fresh one has refused in the same words, the used one is
 * believed. Yields a process that can go on.
 */
export const askRevisionsInOneProcess = async (
  context: ProbeContext,
  revisions: readonly Revision[],
  asked: AskedRevision[],
  idle: StdioProcess | undefined,
  sharing: boolean,
): Promise<StdioProcess | undefined> => {
  const refusals = new Set<string>();
  let process = idle;
  let mayShare = sharing;
  for (const revision of revisions) {
    const id = `revision-${revision}`;
    const used = process?.isOver || !mayShare ? undefined : process;
    if (process && !used) await process.shutdown();
    let opened = await openRevision(context, "stdio", revision, id, used);
    const wanted = wireVersion(revision);
    const offered = JSON.stringify(member(opened.draft.response, "result") ?? null);
    if (used && opened.talk.session.negotiated !== wanted && !refusals.has(offered)) {
      // One that does not shake hands twice will not do so the next time.
      if (!opened.talk.initializeResult) mayShare = false;
      context.recorder.setAside(id);
      await opened.talk.close();
      opened = await openRevision(context, "stdio", revision, `${id}.2`);
      if (JSON.stringify(member(opened.draft.response, "result") ?? null) === offered) refusals.add(offered);
    }
    await askBriefly(context, "stdio", opened.talk);
    asked.push({ revision, draft: opened.draft });
    process = await opened.talk.leave();
  }
  return process;
};

/** A short conversation at one revision. */
export const askRevision = async (
  context: ProbeContext,
  transport: TransportName,
  revision: Revision,
  closing: ClosingConversations,
): Promise<AskedRevision> => {
  const { talk, draft } = await openRevision(context, transport, revision, `revision-${revision}`);
  await askBriefly(context, transport, talk);
  await closing.begin(() => talk.close());
  return { revision, draft };
};
