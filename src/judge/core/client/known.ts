// What a client knew when it sent a request: lists, offers, notices, and how often it was refused before.

import { type Message, timelineOf } from "../../../capture/timeline.ts";
import type { Fact, Item, View } from "../../../facts/fact.ts";
import { groupBy } from "../../../json/group-by.ts";
import { type Json, listMember, member, stringMember } from "../../../model/json.ts";
import { CHANGE_WAIT_MS } from "../../../protocol/scenarios.ts";
import { derivedAt, derivedFact, itemsFact, type NamedPlace, within } from "./fact.ts";
import { bareParams, runOf } from "./runs.ts";
import { errorCode, messagesOf, statelessRequestsIn } from "./view.ts";

/** The entries of a kind that a session had listed before a request. */
export const listedBefore = ({ session, sentAt }: Message, method: string, key: string): readonly Json[] =>
  session.exchanges
    .filter((one) => one.method === method && one.answeredAt < sentAt)
    .flatMap(({ result }) => listMember(result, key));

/** The capabilities that the server had offered before a request: at the handshake, or when it was discovered. */
export const offeredBefore = ({ session, sentAt }: Message): Json | undefined => {
  const opening = session.era === "stateful" ? "initialize" : "server/discover";
  const found = session.exchanges.findLast((one) => one.method === opening && one.answeredAt < sentAt);
  return member(found?.result, "capabilities");
};

/** A member of the last answer to server/discover before a request. Over HTTP another client may have asked. */
export const discoveredBefore = ({ session, sentAt }: Message, key: string, view: View): Json | undefined => {
  if (session.transport !== "stdio" && session.scenario === undefined) return undefined;
  const discovery = messagesOf(view, "server/discover").findLast(
    (one) => one.session.conversation === session.conversation && one.answeredAt < sentAt,
  );
  return member(discovery?.result, key);
};

/** Notices of one kind in the run of a message. */
export const noticesIn = ({ session }: Message, method: string, view: View): readonly Message[] => {
  const run = runOf(session, view);
  return timelineOf(view.capture).told.filter(
    (told) => told.method === method && run !== undefined && runOf(told.session, view) === run,
  );
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
        const notice = unheededNotice(sent, `notifications/${kind}/list_changed`, list, view);
        if (sent.session.scenario !== "changing-lists" || !notice) return [];
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
  const looked = runOf(sent.session, view)?.exchanges.some(
    (one) => one.method === list && notice && one.sentAt > notice.sentAt && one.sentAt < sent.sentAt,
  );
  return looked ? undefined : notice;
};

/**
 * Whether a client had time to hear a notice before a request: as long as the server waits after it, and another request and its
 * answer since then, because the notice may come on another connection than the answers, and be read after them.
 */
const hasHeard = (sent: Message, { sentMs: toldMs = 0 }: Message, view: View): boolean => {
  const isLater = ({ sentMs }: Message): boolean => sentMs !== undefined && sentMs - toldMs >= CHANGE_WAIT_MS;
  const exchanges = runOf(sent.session, view)?.exchanges ?? [];
  return isLater(sent) && exchanges.some((one) => isLater(one) && one.answeredAt < sent.sentAt);
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
