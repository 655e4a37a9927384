// Everything one client did while a scenario was held, or in one process: whether it went on, and what it did next.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, stringMember, valueAt } from "../../../base/json.ts";
import type { Capture, ClientEnd, TransportName } from "../../../capture/capture.ts";
import { withoutProcess } from "../../../capture/order.ts";
import { type Message, NEVER, type Session, timelineOf } from "../../../capture/timeline.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { View } from "../fact.ts";
import { firstAfter } from "./view.ts";

export interface Run {
  readonly scenario: string | undefined;
  readonly transport: TransportName | undefined;
  /** How the client's program ended. */
  readonly end: ClientEnd | undefined;
  /** Everything it sent, in order. */
  readonly exchanges: readonly Message[];
}

/** A program that ran out of time did not come to an end of its own. */
export const hasEnded = ({ end }: Run): boolean => end !== undefined && end !== "limit";

/** The run of a scenario that a session belongs to: over HTTP all of it, on stdio one process. None without a scenario. */
export const runOf = ({ conversation }: Pick<Session, "conversation">, { capture }: View): Run | undefined =>
  runsByConversation(capture).get(conversation);

export const runsIn = ({ capture }: View): readonly Run[] => [...new Set(runsByConversation(capture).values())];

const RUNS = new WeakMap<Capture, ReadonlyMap<string, Run>>();

const runsByConversation = (capture: Capture): ReadonlyMap<string, Run> => {
  const known = RUNS.get(capture) ?? gatherRuns(capture);
  RUNS.set(capture, known);
  return known;
};

const gatherRuns = (capture: Capture): ReadonlyMap<string, Run> => {
  const held = timelineOf(capture).exchanges.filter(({ session }) => session.scenario !== undefined);
  const runs = [...groupBy(held, ({ session }) => runKey(session)).values()].map(runFrom);
  return new Map(runs.flatMap((run) => run.exchanges.map(({ session }) => [session.conversation, run])));
};

/** A scenario that was held twice was held for two clients. */
const runKey = ({ conversation, recording, scenario, transport }: Session): string =>
  transport === "stdio" ? `stdio\n${conversation}` : `http\n${recording}\n${scenario}`;

const runFrom = (exchanges: readonly Message[]): Run => {
  const session = exchanges[0]?.session;
  return { scenario: session?.scenario, transport: session?.transport, end: session?.end, exchanges };
};

/**
 * What was said to the server in a scenario, over all processes that the client started for it; without scenarios, in one process.
 * Over HTTP several clients may speak in a recorded session, so there is none.
 */
export const lastingRuns = (view: View): readonly Run[] => view.once(gatherLasting);

const gatherLasting = ({ capture }: View): readonly Run[] => {
  const alone = timelineOf(capture).sessions.filter(
    ({ transport, scenario }) => transport === "stdio" || scenario !== undefined,
  );
  return [...groupBy(alone, lastingKey).values()].map((sessions) =>
    runFrom(sessions.flatMap(({ exchanges }) => exchanges).sort((left, right) => left.sentAt - right.sentAt)),
  );
};

const lastingKey = ({ conversation, recording, scenario, transport }: Session): string =>
  `${scenario === undefined ? conversation : withoutProcess(recording)}\n${transport}`;

/** The requests and notifications that a client sent after something. */
export const sentAfter = (run: Run | undefined, place: number): readonly Message[] =>
  (run?.exchanges ?? []).filter(({ method, sentAt }) => method !== undefined && sentAt > place);

/** Whether a client sent a request or a notification after something. */
export const goesOn = (run: Run | undefined, place: number, view: View): boolean =>
  firstAfter(run?.exchanges ?? [], place, view, ({ method }) => method !== undefined) !== undefined;

export type Followed = "went-on" | "stopped";

/**
 * Whether a client went on after an answer. That it stopped is said only of a program that came to its end without another
 * word, and that is known to go on after such an answer: it has to after initialize, or it did so where nothing is unusual.
 */
export const whatFollowed = (message: Message, view: View): Followed | undefined => {
  const run = runOf(message.session, view);
  if (!run || message.answeredAt === NEVER) return undefined;
  const isOther = (later: Message): boolean => later.method !== undefined && !isRepetition(later, message);
  if (firstAfter(run.exchanges, message.answeredAt, view, isOther)) return "went-on";
  // The same again: it may have been asked for twice.
  if (!hasEnded(run) || goesOn(run, message.answeredAt, view)) return undefined;
  return isAgreed(message) || goesOnAfter(message, run, view) ? "stopped" : undefined;
};

/** A version that the client asked for is one that it has to go on with. */
const isAgreed = ({ method, params, result }: Message): boolean => {
  const asked = valueAt(params, "protocolVersion");
  return method === "initialize" && asked !== undefined && valueAt(result, "protocolVersion") === asked;
};

/** The scenario in which nothing is unusual and programs are told to do what they are told in those that are compared with it. */
const PLAIN = "neutral";

/**
 * Whether the same program sends something else after an answer to this request where the server does nothing unusual, and where it
 * had asked for the same things before. The other neutral scenarios are no measure: there it is told to do more.
 */
const goesOnAfter = (message: Message, here: Run, view: View): boolean => {
  const path = pathTo(message, here);
  return runsIn(view).some(
    (run) =>
      run.scenario === PLAIN &&
      (run.transport === "stdio") === (here.transport === "stdio") &&
      run.exchanges.some(
        (one) =>
          one.method === message.method &&
          pathTo(one, run) === path &&
          sentAfter(run, one.answeredAt).some((later) => !isRepetition(later, one)),
      ),
  );
};

/** Everything that was asked for up to a request, in the words of one era. */
const pathTo = ({ sentAt }: Message, { exchanges }: Run): string =>
  JSON.stringify(
    exchanges
      .filter((one) => one.method !== undefined && one.sentAt <= sentAt)
      .map((one) => [one.method, bareParams(one), isStateful(one)]),
  );

const isStateful = ({ params }: Message): boolean => {
  const meta = valueAt(params, "_meta");
  return Object.keys(isJsonObject(meta) ? meta : {}).every((key) => key !== META_KEY.protocolVersion);
};

/** The same request again. */
const isRepetition = (later: Message, earlier: Message): boolean =>
  later.method === earlier.method && JSON.stringify(bareParams(later)) === JSON.stringify(bareParams(earlier));

/** What a request asks for, without what is new in every repetition. */
export const bareParams = ({ params }: Message): Json => {
  const { _meta: _, ...rest } = isJsonObject(params) ? params : {};
  return rest;
};

/** Whether a client of the capture is known to speak both eras: the same name in both, or none that could tell them apart. */
export const speaksBoth = ({ capture }: View): boolean => {
  const { sessions } = timelineOf(capture);
  const stateless = sessions.filter(({ era }) => era === "stateless");
  const stateful = sessions.filter(({ era, initialize }) => era === "stateful" && initialize !== undefined);
  const names = new Set(stateless.flatMap(namesIn));
  return (
    stateless.length > 0 &&
    stateful.length > 0 &&
    (names.size === 0 || stateful.some((session) => namesIn(session).some((name) => names.has(name))))
  );
};

/** How the client of a session calls itself. */
const namesIn = ({ messages }: Session): readonly string[] =>
  messages.flatMap(({ params }) => {
    const info = valueAt(params, "clientInfo") ?? valueAt(params, "_meta", META_KEY.clientInfo);
    return stringMember(info, "name") ?? [];
  });
