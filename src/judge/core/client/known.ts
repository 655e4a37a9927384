// What a client knew when it sent a request: lists, offers, notices, and how often it was refused before.

import { groupBy } from "../../../base/group-by.ts";
import { type Json, listMember, member, stringMember } from "../../../base/json.ts";
import { CHANGE_WAIT_MS } from "../../../capture/scenario-names.ts";
import { type Message, timelineOf } from "../../../capture/timeline.ts";
import type { Fact, Item, View } from "../fact.ts";
import { derivedAt, derivedFact, itemsFact, type NamedPlace, within } from "./fact.ts";
import { bareParams, type Run, runOf } from "./runs.ts";
import {
  besideOf,
  errorCode,
  firstAfter,
  lastBefore,
  messagesOf,
  type Session,
  sessionsIn,
  statelessRequestsIn,
} from "./view.ts";

/** The entries of a kind that a session had listed before a request. */
export const listedBefore = (message: Message, method: keyof typeof LISTS, view: View): readonly Json[] =>
  besideOf(method, message, view)
    .filter((one) => !one.isBatched && one.answeredAt < message.sentAt)
    .flatMap(({ result }) => listMember(result, LISTS[method]));

const LISTS = { "tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources" } as const;

/** An entry of a list, with the request for it. */
export interface Listed {
  readonly list: Message;
  readonly entry: Json;
}

/** Every entry of this name that a session was given in lists of one kind, in order. */
export const listedAs = (
  name: Json | undefined,
  method: keyof typeof LISTS,
  session: Session,
  view: View,
): readonly Listed[] => {
  const found = view.once(gatherListed).get(session)?.[method].get(name) ?? [];
  view.spend(found.length);
  return found;
};

type ListedByName = ReadonlyMap<Json | undefined, readonly Listed[]>;

const gatherListed = (view: View): ReadonlyMap<Session, Readonly<Record<keyof typeof LISTS, ListedByName>>> => {
  const listsOf = (method: keyof typeof LISTS, { byMethod }: Session): ListedByName => {
    const lists = (byMethod.get(method) ?? []).filter(({ isBatched }) => !isBatched);
    const listed = lists.flatMap((list) => listMember(list.result, LISTS[method]).map((entry) => ({ list, entry })));
    return groupBy(listed, ({ entry }) => member(entry, "name"));
  };
  return new Map(
    sessionsIn(view).map((session) => [
      session,
      {
        "tools/list": listsOf("tools/list", session),
        "prompts/list": listsOf("prompts/list", session),
        "resources/list": listsOf("resources/list", session),
      },
    ]),
  );
};

/** The last entry of this name that a session was given before a request. */
export const listedLast = (
  name: Json | undefined,
  method: keyof typeof LISTS,
  { session, sentAt }: Message,
  view: View,
): Json | undefined => listedAs(name, method, session, view).findLast(({ list }) => list.answeredAt < sentAt)?.entry;

/** The capabilities that the server had offered before a request: at the handshake, or when it was discovered. */
export const offeredBefore = ({ session, sentAt }: Message, view: View): Json | undefined => {
  const openings = session.byMethod.get(session.era === "stateful" ? "initialize" : "server/discover") ?? [];
  const found = lastBefore(openings, sentAt, view, (one) => !one.isBatched && one.answeredAt < sentAt);
  return member(found?.result, "capabilities");
};

/** A member of the last answer to server/discover before a request. Over HTTP another client may have asked. */
export const discoveredBefore = ({ session, sentAt }: Message, key: string, view: View): Json | undefined => {
  if (session.transport !== "stdio" && session.scenario === undefined) return undefined;
  const discoveries = view.once(groupDiscoveries).get(session.conversation) ?? [];
  return member(lastBefore(discoveries, sentAt, view, (one) => one.answeredAt < sentAt)?.result, key);
};

const groupDiscoveries = (view: View): ReadonlyMap<string, readonly Message[]> =>
  groupBy(messagesOf(view, "server/discover"), ({ session }) => session.conversation);

/** Notices of one kind in the run of a message. */
export const noticesIn = ({ session }: Message, method: string, view: View): readonly Message[] => {
  const run = runOf(session, view);
  const found = run === undefined ? [] : (view.once(groupNotices).get(run)?.get(method) ?? []);
  view.spend(found.length);
  return found;
};

