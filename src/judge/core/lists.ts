import { isJsonObject } from "../../base/json.ts";
import type { ListMethod } from "../../protocol/methods.ts";
import { defineFact } from "./define-fact.ts";
import { resultItem } from "./derived-item.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, placesOf, seen, type View } from "./fact.ts";
import { entriesOn, isListRequest } from "./listings.ts";
import { collect } from "./messages.ts";
import { ofMethod } from "./record-index.ts";
import { resultOf } from "./record-members.ts";
import { unseen } from "./unseen.ts";

/** The pages a list was answered with. Requests that were wrong on purpose do not count, whatever they got. */
export const pagesOf = (view: View, method: string): readonly ExchangeRecord[] =>
  ofMethod(view, method).filter((record) => record.exchange.deliberate !== true && isJsonObject(resultOf(record)));

/** The pages of every list. */
export const answeredPages = (view: View): readonly ExchangeRecord[] => view.once(pickAnswered);

const pickAnswered = (view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => isListRequest(record) && isJsonObject(resultOf(record)));

/**
 * The same without pages that an earlier one repeats to the letter: whatever is looked for on them was found before. A
 * list is read on every connection, and most of the time it is the same.
 */
export const differentPages = (view: View): readonly ExchangeRecord[] => view.once(pickDifferent);

const pickDifferent = (view: View): readonly ExchangeRecord[] =>
  distinct(answeredPages(view).map((record) => ({ ...resultItem(record), record }))).map(({ record }) => record);

/** Every entry of a list that was read, once. */
export const entriesOf = (view: View, method: ListMethod): readonly Item[] =>
  distinct(collect(differentPages(view), (record) => (record.method === method ? entriesOn(record) : undefined)));

/** Everything a server lists under one method, over all pages and all times it was asked; the same entry once. */
export const listFact = (method: ListMethod, head: Pick<Fact, "name" | "doc" | "type">): Fact =>
  defineFact({
    ...head,
    questions: [method],
    read(view) {
      const pages = pagesOf(view, method);
      if (pages.length === 0) return unseen(view, this.questions, `an answered ${method}`);
      return seen(entriesOf(view, method), placesOf(pages, "/response/result"));
    },
  });
