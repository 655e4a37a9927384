import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { answersTo, isAsked } from "../../../judge/core/answers.ts";
import { cancellationOf, isOnePipe, timeOf } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Fact,
  type Item,
  placeOf,
  placesOf,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { inapplicable, TRANSPORT } from "../../../judge/core/left-out.ts";
import { collect, type Heard, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { ACKNOWLEDGED, filterOf, isChange, isListen, KINDS, listenAnswer, tagOf } from "./listening.ts";

const methodOf = ({ value }: Heard): string | undefined => stringMember(value, "method");

const metaIn = ({ value }: Heard): Json | undefined => valueAt(value, "params", "_meta");

const isOnListen = ({ record, kind }: Heard): boolean =>
  record !== undefined && isListen(record) && kind !== "response";

/** On a pipe a message without a subscription id may still be meant for one. */
const isMeantForOne = (heard: Heard, view: View): boolean => {
  const method = methodOf(heard);
  if (!isOnePipe(view) || heard.record?.method === "subscriptions/listen") return false;
  return method === ACKNOWLEDGED || (isChange(method) && isTagged(heard));
};

const isTagged = (heard: Heard): boolean => member(metaIn(heard), META_KEY.subscriptionId) !== undefined;

const wish = (heard: Heard, record: ExchangeRecord): "asked" | "not-asked" | "no-change" => {
  const method = methodOf(heard);
  const kind = KINDS.find((entry) => entry.method === method);
  if (!kind) return "no-change";
  const asked = member(filterOf(record), kind.filter);
  if (kind.filter !== "resourceSubscriptions") return asked === true ? "asked" : "not-asked";
  return Array.isArray(asked) && asked.length > 0 ? "asked" : "not-asked";
};

export const listenMessages = defineFact({
  name: "listen_messages",
  doc: "Every message on a subscription, the response apart.",
  type: "object: kind (notification, request, other), method, tag (its subscription id against the id of the listen request: same, retyped, other, none), wish (asked, not-asked, no-change)",
  derived: true,
  questions: ["listen:*"],
  read(view) {
    const listens = view.records.filter(isListen);
    if (listens.length === 0) return unseen(view, this.questions, "an open subscription");
    const items = collect(heardIn(view), (heard): readonly Item[] => {
      const record = isOnListen(heard) ? heard.record : undefined;
      if (!record && !isMeantForOne(heard, view)) return [];
      const { kind } = heard;
      const method = methodOf(heard);
      const value = {
        kind,
        method: method ?? null,
        tag: record ? tagOf(metaIn(heard), record) : straySign(heard, listens),
        wish: record ? wish(heard, record) : "no-change",
      };
      return [derivedItem(heard, value, method)];
    });
    return seen(distinct(items), placesOf(listens));
  },
});

const straySign = (heard: Heard, listens: readonly ExchangeRecord[]): "same" | "retyped" | "other" | "none" => {
  const signs = listens
    .filter(({ exchange }) => exchange.conversation === heard.conversation)
    .map((record) => tagOf(metaIn(heard), record));
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
    if (!isChange(method) || method === undefined || heard.record?.method === "subscriptions/listen") return undefined;
    if (isTagged(heard) && isOnePipe(view) && belongsHere(heard, view)) return undefined;
    return derivedItem(heard, { method, tag: isTagged(heard) ? "foreign" : "none" }, method);
  },
);

const belongsHere = (heard: Heard, view: View): boolean =>
  view.records.some((record) => isListen(record) && record.exchange.conversation === heard.conversation);

/** What a server wrote before it read the cancellation is nobody's fault. */
const GRACE_MS = 50;

export const cancelledListens = defineFact({
  name: "cancelled_listens",
  doc: "Subscriptions that we cancelled on stdio after they had delivered something, and what came for them later.",
  type: "object: before (changes delivered), after (messages a while after the cancellation)",
  derived: true,
  questions: ["listen:*"],
  read(view) {
    if (view.transport !== undefined && view.transport !== "stdio")
      return inapplicable("over HTTP closing the stream is the cancellation", TRANSPORT);
    const listens = view.records.filter(isListen);
    if (listens.length === 0) return unseen(view, this.questions, "a subscription that is cancelled");
    const items = listens.flatMap((record) => silenceAfter(record, view));
    return seen(items, placesOf(listens));
  },
});

const silenceAfter = (record: ExchangeRecord, view: View): readonly Item[] => {
  const from = cancellationOf(record, view)?.exchange.timing?.start_ms;
  if (from === undefined) return [];
  const own = heardIn(view).filter((heard) => heard.record === record);
  const times = own.map((heard) => ({ heard, at: timeOf(heard, view) ?? 0 }));
  const before = times.filter(({ heard, at }) => at <= from && isChange(methodOf(heard))).length;
  const after = times.filter(({ at }) => at > from + GRACE_MS).length;
  return [derivedItem(placeOf(record), { before, after })];
};

const DEFECTS = [
  ["listen-rules:no-capabilities", "capabilities"],
  ["listen-rules:version", "version"],
  ["listen-rules:method", "header"],
] as const satisfies readonly (readonly [QuestionRef, string])[];

const defectOf = (record: ExchangeRecord): string | undefined => DEFECTS.find(([ref]) => isAsked(record, [ref]))?.[1];

/** The same answers; one that never came leaves the question open. */
const orGivenUp = (fact: Fact): Fact => ({
  ...fact,
  read(view) {
    const reading = fact.read(view);
    if (!reading.seen) return reading;
    const records = new Map(view.records.map((record) => [record.id, record]));
    return {
      ...reading,
      items: reading.items.map((item) => {
        const record = item.exchange === null ? undefined : records.get(item.exchange);
        const open = item.open ?? (record && listenAnswer(record).open);
        return open ? { ...item, open } : item;
      }),
    };
  },
});

export const malformedListen = orGivenUp(
  answersTo({
    name: "malformed_listen",
    doc: "The answers to subscriptions/listen without the notifications object, and with text in its place.",
    questions: ["malformed-listen:*"],
  }),
);

export const defectiveListen = orGivenUp(
  answersTo({
    name: "defective_listen",
    doc: "The answers to subscriptions/listen that breaks a rule for metadata, version or headers.",
    questions: DEFECTS.map(([ref]) => ref),
    label: defectOf,
    members: "defect (capabilities: missing in _meta; version: unknown; header: Mcp-Method names another method)",
    derived: ["defect"],
    add: (record) => ({ defect: { value: defectOf(record) ?? "none", at: "/request" } }),
    none: "no such request was sent",
  }),
);
