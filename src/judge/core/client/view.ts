// What a fact about clients sees: the sessions of one revision, and the messages in them.

import { groupBy } from "../../../base/group-by.ts";
import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import type { Capture } from "../../../capture/capture.ts";
import { type Message, type Session, timelineOf } from "../../../capture/timeline.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { compareRevisions, type Revision, wireVersion } from "../../../protocol/revision.ts";
import type { View } from "../fact.ts";
import { viewOf } from "../view.ts";

export type { Message, Session } from "../../../capture/timeline.ts";
export type { Fact, Item, View } from "../fact.ts";

/** What clients said in one revision. The facts about servers read other views: by conversation, not by session. */
export const openClientView = (capture: Capture, revision: Revision): View => {
  const sessions = timelineOf(capture).sessions.filter((session) => isOf(session, revision));
  const exchanges = new Set(sessions.flatMap((session) => session.exchanges.map(({ source }) => source.exchange)));
  const transports = new Set(sessions.map(({ transport }) => transport));
  const ids = new Set(sessions.map(({ conversation }) => conversation));
  return viewOf({
    capture,
    revision,
    conversations: (capture.conversations ?? []).filter(({ id }) => ids.has(id)),
    // Where clients spoke over both, no rule is ruled out for its transport: facts look at the sessions of theirs.
    transport: transports.size === 1 ? [...transports][0] : undefined,
    belongs: ({ id }) => exchanges.has(id),
    schemas: undefined,
  });
};

const isOf = (session: Session, revision: Revision): boolean => session.revision === wireVersion(revision);

/** The sessions of a view. */
export const sessionsIn = (view: View): readonly Session[] => view.once(pickSessions);

const pickSessions = ({ capture, revision }: View): readonly Session[] =>
  timelineOf(capture).sessions.filter((session) => isOf(session, revision));

/** The sessions of a capture in whatever revision. */
export const allSessions = ({ capture }: View): readonly Session[] => timelineOf(capture).sessions;

/** Everything the client said that could be read as JSON; a batch is its members. */
export const messagesIn = (view: View): readonly Message[] => view.once(gatherMessages);

const gatherMessages = (view: View): readonly Message[] => sessionsIn(view).flatMap(({ messages }) => messages);

/** The client's messages of one method, or of several. */
export const messagesOf = (view: View, ...methods: readonly string[]): readonly Message[] => {
  const [only] = methods;
  if (methods.length !== 1 || only === undefined)
    return messagesIn(view).filter(({ method }) => method !== undefined && methods.includes(method));
  const found = view.once(groupByMethod).get(only) ?? [];
  view.spend(found.length);
  return found;
};

const groupByMethod = (view: View): ReadonlyMap<string | undefined, readonly Message[]> =>
  groupBy(messagesIn(view), ({ method }) => method);

/** What belongs to sessions, by something else about it in each of them. */
export const bySession = <Key, One extends { readonly session: Session }>(
  all: readonly One[],
  keyOf: (one: One) => Key,
): ReadonlyMap<Session, ReadonlyMap<Key, readonly One[]>> => {
  const sessions = groupBy(all, ({ session }) => session);
  return new Map([...sessions].map(([session, own]) => [session, groupBy(own, keyOf)]));
};

/** The last of some messages that were sent before a place; each that is looked at is counted. */
export const lastBefore = (
  messages: readonly Message[],
  place: number,
  view: View,
  accepts: (one: Message) => boolean,
): Message | undefined => {
  for (let at = countBefore(messages, place) - 1; at >= 0; at -= 1) {
    const one = messages[at];
    view.spend(1);
    if (one && accepts(one)) return one;
  }
  return undefined;
};

/** The first of some messages that were sent after a place; each that is looked at is counted. */
export const firstAfter = (
  messages: readonly Message[],
  place: number,
  view: View,
  accepts: (one: Message) => boolean,
): Message | undefined => {
  for (let at = countBefore(messages, place); at < messages.length; at += 1) {
    const one = messages[at];
    view.spend(1);
    if (one && one.sentAt > place && accepts(one)) return one;
  }
  return undefined;
};