const groupNotices = (
  view: View,
): ReadonlyMap<Run | undefined, ReadonlyMap<string | undefined, readonly Message[]>> => {
  const runs = groupBy(timelineOf(view.capture).told, ({ session }) => runOf(session, view));
  return new Map([...runs].map(([run, told]) => [run, groupBy(told, ({ method }) => method)]));
};

const CHANGES = {
  tools: { list: "tools/list", uses: "tools/call", key: "name" },
  prompts: { list: "prompts/list", uses: "prompts/get", key: "name" },
  resources: { list: "resources/list", uses: "resources/read", key: "uri" },
} as const;

/** Names that only the first list has. */
const GONE = /^(?:test:\/\/)?before/;

/** Whether a list that changed was asked for again before something of it was used that the change had removed or added. */
export const changedListFact = (name: string, kind: keyof typeof CHANGES): Fact => {
  const { list, uses, key } = CHANGES[kind];
  return itemsFact(name, {
    doc: `Of every client that was told that the list of ${kind} had changed: whether it asked for the list again before it used what is gone.`,
    type: "read-again or outdated",
    scenarios: ["changing-lists"],
    words: { outdated: `${kind} of the old list, without a look at the new one` },
    missing: `the list of ${kind} changes, and the client asks for it again or uses what is gone`,
    among: (view) =>
      messagesOf(view, list, uses).flatMap((sent): Item[] => {
        if (sent.session.scenario !== "changing-lists") return [];
        const notice = unheededNotice(sent, `notifications/${kind}/list_changed`, list, view);
        if (!notice) return [];
        if (sent.method === list) return [derivedAt(sent, "read-again")];
        // What is in both lists says nothing.
        const isGone = GONE.test(stringMember(sent.params, key) ?? "");
        return isGone && hasHeard(sent, notice, view) ? [derivedAt(sent, "outdated")] : [];
      }),
  });
};

/** The first notice, if it was sent before this message and the client has not looked at the list in between. */
const unheededNotice = (sent: Message, method: string, list: string, view: View): Message | undefined => {
  const notice = noticesIn(sent, method, view).find(({ sentAt }) => sentAt < sent.sentAt);
  const run = runOf(sent.session, view);
  if (!notice || !run) return notice;
  const looked = firstAfter(run.exchanges, notice.sentAt, view, (one) => one.method === list);
  return looked && looked.sentAt < sent.sentAt ? undefined : notice;
};

/**
 * Whether a client had time to hear a notice before a request: as long as the server waits after it, and another request and its
 * answer since then, because the notice may come on another connection than the answers, and be read after them.
 */
const hasHeard = (sent: Message, { sentMs: toldMs = 0 }: Message, view: View): boolean => {
  const isLater = ({ sentMs }: Message): boolean => sentMs !== undefined && sentMs - toldMs >= CHANGE_WAIT_MS;
  const exchanges = runOf(sent.session, view)?.exchanges ?? [];
  const isHeard = (one: Message): boolean => isLater(one) && one.answeredAt < sent.sentAt;
  return isLater(sent) && lastBefore(exchanges, sent.sentAt, view, isHeard) !== undefined;
};

/** A request that was refused, and how often it was sent. */
export interface Refusal extends NamedPlace {
  readonly sent: Message;
  readonly count: number;
}

/** A request without what is new in every repetition. */
export const workOf = (message: Message): string => JSON.stringify([message.method, bareParams(message)]);

/** How often each request of the stateless era was sent that was answered with one of these codes. */
export const refusalsOf = (
  view: View,
  codes: readonly number[],
  accepts: (sent: Message) => boolean,
): readonly Refusal[] => {
  const refused = statelessRequestsIn(view).filter(
    (sent) => codes.some((code) => code === errorCode(sent)) && accepts(sent),
  );
  const groups = groupBy(refused, (sent) => `${sent.session.conversation}\n${workOf(sent)}`);
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map((sent) => ({ ...within(sent, ""), sent, count: all.length })),
  );
};

export const refusalsFact = (
  name: string,
  head: Pick<Fact, "doc" | "scenarios"> & {
    readonly missing: string;
    readonly among: (view: View) => readonly Refusal[];
  },
): Fact => derivedFact(name, { ...head, type: "integer", say: ({ count }) => count });
