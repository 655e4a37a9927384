import { type JsonObject, listMember, member, valueAt } from "../../base/json.ts";
import { NEVER } from "../../capture/timeline.ts";
import {
  clientFact,
  derivedAt,
  derivedFact,
  itemsFact,
  partOf,
  placeOf,
  within,
} from "../../judge/core/client/fact.ts";
import { isGet, requestHeader } from "../../judge/core/client/http.ts";
import { offeredBefore } from "../../judge/core/client/known.ts";
import { followsPlan } from "../../judge/core/client/plans.ts";
import { hasEnded, runOf, sentAfter } from "../../judge/core/client/runs.ts";
import {
  cancellationsOf,
  firstAfter,
  type Item,
  lastBefore,
  type Message,
  messagesOf,
  type Session,
  type View,
} from "../../judge/core/client/view.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";

export const listenFilters = clientFact("listen_filters", {
  doc: "What every subscriptions/listen asks to hear.",
  type: "object: notifications, as sent",
  pick: (sent) => {
    if (sent.method !== LISTEN) return undefined;
    const notifications = member(sent.params, "notifications");
    const value: JsonObject = notifications === undefined ? {} : { notifications };
    return { ...partOf(sent, value, ""), parts: { notifications: `${sent.source.pointer}/params/notifications` } };
  },
});

const LISTEN = "subscriptions/listen";

const listens = (view: View): readonly Message[] => messagesOf(view, LISTEN).filter(({ kind }) => kind === "request");

const LISTS = { toolsListChanged: "tools", promptsListChanged: "prompts", resourcesListChanged: "resources" } as const;

export const listensBeyondOffer = clientFact("listens_beyond_offer", {
  doc: "Notifications that a subscriptions/listen asks for although the server had not offered them.",
  type: "the member of the filter",
  derived: true,
  missing: "the client discovers the server and listens",
  among: listens,
  only: (sent, view) => offeredBefore(sent, view) !== undefined,
  pick: (sent, view) => {
    const offered = offeredBefore(sent, view);
    const filter = member(sent.params, "notifications");
    const names = Object.entries(LISTS)
      .filter(([name, feature]) => member(filter, name) === true && valueAt(offered, feature, "listChanged") !== true)
      .map(([name]) => name);
    const isRead = listMember(filter, "resourceSubscriptions").length > 0;
    if (isRead && valueAt(offered, "resources", "subscribe") !== true) names.push("resourceSubscriptions");
    return names.map((name) => derivedAt(within(sent, "/params/notifications"), name));
  },
});

const WINDOW_MS = 10_000;

/** For each subscription of a session, how many there are within ten seconds from then on. */
const burstsIn = (session: Session, view: View): readonly number[] => {
  const times = listens(view).flatMap((one) => (one.session === session ? [one.sentMs ?? 0] : []));
  return times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length);
};

/** The most subscriptions of one client within ten seconds. */
export const listenBursts = derivedFact("listen_bursts", {
  doc: "Of every client whose subscriptions the server refuses or ends: the largest number of them within ten seconds.",
  type: "integer",
  scenarios: ["subscription-refused"],
  missing: "the client listens, and the server refuses",
  among: listens,
  only: ({ session }) => session.scenario === "subscription-refused",
  say: ({ session }, view) => Math.max(...burstsIn(session, view)),
});

const OTHER: ReadonlySet<string> = new Set(["tools/list", "tools/call", "resources/list", "prompts/list"]);

const isOther = ({ method }: Message): boolean => OTHER.has(method ?? "");

