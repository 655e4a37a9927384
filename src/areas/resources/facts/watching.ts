import { member, stringMember, valueAt } from "../../../base/json.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { type Heard, messageFact } from "../../../judge/core/messages.ts";
import { ofMethod } from "../../../judge/core/record-index.ts";
import { askedUri } from "./reading.ts";
import { relationOf } from "./uris.ts";

export const removedSubscriptions = answersTo({
  name: "removed_subscriptions",
  doc: "The answers to resources/subscribe and resources/unsubscribe in a revision that no longer has them.",
  questions: ["removed-resources/subscribe", "removed-resources/unsubscribe"],
});

const UPDATED = "notifications/resources/updated";

export const isUpdate = (heard: Heard): boolean => member(heard.value, "method") === UPDATED;

export const resourceUpdates = messageFact(
  { name: "resource_updates", doc: "Every notifications/resources/updated.", type: "message" },
  (heard) => (isUpdate(heard) ? heard : undefined),
);

/** Updates of what nobody watches, as far as their uri tells. */
export const unsubscribedUpdates = messageFact(
  {
    name: "unsubscribed_updates",
    doc: "Every notifications/resources/updated whose uri nobody was subscribed to when it came.",
    type: "uri, standing (never: not subscribed to at all; ended: unsubscribed from before)",
    derived: ["standing"],
  },
  (heard, view) => {
    const uri = isUpdate(heard) ? stringMember(member(heard.value, "params"), "uri") : undefined;
    const standing = uri === undefined ? undefined : standingOf(uri, heard, view);
    if (uri === undefined || standing === undefined) return undefined;
    const { exchange, pointer } = heard;
    return { value: { uri, standing }, exchange, pointer, parts: { uri: `${pointer}/params/uri` }, name: uri };
  },
);

const standingOf = (uri: string, heard: Heard, view: View): "never" | "ended" | undefined => {
  const { conversation, atMs } = arrivalOf(heard, view);
  const here = (record: ExchangeRecord): boolean => record.exchange.conversation === conversation;
  const isAbout = (watched: string | undefined): boolean =>
    watched !== undefined && relationOf(uri, watched) !== "other";
  if (view.era === "stateless")
    return ofMethod(view, "subscriptions/listen").some(
      (record) => hears(record, heard, view, here) && watchedBy(record).some(isAbout),
    )
      ? undefined
      : "never";
  const asked = (method: string): readonly ExchangeRecord[] =>
    ofMethod(view, method).filter((record) => here(record) && isAbout(askedUri(record)));
  const begun = asked("resources/subscribe").length;
  if (begun === 0) return "never";
  const over = asked("resources/unsubscribe").filter(({ exchange }) => isOver(exchange.timing?.response_ms, atMs));
  return over.length >= begun ? "ended" : undefined;
};

/** What was on its way on another stream may come a little later than the answer. */
const GRACE_MS = 500;

const isOver = (endedMs: number | undefined, atMs: number | undefined): boolean =>
  endedMs !== undefined && atMs !== undefined && atMs > endedMs + GRACE_MS;

/** Over HTTP every listen request has a stream of its own; a pipe carries all of them. */
const hears = (
  record: ExchangeRecord,
  heard: Heard,
  { transport }: View,
  here: (record: ExchangeRecord) => boolean,
): boolean =>
  record.method === "subscriptions/listen" && (transport === "stdio" ? here(record) : record === heard.record);

export const watchedBy = ({ request }: ExchangeRecord): readonly string[] => {
  const uris = valueAt(request, "params", "notifications", "resourceSubscriptions");
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
};

const arrivalOf = (heard: Heard, view: View): { conversation: string | undefined; atMs: number | undefined } => {
  const [, list, index] = heard.pointer.split("/");
  if (heard.record) {
    const { conversation, meanwhile } = heard.record.exchange;
    return { conversation, atMs: list === "meanwhile" ? meanwhile?.[Number(index)]?.at_ms : undefined };
  }
  const message = view.capture.unsolicited?.[Number(index)];
  return { conversation: message?.conversation, atMs: message?.at_ms };
};
