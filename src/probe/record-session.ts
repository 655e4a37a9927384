import { probeCredentialUse, probeProtected } from "../areas/probe-authorization.ts";
import type { Capture, Outcome } from "../capture/capture.ts";
import { eraOf, isRevision, type Revision, STATEFUL_REVISIONS } from "../protocol/revision.ts";
import { closingFor } from "./closing-conversations.ts";
import { describeSession, discoverCapabilities, findListening } from "./describe-session.ts";
import { type Detection, detectEra, findingsOf } from "./detect/detect.ts";
import { markFallen } from "./fallen-server.ts";
import { inParallel } from "./in-parallel.ts";
import { lookAround } from "./look-around.ts";
import { lookForCard } from "./look-for-card.ts";
import type { Lend } from "./plan/hold-in-processes.ts";
import { asksBeside, probeStateful, probeStateless } from "./plan/probe-revision.ts";
import type { RevisionProbe } from "./plan/run-plan.ts";
import { shakesHandsAgain } from "./plan/second-handshake.ts";
import {
  type AskedRevision,
  askRevision,
  askRevisionsInOneProcess,
  holdShort,
  openRevision,
} from "./plan/short-conversation.ts";
import type { RunContext } from "./run-context.ts";
import { StatelessTalk } from "./talk/stateless-talk.ts";

export interface RecordOptions {
  /** Probe this revision and no other, or every one in full; by default the newest in full and the others briefly. */
  readonly revision?: Revision | "all";
}

/** Talks to the server and yields what was said. Never throws for anything the server does. */
export const recordSession = async (
  context: RunContext,
  options: RecordOptions,
): Promise<Omit<Capture, "redaction">> => {
  const wanted = options.revision === "all" ? undefined : options.revision;
  const detection = await detectEra(context, wanted);
  const { stateless, stateful } = detection;
  const listening = findListening(context);
  const main = pickMain(detection, wanted);
  const inFull = options.revision === "all";
  // Who asks for a part asks about one revision, unless all are named.
  const isBrief = context.part !== undefined && !inFull;
  const older = wanted || isBrief || context.signal.aborted ? [] : olderRevisions(detection);
  context.recorder.reserve(older.map((revision) => (inFull ? `${revision}.main` : `revision-${revision}`)));
  const isStdio = context.target.kind === "stdio";
  const asked: AskedRevision[] = [];
  const askInProcess: Lend = (idle, mayShare) => askRevisionsInOneProcess(context, older, asked, idle, mayShare);
  const again =
    isStdio && main && main === stateful && asksBeside(context, main)
      ? shakesHandsAgain(context, detection.idle, stateful.dialect)
      : undefined;
  const probe = { ...findingsOf(detection), prefix: "", ...(again ? { again } : {}) };

  const probeMain = async (): Promise<void> => {
    if (main instanceof StatelessTalk) {
      await probeStateless(context, main, detection.discover, probe);
      await probeCredentialUse(context, main.dialect.revision, discoverCapabilities(detection.discover));
    } else if (main) {
      await probeStateful(context, main, isStdio && !inFull ? { ...probe, lend: askInProcess } : probe);
      const { negotiated } = main.session;
      if (detection.transport === "streamable-http" && isRevision(negotiated))
        await probeCredentialUse(context, negotiated, main.initializeResult?.["capabilities"]);
    } else if (detection.auth && detection.era.verdict === "none") await probeProtected(context, detection, wanted);
  };
  // On a dual server the session that was opened to learn so is one of the older revisions.
  const finishOther = async (): Promise<void> => {
    if (stateful && stateful !== main && isBrief) await stateful.close();
    else if (stateful && stateful !== main && !inFull) {
      await holdShort(context, detection.transport, stateful);
      if (isStdio) await (await askInProcess(await stateful.leave(), true))?.shutdown();
      else await stateful.close();
    } else if (stateful && stateful !== main)
      await probeStateful(context, stateful, { ...probe, prefix: `${stateful.dialect.revision}.` });
    if (stateless && stateless !== main) await stateless.close();
    await (again ?? detection.idle?.shutdown());
  };
  const briefly = async (): Promise<void> => {
    if (older.length === 0 || isStdio) return;
    const clients = await context.clients.known;
    if (clients === "one-only") return;
    const closing = closingFor(context);
    const answers = await inParallel(
      older.map((revision) => () => askRevision(context, detection.transport, revision, closing)),
      clients === "several" ? context.concurrency : 1,
    );
    await closing.end();
    asked.push(...answers);
  };

  // Beside everything else: it takes nobody's turn.
  const card = lookForCard(context, detection);
  if (inFull) {
    await probeMain();
    await finishOther();
    asked.push(...(await probeInFull(context, older, probe)));
  } else {
    await Promise.all([probeMain(), finishOther(), briefly()]);
  }
  await card;
  markFallen(context.recorder.drafts);
  return {
    ...describeSession(context, detection, main, asked, await listening),
    ...context.recorder.snapshot(),
    ...(await lookAround(context, detection)),
    outcome: outcomeOf(context, detection),
  };
};

export const outcomeOf = (context: RunContext, detection: Detection): Outcome => {
  if (context.signal.aborted) return context.signal.reason === "run-timed-out" ? "run-timed-out" : "aborted";
  if (detection.era.verdict !== "none") return "complete";
  if (!context.recorder.anyAnswer) return "unreachable";
  return detection.auth ? "auth-required" : "complete";
};

export const pickMain = (
  detection: Detection,
  wanted: Revision | undefined,
): Detection["stateless"] | Detection["stateful"] => {
  if (!wanted) return detection.stateless ?? detection.stateful;
  return eraOf(wanted) === "stateless" ? detection.stateless : detection.stateful;
};

/** The stateful probe asked for the newest; the others are asked for one by one. */
const olderRevisions = (detection: Detection): Revision[] => {
  if (!detection.stateful) return [];
  return STATEFUL_REVISIONS.filter((revision) => revision !== detection.stateful?.dialect.revision);
};

/** One revision after the other: each plan runs its own conversations side by side. */
const probeInFull = async (
  context: RunContext,
  revisions: readonly Revision[],
  probe: RevisionProbe,
): Promise<AskedRevision[]> => {
  const asked: AskedRevision[] = [];
  for (const revision of revisions) {
    const { talk, draft } = await openRevision(context, probe.transport, revision, `${revision}.main`);
    asked.push({ revision, draft });
    const { negotiated } = talk.session;
    // A counter-offer has been probed under its own name already.
    if (negotiated === revision && isRevision(negotiated))
      await probeStateful(context, talk, { ...probe, prefix: `${revision}.` });
    else await talk.close();
  }
  return asked;
};
