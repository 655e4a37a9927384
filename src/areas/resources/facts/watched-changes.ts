import { member, stringMember } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { covers } from "../../../judge/core/list-changes.ts";
import { collect, heardIn } from "../../../judge/core/messages.ts";
import { firstNotBelow, indexRecords, keyOf, ofMethod } from "../../../judge/core/record-index.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { askedUri } from "./reading.ts";
import { relationOf } from "./uris.ts";
import { isUpdate, watchedBy } from "./watching.ts";

/** A time in which someone wanted to hear of a resource, and the server could tell. */
interface Watch {
  readonly record: ExchangeRecord;
  readonly uri: string;
  /** Undefined: without sessions anybody's change is heard. */
  readonly conversation: string | undefined;
  readonly fromMs: number;
  readonly untilMs: number;
}

export const watchedChanges = defineFact({
  name: "watched_changes",
  doc: "Resources whose contents differed between two reads, while someone was subscribed to them and could be told.",
  type: "announced (how many notifications/resources/updated about it came)",
  derived: true,
  questions: ["subscribe", "unsubscribe", "listen:*", "listen-all"],
  read(view) {
    const watches = view.era === "stateful" ? subscriptions(view) : listenings(view);
    if (watches.length === 0) return unseen(view, this.questions, "a subscription to a resource");
    const found = watches.map((watch) => readsDuring(watch, view));
    const items = watches.flatMap((watch, index) => changeIn(watch, found[index] ?? [], view) ?? []);
    const asked = new Set(watches.map(({ record }) => record));
    return seen(items, [...placesOf([...asked], "/request"), ...placesOf(found.flat(), "/response/result")]);
  },
});

const accepted = (record: ExchangeRecord): boolean => outcomeOf(record.exchange) === "result";

const answeredAt = ({ exchange }: ExchangeRecord): number | undefined => exchange.timing?.response_ms;

/** From the answer to resources/subscribe until resources/unsubscribe is sent. */
const subscriptions = (view: View): readonly Watch[] =>
  collect(view.records, (record) => {
    const uri = record.method === "resources/subscribe" && accepted(record) ? askedUri(record) : undefined;
    const fromMs = answeredAt(record);
    if (uri === undefined || fromMs === undefined) return [];
    const { conversation } = record.exchange;
    const untilMs = view.once(firstEnds).get(keyOf(conversation, uri)) ?? Number.POSITIVE_INFINITY;
    return [{ record, uri, conversation, fromMs, untilMs }];
  });

/** When each resource was first unsubscribed from. */
const firstEnds = (view: View): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const record of ofMethod(view, "resources/unsubscribe")) {
    const { conversation, timing } = record.exchange;
    const key = keyOf(conversation, askedUri(record));
    if (timing) found.set(key, Math.min(found.get(key) ?? timing.start_ms, timing.start_ms));
  }
  return found;
};

/** While a listen request that names the resource is open. */
const listenings = (view: View): readonly Watch[] =>
  recordsOf(view, ["listen:*", "listen-all"], ({ method }) => method === "subscriptions/listen").flatMap((record) => {
    const { timing, meanwhile = [], conversation } = record.exchange;
    const fromMs = meanwhile[0]?.at_ms;
    if (timing === undefined || fromMs === undefined) return [];
    const watch = { record, conversation: view.transport === "stdio" ? conversation : undefined, fromMs };
    return watchedBy(record).map((uri) => ({ ...watch, uri, untilMs: timing.end_ms }));
  });

/** In the order of the capture. */
const readsDuring = ({ uri, conversation, fromMs, untilMs }: Watch, view: View): readonly ExchangeRecord[] => {
  const reads = view.once(readsByUri).get(uri) ?? [];
  const from = firstNotBelow(reads, startOf, fromMs);
  const to = Number.isFinite(untilMs) ? firstNotBelow(reads, startOf, untilMs + 1) : reads.length;
  view.spend(Math.max(0, to - from));
  return reads
    .slice(from, to)
    .filter(
      ({ exchange }) =>
        (conversation === undefined || exchange.conversation === conversation) &&
        exchange.timing !== undefined &&
        exchange.timing.end_ms <= untilMs,
    )
    .sort((left, right) => left.index - right.index);
};

const startOf = ({ exchange }: ExchangeRecord): number => exchange.timing?.start_ms ?? 0;

/** Reads that succeeded, by resource, in the order of asking. */
const readsByUri = (view: View): ReadonlyMap<string | undefined, readonly ExchangeRecord[]> => {
  const reads = ofMethod(view, "resources/read").filter(
    (record) => record.exchange.deliberate !== true && record.exchange.timing !== undefined && accepted(record),
  );
  return groupBy(
    [...reads].sort((left, right) => startOf(left) - startOf(right)),
    askedUri,
  );
};

const contentsOf = (record: ExchangeRecord): string => JSON.stringify(member(resultOf(record), "contents")) ?? "";

const changeIn = (watch: Watch, reads: readonly ExchangeRecord[], view: View): Item | undefined => {
  const [first] = reads;
  const changed = reads.find((record) => first && contentsOf(record) !== contentsOf(first));
  if (!first || !changed || !couldTell(first, changed, view)) return undefined;
  const announced = heardIn(view).filter(
    (heard) =>
      isUpdate(heard) &&
      (watch.conversation === undefined || heard.conversation === watch.conversation) &&
      relationOf(stringMember(member(heard.value, "params"), "uri") ?? "", watch.uri) !== "other",
  ).length;
  const place = placeOf(changed, "/response/result/contents");
  return { ...place, value: { announced }, parts: { announced: place.pointer }, name: watch.uri };
};

/** Over HTTP with sessions a stream has to be open for it; a pipe and a listen request carry it by themselves. */
const couldTell = (first: ExchangeRecord, changed: ExchangeRecord, view: View): boolean => {
  if (view.era === "stateless" || view.transport !== "streamable-http") return true;
  const from = first.exchange.timing?.start_ms ?? 0;
  const until = changed.exchange.timing?.end_ms ?? 0;
  return getStreams(view, keyOf(first.exchange.conversation)).some((record) => covers(record, from, until));
};

const getStreams = indexRecords(({ exchange: { http, conversation } }) =>
  http?.method === "GET" && http.stream !== undefined ? keyOf(conversation) : undefined,
);
