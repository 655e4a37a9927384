// What a fact about clients sees: the sessions of one revision, and the messages in them.

import { type Message, type Session, timelineOf } from "../../../capture/timeline.ts";
import type { View } from "../../../facts/fact.ts";
import { viewOf } from "../../../facts/view.ts";
import { toPointer } from "../../../json/pointer.ts";
import type { Capture } from "../../../model/capture.ts";
import { type Json, member, stringMember, valueAt } from "../../../model/json.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { compareRevisions, type Revision, wireVersion } from "../../../protocol/revision.ts";

export type { Message, Session } from "../../../capture/timeline.ts";
export type { Fact, Item, View } from "../../../facts/fact.ts";

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

/** The client's messages of one method. */
export const messagesOf = (view: View, ...methods: readonly string[]): readonly Message[] =>
  messagesIn(view).filter(({ method }) => method !== undefined && methods.includes(method));

/** The messages of the session that a message is in. To go through them for each message is counted, so that it has an end. */
export const messagesBeside = ({ session }: Pick<Message, "session">, view: View): readonly Message[] => {
  view.spend(session.messages.length);
  return session.messages;
};

/** The requests of the stateless era. */
export const statelessRequestsIn = (view: View): readonly Message[] =>
  messagesIn(view).filter(({ kind, session }) => kind === "request" && session.era === "stateless");

/** Every message of the server that is not an answer to a request, in order. */
export const toldIn = (view: View): readonly Message[] => view.once(gatherTold);

const gatherTold = (view: View): readonly Message[] => {
  const sessions = new Set(sessionsIn(view));
  return timelineOf(view.capture).told.filter(({ session }) => sessions.has(session));
};

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
