import type { EraFinding, TransportName } from "../../model/capture.ts";
import { refusesName } from "../../model/refused-name.ts";
import type { Target } from "../../model/target.ts";
import { eraOf, isRevision, LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { type Deadline, startDeadline } from "../../wire/deadline.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { ServerFindings } from "../plan/known.ts";
import type { RunContext } from "../run-context.ts";
import type { ClientCapabilities } from "../talk/client-answers.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { StatelessTalk } from "../talk/stateless-talk.ts";
import { openConversation } from "../talk/talk.ts";
import { adviseOtherName } from "./other-name.ts";
import {
  mayBeHttpSse,
  noVerdict,
  type ProbeFinding,
  readConfirmation,
  readDiscover,
  readInitialize,
} from "./read-answer.ts";

/** What is known of the server after the two era probes; the talks that were answered go on from here. */
export interface Detection {
  readonly era: EraFinding;
  readonly transport: TransportName;
  readonly auth: boolean;
  readonly listed: readonly string[] | undefined;
  readonly stateless: StatelessTalk | undefined;
  readonly stateful: StatefulTalk | undefined;
  readonly discover: ExchangeDraft;
  readonly initialize: ExchangeDraft;
  /** A process that has heard of nothing but discovery, which it does not know. Whoever has this ends it. */
  readonly idle: StdioProcess | undefined;
}

export const findingsOf = ({ transport, era, listed }: Detection): ServerFindings => ({
  transport,
  dual: era.verdict === "dual",
  listedVersions: listed ?? [],
});

/** The talk in which the server is probed: of the newest era it speaks, or of the revision that is wanted. */
export const pickMain = (
  { stateless, stateful }: Detection,
  wanted: Revision | undefined,
): Detection["stateless"] | Detection["stateful"] => {
  if (!wanted) return stateless ?? stateful;
  return eraOf(wanted) === "stateless" ? stateless : stateful;
};

/**
 * Two independent probes, side by side, in conversations of their own: discovery alone cannot show a dual server,
 * some old servers exit when asked anything before initialize, and a dual process may pin itself to the era it
 * hears first. What each answer means is in read-answer.ts.
 */
export const detectEra = async (
  context: RunContext,
  wanted: Revision | undefined,
  attempt = 1,
  /** What the client declares in the session that goes on from here. */
  capabilities: ClientCapabilities = {},
): Promise<Detection> => {
  const { target } = context;
  const named = (id: string): string => (attempt === 1 ? id : `${id}.${attempt}`);
  const first = target.kind === "stdio" ? "stdio" : "streamable-http";
  const statefulRevision = wanted && eraOf(wanted) === "stateful" ? wanted : LATEST_STATEFUL;
  const statelessRevision = wanted && eraOf(wanted) === "stateless" ? wanted : LATEST_STATELESS;

  const openStateless = (): StatelessTalk =>
    new StatelessTalk(
      context,
      openConversation(context, target, first, named("stateless"), "does it answer server/discover?"),
      statelessRevision,
    );
  const openStateful = (): StatefulTalk =>
    new StatefulTalk(
      context,
      openConversation(context, target, first, named("stateful"), "does it answer initialize?"),
      { revision: statefulRevision, capabilities },
    );
  context.recorder.reserve([named("stateless"), named("stateful")]);
  const { launch } = context;
  const { stateless, statefulFirst, initialized } = launch
    ? await openOneByOne(launch, openStateless, openStateful)
    : openSideBySide(openStateless, openStateful);
  let stateful = statefulFirst;
  const [modern, older] = await Promise.all([
    probeStateless(stateless, initialized, () => discoverPatience(context, stateless)),
    initialized.then((draft) => probed(readInitialize(draft), draft)),
  ]);

  let transport: TransportName = first;
  let legacy = older;
  if (
    target.kind === "http" &&
    legacy.finding.says === "no" &&
    modern.finding.says === "legacy" &&
    mayBeHttpSse(legacy.draft)
  ) {
    const opened = openConversation(
      context,
      target,
      "http+sse",
      named("http-sse"),
      "does GET announce an endpoint (HTTP+SSE of 2024-11-05)?",
    );
    const talk = new StatefulTalk(context, opened, { revision: statefulRevision, capabilities });
    const draft = await talk.initialize();
    const finding = readInitialize(draft);
    if (finding.says === "legacy") {
      await stateful.close();
      stateful = talk;
      legacy = { draft, finding, shownBy: [...legacy.shownBy, draft.id] };
      transport = "http+sse";
    } else {
      await talk.close();
      legacy = withoutStream(legacy, context, talk.conversation.id);
    }
  }

  const speaksModern = modern.finding.says === "modern";
  const speaksLegacy = legacy.finding.says === "legacy";
  // The talk that leads nowhere is closed now; the other goes on.
  const [idle] = await Promise.all([
    speaksModern ? undefined : stateless.leave(),
    speaksLegacy ? undefined : stateful.close(),
  ]);
  return {
    era: withAdvice(eraFinding(modern, legacy), [modern.draft, legacy.draft], target),
    transport,
    auth: isAuth(modern.finding) || isAuth(legacy.finding),
    listed: modern.finding.says === "modern" ? modern.finding.listed : undefined,
    stateless: speaksModern ? stateless : undefined,
    stateful: speaksLegacy ? stateful : undefined,
    discover: modern.draft,
    initialize: legacy.draft,
    idle,
  };
};

interface Opened {
  readonly stateless: StatelessTalk;
  readonly statefulFirst: StatefulTalk;
  readonly initialized: Promise<ExchangeDraft>;
}

const openSideBySide = (openStateless: () => StatelessTalk, openStateful: () => StatefulTalk): Opened => {
  const stateless = openStateless();
  const statefulFirst = openStateful();
  return { stateless, statefulFirst, initialized: statefulFirst.initialize() };
};

/**
 * A launcher that installs is not started twice at once: two installations break each other's cache. Every server has
 * something to say to initialize, but some say nothing to a discovery, so that goes second.
 */
const openOneByOne = async (
  { firstOver }: NonNullable<RunContext["launch"]>,
  openStateless: () => StatelessTalk,
  openStateful: () => StatefulTalk,
): Promise<Opened> => {
  const statefulFirst = openStateful();
  const initialized = statefulFirst.initialize();
  await Promise.race([firstOver, initialized]);
  return { stateless: openStateless(), statefulFirst, initialized };
};

/** The process that is asked second has to start first. */
const discoverPatience = ({ launch, limits, pace, now }: RunContext, { conversation }: StatelessTalk): number => {
  const { startUp } = conversation;
  return limits.discoverMs + (launch && startUp ? Math.min(limits.startMs, pace.startLeft(startUp, now())) : 0);
};

interface Probed {
  readonly draft: ExchangeDraft;
  readonly finding: ProbeFinding;
  /** Ids of every exchange the finding rests on. */
  readonly shownBy: readonly string[];
}

const probed = (finding: ProbeFinding, draft: ExchangeDraft, ...others: readonly ExchangeDraft[]): Probed => ({
  draft,
  finding,
  shownBy: [draft, ...others].map(({ id }) => id),
});

/** The GET was the last resort; a demand for credentials in front of it decides nothing either. */
const withoutStream = (legacy: Probed, context: RunContext, conversation: string): Probed => {
  const opening = context.recorder.snapshot().exchanges.find((exchange) => exchange.conversation === conversation);
  const blocked = opening && noVerdict(opening);
  const why = `${legacy.finding.why}; GET ${blocked ? `leads nowhere: ${blocked.why}` : "announces no endpoint"}`;
  return {
    ...legacy,
    finding: blocked ? { ...blocked, why } : { says: "no", why },
    shownBy: [...legacy.shownBy, ...(opening?.id === undefined ? [] : [opening.id])],
  };
};

const probeStateless = async (
  talk: StatelessTalk,
  initialized: Promise<unknown>,
  patienceMs: () => number,
): Promise<Probed> => {
  const sending = talk.discover();
  let deadline: Deadline | undefined;
  const giveUp = (): void => {
    sending.draft.trouble = {
      kind: "timed-out",
      detail: "no response, although initialize was answered",
      limit: "discoverMs",
    };
    sending.close();
  };
  // A slow start is waited for; but once the other process has answered, silence here is an answer, too.
  void initialized.then(() => {
    if (sending.draft.endMs === undefined) deadline = startDeadline(patienceMs(), giveUp);
  });
  const draft = await sending.done;
  deadline?.cancel();
  const finding = readDiscover(draft);
  if (finding.says === "retry") return retryWithListed(talk, draft, finding.supported);
  if (finding.says !== "confirm") return probed(finding, draft);
  const second = await talk.request("tools/list", undefined, { step: "confirm-era" }).done;
  return probed(readConfirmation(second), draft, second);
};

/** A server may know the draft, or a release we ask for under another name; it is asked once more in its words. */
const retryWithListed = async (
  talk: StatelessTalk,
  refused: ExchangeDraft,
  supported: readonly string[],
): Promise<Probed> => {
  const version = supported.find((entry) => isRevision(entry));
  if (version === undefined) {
    const why = "the server names only stateless revisions that mcptest does not know";
    return probed({ says: "modern", why, listed: supported }, refused);
  }
  talk.speak(version);
  const draft = await talk.discover({ step: "server/discover-retry" }).done;
  const finding = readDiscover(draft);
  if (finding.says === "modern") return probed(finding, draft, refused);
  const why = "the server names a stateless revision";
  return probed({ says: "modern", why, listed: supported }, refused, draft);
};

/** Where the name in the address is what the server refuses, the way in is another name. */
const withAdvice = (era: EraFinding, drafts: readonly ExchangeDraft[], target: Target): EraFinding =>
  era.verdict === "none" && target.kind === "http" && drafts.some(refusesName)
    ? { ...era, reason: `${era.reason}; ${adviseOtherName(target.url)}` }
    : era;

const isAuth = (finding: ProbeFinding): boolean => finding.says === "none" && finding.auth;

const eraFinding = (modern: Probed, legacy: Probed): EraFinding => {
  const reason = `${modern.finding.why}; ${legacy.finding.why}`;
  const shown_by = [...modern.shownBy, ...legacy.shownBy];
  const speaksModern = modern.finding.says === "modern";
  const speaksLegacy = legacy.finding.says === "legacy";
  if (speaksModern) return { verdict: speaksLegacy ? "dual" : "stateless", reason, shown_by };
  return { verdict: speaksLegacy ? "stateful" : "none", reason, shown_by };
};