/** How many of some messages, which are in order, were sent before a place. */
const countBefore = (messages: readonly Pick<Message, "sentAt">[], place: number): number => {
  let [from, to] = [0, messages.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((messages[middle]?.sentAt ?? place) < place) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** The messages of one method in the session of a message. */
export const besideOf = (method: string, { session }: Pick<Message, "session">, view: View): readonly Message[] => {
  const found = session.byMethod.get(method) ?? [];
  view.spend(found.length);
  return found;
};

/** The notices with which a client takes back what it sent under an id. */
export const cancellationsOf = ({ session, id }: Pick<Message, "session" | "id">, view: View): readonly Message[] =>
  view.once(gatherCancellations).get(session)?.get(id) ?? [];

const gatherCancellations = (view: View): ReadonlyMap<Session, ReadonlyMap<Json | undefined, readonly Message[]>> =>
  bySession(messagesOf(view, "notifications/cancelled"), ({ params }) => member(params, "requestId"));

/** The messages of the session that a message is in. To go through them for each message is counted, so that it has an end. */
export const messagesBeside = ({ session }: Pick<Message, "session">, view: View): readonly Message[] => {
  view.spend(session.messages.length);
  return session.messages;
};

/** The requests of the stateless era. */
export const statelessRequestsIn = (view: View): readonly Message[] => view.once(gatherStatelessRequests);

const gatherStatelessRequests = (view: View): readonly Message[] =>
  messagesIn(view).filter(({ kind, session }) => kind === "request" && session.era === "stateless");

/** Every message of the server that is not an answer to a request, in order. */
export const toldIn = (view: View): readonly Message[] => view.once(gatherTold);

const gatherTold = (view: View): readonly Message[] => {
  const sessions = new Set(sessionsIn(view));
  return timelineOf(view.capture).told.filter(({ session }) => sessions.has(session));
};

/** The messages of the server to a session, in order. */
export const toldBeside = (session: Session, view: View): readonly Message[] => {
  const found = view.once(groupTold).get(session) ?? [];
  view.spend(found.length);
  return found;
};

const groupTold = (view: View): ReadonlyMap<Session, readonly Message[]> =>
  groupBy(toldIn(view), ({ session }) => session);

/** Sessions held in one of these scenarios. */
export const sessionsOf = (view: View, ...scenarios: readonly string[]): readonly Session[] =>
  sessionsIn(view).filter(({ scenario }) => scenario !== undefined && scenarios.includes(scenario));

/** The revisions that clients spoke in a capture, newest first. */
export const revisionsSpoken = (capture: Capture): readonly Revision[] =>
  [...new Set(timelineOf(capture).sessions.map(({ revision }) => revision))].sort((a, b) => compareRevisions(b, a));

/** The tool, prompt or resource that a request names. */
export const nameIn = ({ params }: Pick<Message, "params">): string | undefined =>
  stringMember(params, "name") ?? stringMember(params, "uri");

export const isCallOf = ({ method, params }: Message, tool: string): boolean =>
  method === "tools/call" && stringMember(params, "name") === tool;

/** An argument of a call. */
export const argumentOf = ({ params }: Message, name: string): Json | undefined => valueAt(params, "arguments", name);

export const errorCode = ({ error }: Pick<Message, "error">): Json | undefined => valueAt(error, "code");

/** What the client declared at the handshake. */
export const declaredIn = ({ initialize }: Session): Json | undefined => valueAt(initialize?.params, "capabilities");

/** What the client declares with a request of the stateless era. */
export const declaredWith = ({ params }: Message): Json | undefined =>
  valueAt(params, "_meta", META_KEY.clientCapabilities);

/** What the server offered at the handshake. */
export const offeredIn = ({ initialize }: Session): Json | undefined => valueAt(initialize?.result, "capabilities");

/** What a client says it can do, and where: with initialize, or in the `_meta` of a request. */
export const declarationIn = (sent: Message): { readonly value: Json | undefined; readonly pointer: string } =>
  sent.method === "initialize"
    ? { value: member(sent.params, "capabilities"), pointer: "/params/capabilities" }
    : { value: declaredWith(sent), pointer: `/params/_meta${toPointer([META_KEY.clientCapabilities])}` };
