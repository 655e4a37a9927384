import { member } from "../../model/json.ts";
import { isOnePipe, isOpenAt } from "../common/arrival.ts";
import { type Heard, heardIn } from "../common/messages.ts";
import type { ExchangeRecord, View } from "../fact.ts";
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
  const level = member(member(value, "params"), "level");
  return isLevel(level) ? level : undefined;
};

export const placedLogs = (view: View): readonly PlacedLog[] => view.once(placeAll);

const placeAll = (view: View): readonly PlacedLog[] => logsIn(view).flatMap((heard) => place(heard, view) ?? []);

const askingRecords = (view: View): readonly ExchangeRecord[] => view.records.filter(asksForLogs);

const isListen = ({ method }: ExchangeRecord): boolean => method === "subscriptions/listen";

const place = (heard: Heard, view: View): PlacedLog | undefined => {
  const level = levelOf(heard);
  const afterOne = view.once(askingRecords).some((record) => isAnsweredBefore(record, heard));
  if (!isOnePipe(view)) {
    const { record } = heard;
    if (!record) return undefined;
    const where = isListen(record) ? "listen" : "request";
    return { heard, level, asked: levelAsked(record), where, afterOne };
  }
  const { seq, conversation } = heard;
  if (seq === undefined) return undefined;
  const open = view.records.filter(
    (record) =>
      record.exchange.conversation === conversation &&
      member(record.request, "id") !== undefined &&
      !isListen(record) &&
      isOpenAt(record, seq),
  );
  return { heard, level, asked: mildest(open.map(levelAsked)), where: open.length > 0 ? "request" : "idle", afterOne };
};

const isAnsweredBefore = ({ exchange }: ExchangeRecord, { conversation, seq }: Heard): boolean =>
  exchange.conversation === conversation &&
  exchange.response_seq !== undefined &&
  seq !== undefined &&
  exchange.response_seq < seq;

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
  const before = view.records.filter(
    ({ method, exchange }) =>
      method === "logging/setLevel" &&
      exchange.conversation === conversation &&
      exchange.seq !== undefined &&
      exchange.seq < seq &&
      member(exchange.response, "error") === undefined,
  );
  if (before.some(({ exchange }) => exchange.response_seq === undefined || exchange.response_seq > seq))
    return undefined;
  const last = before.sort((left, right) => (left.exchange.seq ?? 0) - (right.exchange.seq ?? 0)).at(-1);
  if (!last) return undefined;
  const asked = record?.exchange.seq;
  if (!isOnePipe(view) && (record?.request === undefined || (asked ?? 0) < (last.exchange.response_seq ?? 0)))
    return undefined;
  const level = levelSet(last);
  return isLevel(level) ? level : undefined;
};
