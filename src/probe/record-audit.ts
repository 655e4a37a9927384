import type { Capture } from "../capture/capture.ts";
import { LATEST_STATEFUL, type Revision } from "../protocol/revision.ts";
import { ENTRY_BOUND_MS } from "../wire/limits.ts";
import { findListening, sessionOf } from "./describe-session.ts";
import { type Detection, detectEra, findingsOf, pickMain } from "./detect/detect.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";
import { knownUnasked } from "./plan/known.ts";
import type { ProbeContext } from "./plan/probe-plans.ts";
import { probeStateful, probeStateless } from "./plan/probe-revision.ts";
import { ConversationRun } from "./plan/run-conversation.ts";
import type { SessionOptions } from "./record-session.ts";
import type { RunContext } from "./run-context.ts";
import { StatefulTalk } from "./talk/stateful-talk.ts";
import { StatelessTalk } from "./talk/stateless-talk.ts";
import { openProbe } from "./talk/talk.ts";
import { waitUnlessAborted } from "./throttle.ts";

/** The short run: only what the discoverability criteria look at, in the newest revision the server speaks. */
export const recordAudit = async (
  context: ProbeContext,
  options: SessionOptions,
): Promise<Omit<Capture, "redaction">> => {
  const wanted = options.revision === "all" ? undefined : options.revision;
  const detection = await detectPatiently(context, wanted);
  const { stateless, stateful } = detection;
  const main = pickMain(detection, wanted);
  const listening = findListening(context);
  const probe = { ...findingsOf(detection), prefix: "" };
  await Promise.all([
    stateful === main ? undefined : stateful?.close(),
    stateless === main ? undefined : stateless?.close(),
    detection.idle?.shutdown(),
  ]);
  if (main instanceof StatelessTalk) await probeStateless(context, main, detection.discover, probe);
  else if (main) await probeStateful(context, main, probe);
  else if (detection.era.verdict === "none" && context.recorder.anyAnswer)
    await askWithoutHandshake(context, detection);
  await measureAlone(context, detection, main);
  return sessionOf(context, detection, { main, asked: [], listening: await listening });
};

/**
 * On stdio the two questions about the era are two processes, and they start side by side. One that was slow in company
 * is started once more by itself, as a client does.
 */
const measureAlone = async (
  context: RunContext,
  { discover, initialize, transport }: Detection,
  main: StatelessTalk | StatefulTalk | undefined,
): Promise<void> => {
  if (context.target.kind !== "stdio" || !main || context.signal.aborted) return;
  const entry = main instanceof StatelessTalk ? discover : initialize;
  const opened = context.recorder.conversation(entry.conversation)?.opened_ms ?? 0;
  if ((entry.responseMs ?? 0) - opened < ENTRY_BOUND_MS) return;
  const { revision } = main.dialect;
  const alone = openProbe(context, transport, "entry-alone", "how soon does it answer by itself?", revision);
  if (main instanceof StatelessTalk) {
    const talk = new StatelessTalk(context, alone, revision);
    await talk.discover().done;
    await talk.close();
  } else {
    const talk = new StatefulTalk(context, alone, { revision });
    await talk.initialize();
    await talk.close();
  }
};

/** A server that was just being started deserves a second look. */
const RETRY_MS = 800;

/** What fails below HTTP is tried once more; an answer of any kind is an answer. */
const detectPatiently = async (context: RunContext, wanted: Revision | undefined): Promise<Detection> => {
  const first = await detectEra(context, wanted);
  if (context.target.kind !== "http" || context.signal.aborted) return first;
  if (!isNetworkFailure(first.initialize) || !isNetworkFailure(first.discover)) return first;
  await waitUnlessAborted(RETRY_MS, context.signal);
  return context.signal.aborted ? first : detectEra(context, wanted, 2);
};

const isNetworkFailure = ({ http, trouble }: ExchangeDraft): boolean =>
  http?.status === undefined &&
  trouble !== undefined &&
  (["refused", "unresolved", "reset", "closed"].includes(trouble.kind) ||
    (trouble.kind === "timed-out" && trouble.limit === "connectMs"));

/** No way in was found: without a handshake, as an agent that asks all the same would. */
const askWithoutHandshake = async (context: ProbeContext, { transport }: Detection): Promise<void> => {
  if (context.signal.aborted || context.health.stopReason) return;
  const plan = context.plans.auditWithoutHandshake(context.limits);
  const opened = openProbe(context, transport, plan.name, plan.purpose, LATEST_STATEFUL);
  context.recorder.markIrregular(plan.name);
  const talk = new StatefulTalk(context, opened, { revision: LATEST_STATEFUL });
  await talk.ready();
  const known = knownUnasked(LATEST_STATEFUL, transport);
  const conversation = new ConversationRun(context, { plan, talk, known: () => known });
  await conversation.askAll();
  await conversation.close();
};