/** Whether a client that was refused, or whose subscription the server ended, still makes other requests. */
const afterListening = (name: string, doc: string, scenario: "subscription-refused" | "subscription-ends") =>
  itemsFact(name, {
    doc,
    type: "went-on or stopped",
    scenarios: [scenario],
    words: { stopped: "nothing more after the subscription, although the plan goes on" },
    missing: "the client listens and goes on",
    among: (view) =>
      listens(view).flatMap((sent): Item[] => {
        const run = sent.session.scenario === scenario ? runOf(sent.session, view) : undefined;
        if (!run) return [];
        if (sentAfter(run, sent.sentAt).some(isOther)) return [derivedAt(sent, "went-on")];
        return hasEnded(run) && followsPlan(view) ? [derivedAt(sent, "stopped")] : [];
      }),
  });

export const afterRefusedSubscriptions = afterListening(
  "after_refused_subscriptions",
  "Whether clients went on after a subscription was refused.",
  "subscription-refused",
);

export const afterEndedSubscriptions = afterListening(
  "after_ended_subscriptions",
  "Whether clients went on after the server ended a subscription with its answer.",
  "subscription-ends",
);

/** A client that is gone closes everything: it has to be before the last of its other requests is over, if there is one. */
const isClosedInTime = ({ session, sentAt, http }: Message, view: View): boolean => {
  const last = lastBefore(session.exchanges, NEVER, view, isOther);
  const end = last && last.sentAt > sentAt ? last.endedMs : undefined;
  return http?.stream?.ended_by === "client" && (end === undefined || (http.stream.ended_ms ?? 0) <= end);
};

export const subscriptionEnds = itemsFact("subscription_ends", {
  doc: "Of every subscription that a client ended: how.",
  type: "object: how (closed-stream, cancelled, nothing), transport (http, stdio)",
  scenarios: ["subscriptions"],
  words: { nothing: "nothing: the client went on without a word", cancelled: "notifications/cancelled alone" },
  missing: "the client listens and ends it",
  among: (view) =>
    listens(view).flatMap((sent): Item[] => {
      const { session, sentAt } = sent;
      if (session.scenario !== "subscriptions" || sent.response !== undefined) return [];
      const isCancelled = cancellationsOf(sent, view).some((one) => one.sentAt > sentAt);
      const said = (how: string, transport: string): Item[] => [derivedAt(sent, { how, transport })];
      if (session.transport !== "stdio") {
        if (isClosedInTime(sent, view)) return said("closed-stream", "http");
        return isCancelled ? said("cancelled", "http") : [];
      }
      if (isCancelled) return said("cancelled", "stdio");
      // Only a plan says that the subscription was over when the client went on.
      const next = firstAfter(session.exchanges, sentAt, view, isOther);
      return next && followsPlan(view) ? said("nothing", "stdio") : [];
    }),
});

/** What a client did after the connection of a subscription broke. */
export const afterBrokenSubscriptions = clientFact("after_broken_subscriptions", {
  doc: "Of every subscription that follows one whose connection broke: whether it is a new one.",
  type: "new, same-id, resumed or at-once",
  scenarios: ["subscription-breaks"],
  words: {
    "same-id": "a new subscription under the id of the old one",
    resumed: "Last-Event-ID, or GET, for a subscription that cannot be taken up",
    "at-once": "more than five subscriptions within ten seconds",
  },
  derived: true,
  missing: "the connection of a subscription breaks",
  among: listens,
  only: ({ session, response, http }) =>
    session.scenario === "subscription-breaks" &&
    session.transport === "streamable-http" &&
    response === undefined &&
    http?.stream?.ended_by === "trouble",
  pick: (sent, view) => {
    const later = sent.session.exchanges.filter(({ sentAt }) => sentAt > sent.sentAt);
    const items = later.flatMap((one): Item[] => {
      if (isGet(one) || requestHeader(one, HEADER_KEY.lastEventId) !== undefined)
        return [derivedAt(placeOf(one, "/http"), "resumed")];
      if (one.method !== LISTEN) return [];
      return [derivedAt(placeOf(one, "/request"), one.id === sent.id ? "same-id" : "new")];
    });
    const isFlood = burstsIn(sent.session, view).some((count) => count > 5);
    return isFlood ? [...items, derivedAt(sent, "at-once")] : items;
  },
});
