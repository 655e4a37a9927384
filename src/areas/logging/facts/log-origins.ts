import { member, valueAt } from "../../../base/json.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { type Heard, heardIn } from "../../../judge/core/messages.ts";
import { openRequests } from "../../../judge/core/open-requests.ts";
import { firstNotBelow, ofMethod } from "../../../judge/core/record-index.ts";
import { asksForLogs, isLevel, levelAsked, levelSet, severity } from "./levels.ts";

/** A log message with the requests it may belong to. */
export interface PlacedLog {
  readonly heard: Heard;
  /** What it says of itself, as far as that is a level. */
  readonly level: string | undefined;
  /** The level that was asked for: the mildest where it may belong to several; none; or unknown. */
  readonly asked: string;
  /** Where it arrived: with a request, on a subscription, or when nothing was asked. */
  readonly where: "request" | "listen" | "idle";
  /** A request of the same conversation asked for logs and was answered before it came. */
  readonly afterOne: boolean;
}

export const isLog = ({ value }: Heard): boolean => member(value, "method") === "notifications/message";

export const logsIn = (view: View): readonly Heard[] => view.once(pickLogs);

const pickLogs = (view: View): readonly Heard[] => heardIn(view).filter(isLog);

export const levelOf = ({ value }: Heard): string | undefined => {
  const level = valueAt(value, "params", "level");
  return isLevel(level) ? level : undefined;
};

export const placedLogs = (view: View): readonly PlacedLog[] => view.once(placeAll);

const placeAll = (view: View): readonly PlacedLog[] => logsIn(view).flatMap((heard) => place(heard, view) ?? []);

/** For each conversation, when a request for logs was first answered. */
const firstAnswers = (view: View): ReadonlyMap<string | undefined, number> => {
  const found = new Map<string | undefined, number>();
  for (const record of view.records) {
    const { conversation, response_seq: answered } = record.exchange;
    if (answered === undefined || !asksForLogs(record)) continue;
    found.set(conversation, Math.min(found.get(conversation) ?? answered, answered));
  }
  return found;
};

const isListen = ({ method }: ExchangeRecord): boolean => method === "subscriptions/listen";

const place = (heard: Heard, view: View): PlacedLog | undefined => {
  const level = levelOf(heard);
  const first = view.once(firstAnswers).get(heard.conversation);
  const afterOne = first !== undefined && heard.seq !== undefined && first < heard.seq;
  if (!isOnePipe(view)) {
    const { record } = heard;
    if (!record) return undefined;
    const where = isListen(record) ? "listen" : "request";
    return { heard, level, asked: levelAsked(record), where, afterOne };
  }
  const { seq, conversation } = heard;
  if (seq === undefined) return undefined;
  const open = openAt(view, conversation, seq);
  return { heard, level, asked: mildest(open.map(levelAsked)), where: open.length > 0 ? "request" : "idle", afterOne };
};

const openAt = openRequests({
  among: (record) => member(record.request, "id") !== undefined && !isListen(record),
  neverAnswered: ({ exchange }) => exchange.response === undefined,
});

/** Nobody can tell whose it is, so it is held against the one that lets most through. */
const mildest = (asked: readonly string[]): string => {
  const levels = asked.filter(isLevel).sort((left, right) => severity(left) - severity(right));
  return levels[0] ?? (asked.includes("unknown") ? "unknown" : "none");
};

/**
 * The level a session was set to when a message came. Nothing is said where it was never set, was being changed, or
 * where the order of two streams cannot be known.
 */
export const levelInForce = (heard: Heard, view: View): string | undefined => {
  const { seq, conversation, record } = heard;
  if (seq === undefined) return undefined;
  const settings = view.once(levelSettings).get(conversation) ?? [];
  const setting = settings[firstNotBelow(settings, ({ sent }) => sent, seq) - 1];
  if (setting === undefined || setting.settled > seq) return undefined;
  const last = setting.record;
  const asked = record?.exchange.seq;
  if (!isOnePipe(view) && (record?.request === undefined || (asked ?? 0) < (last.exchange.response_seq ?? 0)))
    return undefined;
  const level = levelSet(last);
  return isLevel(level) ? level : undefined;
};

/** A level that was set, and when this and every earlier one had been answered. */
interface LevelSetting {
  readonly record: ExchangeRecord;
  readonly sent: number;
  readonly settled: number;
}

/** The levels that were set and not refused, by conversation, in the order of sending. */
const levelSettings = (view: View): ReadonlyMap<string | undefined, readonly LevelSetting[]> => {
  const taken = ofMethod(view, "logging/setLevel").filter(
    ({ exchange }) => exchange.seq !== undefined && member(exchange.response, "error") === undefined,
  );
  const groups = groupBy(taken, ({ exchange }) => exchange.conversation);
  return new Map([...groups].map(([conversation, records]) => [conversation, inOrder(records)]));
};

const inOrder = (records: readonly ExchangeRecord[]): readonly LevelSetting[] => {
  let settled = Number.NEGATIVE_INFINITY;
  return [...records]
    .sort((left, right) => (left.exchange.seq ?? 0) - (right.exchange.seq ?? 0))
    .map((record) => {
      settled = Math.max(settled, record.exchange.response_seq ?? Number.POSITIVE_INFINITY);
      return { record, sent: record.exchange.seq ?? 0, settled };
    });
};
