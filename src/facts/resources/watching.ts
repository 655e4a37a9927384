import { member, stringMember } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { type Heard, messageFact } from "../common/messages.ts";
import type { Seat, View } from "../view.ts";
import { askedUri } from "./reading.ts";
import { relationOf } from "./uris.ts";

export const subscribe = answersTo({
  name: "subscribe",
  doc: "The answers to resources/subscribe for a listed resource, where subscribe is advertised.",
  steps: ["subscribe"],
});

export const unsubscribe = answersTo({
  name: "unsubscribe",
  doc: "The answers to resources/unsubscribe from a resource that was subscribed to.",
  steps: ["unsubscribe"],
});

export const subscribeAbsent = answersTo({
  name: "subscribe_absent",
  doc: "The answers to resources/subscribe where subscribe is not advertised.",
  steps: ["subscribe-absent"],
});

export const removedSubscriptions = answersTo({
  name: "removed_subscriptions",
  doc: "The answers to resources/subscribe and resources/unsubscribe in a revision that no longer has them.",
  steps: ["removed-resources/subscribe", "removed-resources/unsubscribe"],
});

const UPDATED = "notifications/resources/updated";

const isUpdate = (heard: Heard): boolean => member(heard.value, "method") === UPDATED;

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
  const here = (seat: Seat): boolean => seat.exchange.conversation === conversation;
  const isAbout = (watched: string | undefined): boolean =>
    watched !== undefined && relationOf(uri, watched) !== "other";
  if (view.era === "stateless")
    return view.seats.some((seat) => hears(seat, heard, view, here) && watchedBy(seat).some(isAbout))
      ? undefined
      : "never";
  const asked = (method: string): readonly Seat[] =>
    view.seats.filter((seat) => seat.method === method && here(seat) && isAbout(askedUri(seat)));
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
const hears = (seat: Seat, heard: Heard, { transport }: View, here: (seat: Seat) => boolean): boolean =>
  seat.method === "subscriptions/listen" && (transport === "stdio" ? here(seat) : seat === heard.seat);

const watchedBy = ({ request }: Seat): readonly string[] => {
  const uris = member(member(member(request, "params"), "notifications"), "resourceSubscriptions");
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
};

const arrivalOf = (heard: Heard, view: View): { conversation: string | undefined; atMs: number | undefined } => {
  const [, list, index] = heard.pointer.split("/");
  if (heard.seat) {
    const { conversation, meanwhile } = heard.seat.exchange;
    return { conversation, atMs: list === "meanwhile" ? meanwhile?.[Number(index)]?.at_ms : undefined };
  }
  const message = view.capture.unsolicited?.[Number(index)];
  return { conversation: message?.conversation, atMs: message?.at_ms };
};
