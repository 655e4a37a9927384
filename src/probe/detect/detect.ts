import type { EraFinding, TransportName } from "../../capture/capture.ts";
import { refusesName } from "../../capture/refused-name.ts";
import type { Target } from "../../capture/target.ts";
import { eraOf, isRevision, LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { type Deadline, startDeadline } from "../../wire/deadline.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { ServerFindings } from "../plan/known.ts";
import type { RunContext } from "../run-context.ts";
import type { ClientCapabilities } from "../talk/client-answers.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { StatelessTalk } from "../talk/stateless-talk.ts";
import { type AnyConversation, openConversation } from "../talk/talk.ts";
import {
  adviseOtherName,
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
  const { launch, recorder } = context;
  const entry = entryFor(context, wanted, attempt, capabilities);
  recorder.reserve([entry.named("stateless"), entry.named("stateful")]);
  const { stateless, statefulFirst, initialized } = launch ? await openOneByOne(launch, entry) : openSideBySide(entry);
  const [modern, first] = await Promise.all([
    probeStateless(stateless, initialized, () => discoverPatience(context, stateless)),
    initialized.then((draft) => probed(readInitialize(draft), draft)),
  ]);
  const found: Stateful = { talk: statefulFirst, probed: first, transport: entry.transport };
  const mayBeOlder = first.finding.says === "no" && modern.finding.says === "legacy" && mayBeHttpSse(first.draft);
  const openHttpSse = mayBeOlder ? entry.openHttpSse : undefined;
  const {
    talk: stateful,
    probed: legacy,
    transport,
  } = openHttpSse ? await tryHttpSse(context, openHttpSse(), found) : found;

  const speaksModern = modern.finding.says === "modern";
  const speaksLegacy = legacy.finding.says === "legacy";
  // The talk that leads nowhere is closed now; the other goes on.
  const [idle] = await Promise.all([
    speaksModern ? undefined : stateless.leave(),
    speaksLegacy ? undefined : stateful.close(),
  ]);
  return {
    era: withAdvice(eraFinding(modern, legacy), [modern.draft, legacy.draft], context.target),
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

/** How the talks of a detection are opened. */
interface Entry {
  readonly transport: TransportName;
  named(id: string): string;
  openStateless(): StatelessTalk;
  openStateful(): StatefulTalk;
  /** Over HTTP alone. */
  readonly openHttpSse: (() => StatefulTalk) | undefined;
}

const entryFor = (
  context: RunContext,
  wanted: Revision | undefined,
  attempt: number,
  capabilities: ClientCapabilities,
): Entry => {
  const { target } = context;
  const named = (id: string): string => (attempt === 1 ? id : `${id}.${attempt}`);
  const transport = target.kind === "stdio" ? "stdio" : "streamable-http";
  const statefulRevision = wanted && eraOf(wanted) === "stateful" ? wanted : LATEST_STATEFUL;
  const statelessRevision = wanted && eraOf(wanted) === "stateless" ? wanted : LATEST_STATELESS;
  const open = (id: string, purpose: string, over: TransportName = transport): AnyConversation =>
    openConversation(context, target, over, named(id), purpose);
  const stateful = (opened: AnyConversation): StatefulTalk =>
    new StatefulTalk(context, opened, { revision: statefulRevision, capabilities });
  const announces = "does GET announce an endpoint (HTTP+SSE of 2024-11-05)?";
  return {
    transport,
    named,
    openStateless: () =>
      new StatelessTalk(context, open("stateless", "does it answer server/discover?"), statelessRevision),
    openStateful: () => stateful(open("stateful", "does it answer initialize?")),
    openHttpSse: target.kind === "http" ? () => stateful(open("http-sse", announces, "http+sse")) : undefined,
  };
};

/** A talk of the stateful era, and what its handshake showed. */
interface Stateful {
  readonly talk: StatefulTalk;
  readonly probed: Probed;
  readonly transport: TransportName;
}

/** The same handshake over the older transport, in place of the one that was refused if it is answered. */
const tryHttpSse = async (context: RunContext, talk: StatefulTalk, refused: Stateful): Promise<Stateful> => {
  const draft = await talk.initialize();
  const finding = readInitialize(draft);
  if (finding.says === "legacy") {
    await refused.talk.close();
    const shownBy = [...refused.probed.shownBy, draft.id];
    return { talk, probed: { draft, finding, shownBy }, transport: "http+sse" };
  }
  await talk.close();
  return { ...refused, probed: withoutStream(refused.probed, context, talk.conversation.id) };
};

interface Opened {
  readonly stateless: StatelessTalk;
  readonly statefulFirst: StatefulTalk;
  readonly initialized: Promise<ExchangeDraft>;
}

const openSideBySide = (entry: Entry): Opened => {
  const stateless = entry.openStateless();
  const statefulFirst = entry.openStateful();
  return { stateless, statefulFirst, initialized: statefulFirst.initialize() };
};

/**
 * A launcher that installs is not started twice at once: two installations break each other's cache. Every server has
 * something to say to initialize, but some say nothing to a discovery, so that goes second.
 */
const openOneByOne = async ({ firstOver }: NonNullable<RunContext["launch"]>, entry: Entry): Promise<Opened> => {
  const statefulFirst = entry.openStateful();
  const initialized = statefulFirst.initialize();
  await Promise.race([firstOver, initialized]);
  return { stateless: entry.openStateless(), statefulFirst, initialized };
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
