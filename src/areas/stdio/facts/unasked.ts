import { type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { collect, type Heard, heardIn, part } from "../../../judge/core/messages.ts";
import { openRequests } from "../../../judge/core/open-requests.ts";
import { indexRecords, keyOf, ofMethod } from "../../../judge/core/record-index.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

const CHANGES =
  /^notifications\/(?:tools\/list_changed|prompts\/list_changed|resources\/list_changed|resources\/updated)$/;

const isRequest = ({ method, request }: ExchangeRecord): boolean =>
  method !== undefined && member(request, "id") !== undefined;

/**
 * A request without a response may still be running, also one that was cancelled. On stdio no other conversation is held in
 * the process then.
 */
const inFlight = openRequests({ among: isRequest, neverAnswered: () => true, unknownSeq: 0 });

const listens = indexRecords((record) =>
  isRequest(record) && record.method === "subscriptions/listen"
    ? keyOf(record.exchange.conversation ?? "", member(record.request, "id"))
    : undefined,
);

const subscriptionOf = ({ value }: Heard): Json | undefined => metaOf(value)?.[META_KEY.subscriptionId];

const isSubscribed = (heard: Heard, view: View): boolean =>
  listens(view, keyOf(heard.conversation ?? "", subscriptionOf(heard))).length > 0;

/** Why a notification belongs to nothing the client asked for; undefined when it does. */
const excess = (heard: Heard, view: View): "idle" | "no subscription" | undefined => {
  if (isSubscribed(heard, view)) return undefined;
  if (CHANGES.test(stringMember(heard.value, "method") ?? "")) return "no subscription";
  const { seq } = heard;
  if (seq === undefined) return undefined;
  return inFlight(view, heard.conversation, seq).length > 0 ? undefined : "idle";
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
    const items = collect(heard, (one) => {
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
    const asked = ofMethod(view, "subscriptions/listen");
    if (asked.length === 0) return unseen(view, this.questions, "a subscription");
    const items = collect(heardIn(view), (one) => {
      const subscription = subscriptionOf(one);
      if (one.kind !== "notification" || subscription === undefined || isSubscribed(one, view)) return [];
      return [toItem(one, { method: stringMember(one.value, "method") ?? "", subscription })];
    });
    return seen(distinct(items), placesOf(asked));
  },
});
