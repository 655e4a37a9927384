import { member, valueAt } from "../../base/json.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, seen, type View } from "./fact.ts";
import { entriesOn, firstPages, type Listing, listingsIn } from "./listings.ts";
import { type Heard, heardIn } from "./messages.ts";
import { paramsOf } from "./record-members.ts";
import { unseen } from "./unseen.ts";

type ListName = "tools" | "prompts" | "resources";

/** Lists that differ from the one read before, where the server had a channel to tell of it. */
export const listChangedFact = (name: string, list: ListName): Fact => ({
  name,
  doc: `Changes of the list of ${list} between two times it was read, while a stream was open on which to announce them.`,
  kind: "observations",
  type: `announced (how many notifications/${list}/list_changed came)`,
  derived: true,
  questions: [`${list}/list`],
  read(view) {
    const listings = listingsIn(view).filter(
      ({ method, ending }) => method === `${list}/list` && ending === "last page",
    );
    if (listings.length === 0) return unseen(view, this.questions, `a complete list of ${list}`);
    const texts = new Map<Listing, string>();
    const text = (listing: Listing): string => {
      const known = texts.get(listing) ?? textOf(listing);
      texts.set(listing, known);
      return known;
    };
    const last = new Map<string | undefined, Listing>();
    const items = listings.flatMap((listing) => {
      const before = last.get(listing.conversation);
      last.set(listing.conversation, listing);
      return before && text(before) !== text(listing) ? changeItem(list, listing, before, view) : [];
    });
    return seen(items, firstPages(listings));
  },
});

const textOf = ({ records }: Listing): string =>
  JSON.stringify(records.flatMap((record) => entriesOn(record).map(({ value }) => JSON.stringify(value))).sort());

const changeItem = (list: ListName, listing: Listing, before: Listing, view: View): readonly Item[] => {
  const method = `notifications/${list}/list_changed`;
  const announced = heardIn(view).filter(
    (heard) => member(heard.value, "method") === method && isFor(heard, listing, view),
  );
  const [first] = listing.records;
  if (!first || (announced.length === 0 && !couldTell(list, listing, before, view))) return [];
  const place = placeOf(first, "/response/result");
  return [{ ...place, value: { announced: announced.length }, parts: { announced: place.pointer } }];
};

/** A session hears of its own changes; without sessions any stream that listens does. */
const isFor = (heard: Heard, { conversation }: Listing, { era }: View): boolean =>
  era === "stateless" || heard.conversation === conversation;

/** On a pipe it always could. Over HTTP a stream has to be open from before the change until after it. */
const couldTell = (list: ListName, listing: Listing, before: Listing, view: View): boolean => {
  if (view.era === "stateful" && view.transport !== "streamable-http") return true;
  const from = before.records.at(-1)?.exchange.timing?.end_ms;
  const until = listing.records[0]?.exchange.timing?.start_ms;
  if (from === undefined || until === undefined) return false;
  const streams = view.once(streamRecords);
  return streams.some((record) => isStream(list, record, listing, view) && covers(record, from, until));
};

/** Where a server may tell of a change: a stream it can speak on, or a request to listen. */
const streamRecords = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => record.exchange.http?.method === "GET" || member(paramsOf(record), "notifications") !== undefined,
  );

export const covers = ({ exchange }: ExchangeRecord, from: number, until: number): boolean =>
  exchange.timing !== undefined && exchange.timing.start_ms <= from && exchange.timing.end_ms >= until;

const isStream = (list: ListName, record: ExchangeRecord, listing: Listing, { era, transport }: View): boolean => {
  const { http, conversation } = record.exchange;
  if (era === "stateful")
    return http?.method === "GET" && http.stream !== undefined && conversation === listing.conversation;
  // Another process need not know of a change in this one.
  if (transport === "stdio" && conversation !== listing.conversation) return false;
  return valueAt(paramsOf(record), "notifications", `${list}ListChanged`) === true;
};
