import type { ConversationRecord } from "../../capture/capture.ts";
import type { ExchangeRecord, View } from "./fact.ts";
import { groupBy } from "./group-by.ts";

/**
 * The records of a view by some key, sorted once. A fact that looks for others of the same key, exchange by exchange,
 * would otherwise read the whole session each time. What has no key is left out.
 */
export const indexRecords = (
  keyOf: (record: ExchangeRecord, view: View) => string | undefined,
): ((view: View, key: string | undefined) => readonly ExchangeRecord[]) => {
  const make = (view: View): ReadonlyMap<string | undefined, readonly ExchangeRecord[]> =>
    groupBy(view.records, (record) => keyOf(record, view));
  return (view, key) => {
    const found = key === undefined ? undefined : view.once(make).get(key);
    view.spend(found?.length ?? 0);
    return found ?? [];
  };
};

/** Parts of a key, put together so that no two different ones meet. */
export const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts.map((part) => part ?? null));

export const ofMethod = indexRecords(({ method }) => method);

/** A capture of another tool has one conversation without a name. */
const IN_CONVERSATION = indexRecords(({ exchange }) => exchange.conversation ?? "");

export const ofConversation = (view: View, conversation: string | undefined): readonly ExchangeRecord[] =>
  IN_CONVERSATION(view, conversation ?? "");

const conversationsById = ({ conversations }: View): ReadonlyMap<string | undefined, ConversationRecord> =>
  new Map([...conversations].reverse().map((conversation) => [conversation.id, conversation]));

export const conversationNamed = (view: View, id: string | undefined): ConversationRecord | undefined =>
  view.once(conversationsById).get(id);

/** Where in a list sorted by a number the first one stands that is not below; the length if all are. */
export const firstNotBelow = <T>(sorted: readonly T[], numberOf: (one: T) => number, bound: number): number => {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = sorted[middle];
    if (one !== undefined && numberOf(one) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
};
