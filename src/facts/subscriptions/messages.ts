import { type Json, member, stringMember } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { isOnePipe, timeOf } from "../common/arrival.ts";
import { extendAnswers } from "../common/extend-answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { distinct, type Heard, heardIn, messageFact } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { ACKNOWLEDGED, filterOf, isChange, isListen, KINDS, SUBSCRIPTION_ID, tagOf } from "./listening.ts";

const methodOf = ({ value }: Heard): string | undefined => stringMember(value, "method");

const metaIn = ({ value }: Heard): Json | undefined => member(member(value, "params"), "_meta");

const isOnListen = ({ seat, kind }: Heard): boolean => seat !== undefined && isListen(seat) && kind !== "response";

/** On a pipe a message without a subscription id may still be meant for one. */
const isMeantForOne = (heard: Heard, view: View): boolean => {
  const method = methodOf(heard);
  if (!isOnePipe(view) || heard.seat?.method === "subscriptions/listen") return false;
  return method === ACKNOWLEDGED || (isChange(method) && isTagged(heard));
};

const isTagged = (heard: Heard): boolean => member(metaIn(heard), SUBSCRIPTION_ID) !== undefined;

const wish = (heard: Heard, seat: Seat): "asked" | "not-asked" | "no-change" => {
  const method = methodOf(heard);
  const kind = KINDS.find((entry) => entry.method === method);
  if (!kind) return "no-change";
  const asked = member(filterOf(seat), kind.filter);
  if (kind.filter !== "resourceSubscriptions") return asked === true ? "asked" : "not-asked";
  return Array.isArray(asked) && asked.length > 0 ? "asked" : "not-asked";
};

export const listenMessages: Fact = {
  name: "listen_messages",
  doc: "Every message on a subscription, the response apart.",
  kind: "list",
  type: "object: kind (notification, request, other), method, tag (its subscription id against the id of the listen request: same, retyped, other, none), wish (asked, not-asked, no-change)",
  derived: true,
  read(view) {
    const listens = view.seats.filter(isListen);
    if (listens.length === 0) return unseen(view, LISTEN_STEPS, "an open subscription");
    const items = heardIn(view).flatMap((heard): Item[] => {
      const seat = isOnListen(heard) ? heard.seat : undefined;
      if (!seat && !isMeantForOne(heard, view)) return [];
      const { kind } = heard;
      const method = methodOf(heard);
      const value = {
        kind,
        method: method ?? null,
        tag: seat ? tagOf(metaIn(heard), seat) : straySign(heard, listens),
        wish: seat ? wish(heard, seat) : "no-change",
      };
      return [made(heard, value, method)];
    });
    return seen(
      distinct(items),
      listens.map((seat) => placeOf(seat)),
    );
  },
};

const LISTEN_STEPS = ["listen", "listen-string", "listen-integer"];

const straySign = (heard: Heard, listens: readonly Seat[]): "same" | "retyped" | "other" | "none" => {
  const signs = listens
    .filter(({ exchange }) => exchange.conversation === heard.conversation)
    .map((seat) => tagOf(metaIn(heard), seat));
  return signs.find((sign) => sign === "same" || sign === "retyped" || sign === "none") ?? "other";
};

/** Change notifications outside every subscription. */
export const strayChanges = messageFact(
  {
    name: "stray_changes",
    doc: "Notifications of changes that came outside every subscription.",
    type: "object: method, tag (none; foreign: the id of a subscription of another connection)",
    derived: true,
  },
  (heard, view) => {
    const method = methodOf(heard);
    if (!isChange(method) || method === undefined || heard.seat?.method === "subscriptions/listen") return undefined;
    if (isTagged(heard) && isOnePipe(view) && belongsHere(heard, view)) return undefined;
    return made(heard, { method, tag: isTagged(heard) ? "foreign" : "none" }, method);
  },
);

const belongsHere = (heard: Heard, view: View): boolean =>
  view.seats.some((seat) => isListen(seat) && seat.exchange.conversation === heard.conversation);

/** What a server wrote before it read the cancellation is nobody's fault. */
const GRACE_MS = 50;

export const cancelledListens: Fact = {
  name: "cancelled_listens",
  doc: "Subscriptions that we cancelled on stdio after they had delivered something, and what came for them later.",
  kind: "list",
  type: "object: before (changes delivered), after (messages a while after the cancellation)",
  derived: true,
  read(view) {
    if (view.transport !== undefined && view.transport !== "stdio")
      return inapplicable("over HTTP closing the stream is the cancellation", [
        { exchange: null, pointer: "/transport" },
      ]);
    const listens = view.seats.filter(isListen);
    if (listens.length === 0) return unseen(view, LISTEN_STEPS, "a subscription that is cancelled");
    return seen(
      listens.flatMap((seat) => silenceAfter(seat, view)),
      listens.map((seat) => placeOf(seat)),
    );
  },
};

const silenceAfter = (seat: Seat, view: View): readonly Item[] => {
  const id = JSON.stringify(member(seat.request, "id"));
  const cancelled = view.seats.find(
    ({ method, request, exchange }) =>
      method === "notifications/cancelled" &&
      exchange.conversation === seat.exchange.conversation &&
      JSON.stringify(member(member(request, "params"), "requestId")) === id,
  );
  const from = cancelled?.exchange.timing?.start_ms;
  if (from === undefined) return [];
  const own = heardIn(view).filter((heard) => heard.seat === seat);
  const times = own.map((heard) => ({ heard, at: timeOf(heard, view) ?? 0 }));
  const before = times.filter(({ heard, at }) => at <= from && isChange(methodOf(heard))).length;
  const after = times.filter(({ at }) => at > from + GRACE_MS).length;
  return [made(placeOf(seat), { before, after })];
};

export const malformedListen = answersTo({
  name: "malformed_listen",
  doc: "The answers to subscriptions/listen without the notifications object, and with text in its place.",
  steps: ["malformed-listen", "malformed-listen-text"],
});

const DEFECTS: Readonly<Record<string, string>> = {
  "listen-rules-no-capabilities": "capabilities",
  "listen-rules-version": "version",
  "listen-rules-method": "header",
};

export const defectiveListen = extendAnswers(
  answersTo({
    name: "defective_listen",
    doc: "The answers to subscriptions/listen that breaks a rule for metadata, version or headers.",
    steps: Object.keys(DEFECTS),
    label: ({ step }) => DEFECTS[step ?? ""],
  }),
  {
    members: "defect (capabilities: missing in _meta; version: unknown; header: Mcp-Method names another method)",
    derived: ["defect"],
    add: ({ step }) => ({ defect: { value: DEFECTS[step ?? ""] ?? "none", at: "/request" } }),
    none: "no such request was sent",
  },
);
