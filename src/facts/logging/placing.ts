import { member } from "../../model/json.ts";
import { isOnePipe, isOpenAt } from "../common/arrival.ts";
import { type Heard, heardIn } from "../common/messages.ts";
import type { Seat, View } from "../view.ts";
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

const askingSeats = (view: View): readonly Seat[] => view.seats.filter(asksForLogs);

const isListen = ({ method }: Seat): boolean => method === "subscriptions/listen";

const place = (heard: Heard, view: View): PlacedLog | undefined => {
  const level = levelOf(heard);
  const afterOne = view.once(askingSeats).some((seat) => isAnsweredBefore(seat, heard));
  if (!isOnePipe(view)) {
    const { seat } = heard;
    if (!seat) return undefined;
    const where = isListen(seat) ? "listen" : "request";
    return { heard, level, asked: levelAsked(seat), where, afterOne };
  }
  const { seq, conversation } = heard;
  if (seq === undefined) return undefined;
  const open = view.seats.filter(
    (seat) =>
      seat.exchange.conversation === conversation &&
      member(seat.request, "id") !== undefined &&
      !isListen(seat) &&
      isOpenAt(seat, seq),
  );
  return { heard, level, asked: mildest(open.map(levelAsked)), where: open.length > 0 ? "request" : "idle", afterOne };
};

const isAnsweredBefore = ({ exchange }: Seat, { conversation, seq }: Heard): boolean =>
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
  const { seq, conversation, seat } = heard;
  if (seq === undefined) return undefined;
  const before = view.seats.filter(
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
  const asked = seat?.exchange.seq;
  if (!isOnePipe(view) && (seat?.request === undefined || (asked ?? 0) < (last.exchange.response_seq ?? 0)))
    return undefined;
  const level = levelSet(last);
  return isLevel(level) ? level : undefined;
};
