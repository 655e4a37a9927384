import { type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { defineFact } from "../common/define-fact.ts";
import { groupBy } from "../common/group-by.ts";
import { distinct, type Heard, heardIn, part } from "../common/messages.ts";
import { metaOf } from "../common/stateless-requests.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, placesOf, seen, type View } from "../fact.ts";

const CHANGES =
  /^notifications\/(?:tools\/list_changed|prompts\/list_changed|resources\/list_changed|resources\/updated)$/;

/** The requests of a conversation, which is a process on stdio. */
const requestsOf = (view: View): ReadonlyMap<string, readonly ExchangeRecord[]> => {
  const requests = view.records.filter(
    ({ method, request }) => method !== undefined && member(request, "id") !== undefined,
  );
  return groupBy(requests, ({ exchange }) => exchange.conversation ?? "");
};

const requestsBeside = ({ conversation = "" }: Heard, view: View): readonly ExchangeRecord[] =>
  view.once(requestsOf).get(conversation) ?? [];

/** A request without a response may still be running, also one that was cancelled. */
const isInFlight = ({ exchange }: ExchangeRecord, seq: number): boolean =>
  (exchange.seq ?? 0) < seq && (exchange.response_seq === undefined || exchange.response_seq > seq);

const subscriptionOf = ({ value }: Heard): Json | undefined => metaOf(value)?.[META_KEY.subscriptionId];

const isSubscribed = (heard: Heard, view: View): boolean => {
  const id = JSON.stringify(subscriptionOf(heard) ?? null);
  return requestsBeside(heard, view).some(
    (record) => record.method === "subscriptions/listen" && JSON.stringify(member(record.request, "id")) === id,
  );
};

/** Why a notification belongs to nothing the client asked for; undefined when it does. */
const excess = (heard: Heard, view: View): "idle" | "no subscription" | undefined => {
  if (isSubscribed(heard, view)) return undefined;
  if (CHANGES.test(stringMember(heard.value, "method") ?? "")) return "no subscription";
  const { seq } = heard;
  if (seq === undefined) return undefined;
  return requestsBeside(heard, view).some((record) => isInFlight(record, seq)) ? undefined : "idle";
};

const toItem = (heard: Heard, value: JsonObject) => part(heard, value, "", stringMember(heard.value, "method"));

export const unaskedNotifications = defineFact({
  name: "unasked_notifications",
  doc: "Notifications that came while no request was running (idle), or that tell of a change nobody subscribed to (no subscription).",
  type: "object: method, why",
  derived: true,
  questions: ["idle"],
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's");
    const items = heard.flatMap((one) => {
      const why = one.kind === "notification" ? excess(one, view) : undefined;
      return why === undefined ? [] : [toItem(one, { method: stringMember(one.value, "method") ?? "", why })];
    });
    return seen(distinct(items), heard.slice(0, 1));
  },
});

export const staleSubscriptions = defineFact({
  name: "stale_subscriptions",
  doc: "Notifications that name a subscription which was never opened in the process that sent them.",
  type: "object: method, subscription",
  derived: true,
  questions: ["listen-all", "listen-nothing", "listen-rules:*"],
  read(view) {
    const listens = view.records.filter(({ method }) => method === "subscriptions/listen");
    if (listens.length === 0) return unseen(view, this.questions, "a subscription");
    const items = heardIn(view).flatMap((one) => {
      const subscription = subscriptionOf(one);
      if (one.kind !== "notification" || subscription === undefined || isSubscribed(one, view)) return [];
      return [toItem(one, { method: stringMember(one.value, "method") ?? "", subscription })];
    });
    return seen(distinct(items), placesOf(listens));
  },
});
