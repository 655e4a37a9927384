import { type Json, member } from "../../base/json.ts";
import type { ExchangeRecord, View } from "./fact.ts";
import { groupBy } from "./group-by.ts";
import type { Heard } from "./messages.ts";
import { indexRecords, keyOf } from "./record-index.ts";
import { paramsOf } from "./record-members.ts";

const AT = /^\/(meanwhile|unsolicited)\/(\d+)\//;

/** Milliseconds since the run began, where the capture knows them. */
export const timeOf = ({ pointer, record }: Heard, view: View): number | undefined => {
  const at = AT.exec(`${pointer}/`);
  if (!at) return record?.exchange.timing?.response_ms;
  const list = at[1] === "meanwhile" ? record?.exchange.meanwhile : view.capture.unsolicited;
  return list?.[Number(at[2])]?.at_ms;
};

/** Everything of a conversation comes through one pipe, so the order of arrival is the order of sending. */
export const isOnePipe = ({ transport }: View): boolean => transport === "stdio" || transport === "http+sse";

/** The notification with which the client cancelled this request. */
export const cancellationOf = (record: ExchangeRecord, view: View): ExchangeRecord | undefined => {
  const [first] = cancellations(view, cancelKey(record, member(record.request, "id")));
  return first;
};

const cancelKey = ({ exchange }: ExchangeRecord, id: Json | undefined): string =>
  `${keyOf(exchange.conversation)}${JSON.stringify(id)}`;

const cancellations = indexRecords((record) =>
  record.method === "notifications/cancelled" ? cancelKey(record, member(paramsOf(record), "requestId")) : undefined,
);

export interface Busiest {
  readonly count: number;
  readonly first: Heard;
}

/** For each group of messages: the most that fell into one second, and the first of them. */
export const busiestSeconds = (
  messages: readonly Heard[],
  groupOf: (heard: Heard) => string,
  view: View,
): readonly Busiest[] => {
  const timed = messages.flatMap((heard) => {
    const at = timeOf(heard, view);
    return at === undefined ? [] : [{ at, heard }];
  });
  return [...groupBy(timed, ({ heard }) => groupOf(heard)).values()].flatMap((group) => busiestSecond(group) ?? []);
};

const busiestSecond = (group: { at: number; heard: Heard }[]): Busiest | undefined => {
  const sorted = group.sort((left, right) => left.at - right.at);
  let best: Busiest | undefined;
  let from = 0;
  sorted.forEach(({ at }, index) => {
    while (at - (sorted[from]?.at ?? at) >= 1000) from += 1;
    const first = sorted[from];
    const count = index - from + 1;
    if (first && count > (best?.count ?? 0)) best = { count, first: first.heard };
  });
  return best;
};
