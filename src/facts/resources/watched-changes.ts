import { member, stringMember } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { recordsOf } from "../common/answers.ts";
import { defineFact } from "../common/define-fact.ts";
import { covers } from "../common/list-changes.ts";
import { heardIn } from "../common/messages.ts";
import { resultOf } from "../common/record-members.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../fact.ts";
import { askedUri } from "./reading.ts";
import { relationOf } from "./uris.ts";
import { isUpdate, watchedBy } from "./watching.ts";

/** A time in which someone wanted to hear of a resource, and the server could tell. */
interface Watch {
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
    return seen(items, placesOf(found.flat(), "/response/result"));
  },
});

const accepted = (record: ExchangeRecord): boolean => outcomeOf(record.exchange) === "result";

const answeredAt = ({ exchange }: ExchangeRecord): number | undefined => exchange.timing?.response_ms;

/** From the answer to resources/subscribe until resources/unsubscribe is sent. */
const subscriptions = (view: View): readonly Watch[] =>
  view.records.flatMap((record) => {
    const uri = record.method === "resources/subscribe" && accepted(record) ? askedUri(record) : undefined;
    const fromMs = answeredAt(record);
    if (uri === undefined || fromMs === undefined) return [];
    const { conversation } = record.exchange;
    const ends = view.records.flatMap((other) =>
      other.method === "resources/unsubscribe" &&
      other.exchange.conversation === conversation &&
      askedUri(other) === uri
        ? (other.exchange.timing?.start_ms ?? [])
        : [],
    );
    return [{ uri, conversation, fromMs, untilMs: Math.min(...ends) }];
  });

/** While a listen request that names the resource is open. */
const listenings = (view: View): readonly Watch[] =>
  recordsOf(view, ["listen:*", "listen-all"], ({ method }) => method === "subscriptions/listen").flatMap((record) => {
    const { timing, meanwhile = [], conversation } = record.exchange;
    const fromMs = meanwhile[0]?.at_ms;
    if (timing === undefined || fromMs === undefined) return [];
    const watch = { conversation: view.transport === "stdio" ? conversation : undefined, fromMs };
    return watchedBy(record).map((uri) => ({ ...watch, uri, untilMs: timing.end_ms }));
  });

const readsDuring = ({ uri, conversation, fromMs, untilMs }: Watch, view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => {
    const { timing, deliberate } = record.exchange;
    return (
      record.method === "resources/read" &&
      deliberate !== true &&
      accepted(record) &&
      askedUri(record) === uri &&
      (conversation === undefined || record.exchange.conversation === conversation) &&
      timing !== undefined &&
      timing.start_ms >= fromMs &&
      timing.end_ms <= untilMs
    );
  });

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
  return view.records.some(
    (record) =>
      record.exchange.http?.method === "GET" &&
      record.exchange.http.stream !== undefined &&
      record.exchange.conversation === first.exchange.conversation &&
      covers(record, from, until),
  );
};
