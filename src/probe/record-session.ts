import type { Capture } from "../capture/capture.ts";
import { isRevision, type Revision, STATEFUL_REVISIONS } from "../protocol/revision.ts";
import { closingFor, inParallel } from "./concurrency.ts";
import { markAfterCrash } from "./crashed-server.ts";
import { discoverCapabilities, findListening, sessionOf } from "./describe-session.ts";
import { type Detection, detectEra, findingsOf, pickMain } from "./detect/detect.ts";
import {
  type AskedRevision,
  askBriefly,
  askRevision,
  askRevisionsInOneProcess,
  openRevision,
} from "./plan/older-revisions.ts";
import type { ProbeContext } from "./plan/probe-plans.ts";
import { asksOutsideMain, probeStateful, probeStateless, takesSecondHandshake } from "./plan/probe-revision.ts";
import type { AskInProcess, RevisionProbe } from "./plan/run-plan.ts";
import { probeCredentialUse, probeProtected } from "./probe-authorization.ts";
import { requestServerCard } from "./request-server-card.ts";
import { StatelessTalk } from "./talk/stateless-talk.ts";

export interface SessionOptions {
  /** Probe this revision and no other, or every one in full; by default the newest in full and the others briefly. */
  readonly revision?: Revision | "all";
}

/** Talks to the server and yields what was said. Never throws for anything the server does. */
export const recordSession = async (
  context: ProbeContext,
  options: SessionOptions,
): Promise<Omit<Capture, "redaction">> => {
  const wanted = options.revision === "all" ? undefined : options.revision;
  const detection = await detectEra(context, wanted);
  const listening = findListening(context);
  const session = new SessionProbe(context, detection, options);
  // At the same time as everything else: it counts towards no limit.
  const card = requestServerCard(context, detection);
  await session.run();
  await card;
  markAfterCrash(context.recorder.drafts);
  return sessionOf(context, detection, { main: session.main, asked: session.asked, listening: await listening });
};

/** What is asked once the era is known: the main revision, the other era of a dual server, the older revisions. */
class SessionProbe {
  readonly main: Detection["stateless"] | Detection["stateful"];
  readonly asked: AskedRevision[] = [];
  readonly #context: ProbeContext;
  readonly #detection: Detection;
  readonly #wanted: Revision | undefined;
  readonly #inFull: boolean;
  /** Only a part is asked, of one revision: a part is about all revisions only if all are named. */
  readonly #isBrief: boolean;
  readonly #older: readonly Revision[];
  readonly #probe: RevisionProbe;

  constructor(context: ProbeContext, detection: Detection, { revision }: SessionOptions) {
    this.#context = context;
    this.#detection = detection;
    this.#inFull = revision === "all";
    this.#wanted = revision === "all" ? undefined : revision;
    this.main = pickMain(detection, this.#wanted);
    this.#isBrief = context.part !== undefined && !this.#inFull;
    this.#older = this.#wanted || this.#isBrief || context.signal.aborted ? [] : olderRevisions(detection);
    context.recorder.reserve(this.#older.map((one) => (this.#inFull ? `${one}.main` : `revision-${one}`)));
    const again = this.#secondHandshake();
    this.#probe = { ...findingsOf(detection), prefix: "", ...(again ? { takesSecondHandshake: again } : {}) };
  }

  async run(): Promise<void> {
    if (this.#inFull) {
      await this.#probeMain();
      await this.#finishOther();
      await this.#probeOlderInFull();
    } else {
      await Promise.all([this.#probeMain(), this.#finishOther(), this.#askOlderBriefly()]);
    }
  }

  get #isStdio(): boolean {
    return this.#context.target.kind === "stdio";
  }

  readonly #askInProcess: AskInProcess = (idle, mayShare) =>
    askRevisionsInOneProcess(this.#context, this.#older, this.asked, idle, mayShare);

  #secondHandshake(): Promise<boolean> | undefined {
    const { stateful, idle } = this.#detection;
    return this.#isStdio && stateful && stateful === this.main && asksOutsideMain(this.#context, stateful)
      ? takesSecondHandshake(this.#context, idle, stateful.dialect)
      : undefined;
  }

  async #probeMain(): Promise<void> {
    const { main } = this;
    const [context, detection, probe] = [this.#context, this.#detection, this.#probe];
    if (main instanceof StatelessTalk) {
      await probeStateless(context, main, detection.discover, probe);
      await probeCredentialUse(context, main.dialect.revision, discoverCapabilities(detection.discover));
    } else if (main) {
      const askBeforeLast = this.#isStdio && !this.#inFull ? { askBeforeLast: this.#askInProcess } : {};
      await probeStateful(context, main, { ...probe, ...askBeforeLast });
      const { negotiated } = main.session;
      if (detection.transport === "streamable-http" && isRevision(negotiated))
        await probeCredentialUse(context, negotiated, main.initializeResult?.["capabilities"]);
    } else if (detection.auth && detection.era.verdict === "none")
      await probeProtected(context, detection, this.#wanted);
  }

  /** On a dual server the session that was opened to learn so is one of the older revisions. */
  async #finishOther(): Promise<void> {
    const { stateful, stateless, transport, idle } = this.#detection;
    if (stateful && stateful !== this.main) {
      if (this.#isBrief) await stateful.close();
      else if (this.#inFull)
        await probeStateful(this.#context, stateful, { ...this.#probe, prefix: `${stateful.dialect.revision}.` });
      else {
        await askBriefly(this.#context, transport, stateful);
        if (this.#isStdio) await (await this.#askInProcess(await stateful.leave(), true))?.shutdown();
        else await stateful.close();
      }
    }
    if (stateless && stateless !== this.main) await stateless.close();
    await (this.#probe.takesSecondHandshake ?? idle?.shutdown());
  }

  /** Over HTTP; on stdio the older revisions are asked in a process of the plan. */
  async #askOlderBriefly(): Promise<void> {
    if (this.#older.length === 0 || this.#isStdio) return;
    const context = this.#context;
    const clients = await context.clients.known;
    if (clients === "one-only") return;
    const closing = closingFor(context);
    const { transport } = this.#detection;
    const answers = await inParallel(
      this.#older.map((revision) => () => askRevision(context, transport, revision, closing)),
      clients === "several" ? context.concurrency : 1,
    );
    await closing.end();
    this.asked.push(...answers);
  }

  /** One revision after the other: each plan runs its own conversations side by side. */
  async #probeOlderInFull(): Promise<void> {
    const context = this.#context;
    for (const revision of this.#older) {
      const { talk, draft } = await openRevision(context, this.#probe.transport, revision, `${revision}.main`);
      this.asked.push({ revision, draft });
      const { negotiated } = talk.session;
      // A counter-offer has been probed under its own name already.
      if (negotiated === revision && isRevision(negotiated))
        await probeStateful(context, talk, { ...this.#probe, prefix: `${revision}.` });
      else await talk.close();
    }
  }
}

/** The stateful probe asked for the newest; the others are asked for one by one. */
const olderRevisions = ({ stateful }: Detection): Revision[] =>
  stateful ? STATEFUL_REVISIONS.filter((revision) => revision !== stateful.dialect.revision) : [];
