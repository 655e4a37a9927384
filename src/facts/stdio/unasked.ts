import { type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn } from "../common/messages.ts";
import { META_KEYS, metaOf } from "../common/modern.ts";
import { type Fact, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const CHANGES =
  /^notifications\/(?:tools\/list_changed|prompts\/list_changed|resources\/list_changed|resources\/updated)$/;

/** The requests of a conversation, which is a process on stdio. */
const requestsOf = (view: View): ReadonlyMap<string, readonly Seat[]> => {
  const found = new Map<string, Seat[]>();
  for (const seat of view.seats) {
    if (seat.method === undefined || member(seat.request, "id") === undefined) continue;
    const key = seat.exchange.conversation ?? "";
    const before = found.get(key);
    if (before) before.push(seat);
    else found.set(key, [seat]);
  }
  return found;
};

const requestsBeside = ({ conversation = "" }: Heard, view: View): readonly Seat[] =>
  view.once(requestsOf).get(conversation) ?? [];

/** A request without a response may still be running, also one that was cancelled. */
const isInFlight = ({ exchange }: Seat, seq: number): boolean =>
  (exchange.seq ?? 0) < seq && (exchange.response_seq === undefined || exchange.response_seq > seq);

const subscriptionOf = ({ value }: Heard): Json | undefined => metaOf(value)?.[META_KEYS.subscriptionId];

const isSubscribed = (heard: Heard, view: View): boolean => {
  const id = JSON.stringify(subscriptionOf(heard) ?? null);
  return requestsBeside(heard, view).some(
    (seat) => seat.method === "subscriptions/listen" && JSON.stringify(member(seat.request, "id")) === id,
  );
};

/** Why a notification belongs to nothing the client asked for; undefined when it does. */
const excess = (heard: Heard, view: View): "idle" | "no subscription" | undefined => {
  if (isSubscribed(heard, view)) return undefined;
  if (CHANGES.test(stringMember(heard.value, "method") ?? "")) return "no subscription";
  const { seq } = heard;
  if (seq === undefined) return undefined;
  return requestsBeside(heard, view).some((seat) => isInFlight(seat, seq)) ? undefined : "idle";
};

const toItem = (heard: Heard, value: JsonObject) => ({
  value,
  exchange: heard.exchange,
  pointer: heard.pointer,
  name: stringMember(heard.value, "method"),
});

export const unaskedNotifications: Fact = {
  name: "unasked_notifications",
  doc: "Notifications that came while no request was running (idle), or that tell of a change nobody subscribed to (no subscription).",
  kind: "list",
  type: "object: method, why",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, ["idle"], "a message of the server's");
    const items = heard.flatMap((one) => {
      const why = one.kind === "notification" ? excess(one, view) : undefined;
      return why === undefined ? [] : [toItem(one, { method: stringMember(one.value, "method") ?? "", why })];
    });
    return seen(distinct(items), heard.slice(0, 1));
  },
};

export const staleSubscriptions: Fact = {
  name: "stale_subscriptions",
  doc: "Notifications that name a subscription which was never opened in the process that sent them.",
  kind: "list",
  type: "object: method, subscription",
  derived: true,
  read(view) {
    const listens = view.seats.filter(({ method }) => method === "subscriptions/listen");
    if (listens.length === 0) return unseen(view, [/^listen-/], "a subscription");
    const items = heardIn(view).flatMap((one) => {
      const subscription = subscriptionOf(one);
      if (one.kind !== "notification" || subscription === undefined || isSubscribed(one, view)) return [];
      return [toItem(one, { method: stringMember(one.value, "method") ?? "", subscription })];
    });
    return seen(
      distinct(items),
      listens.map((seat) => placeOf(seat)),
    );
  },
};
