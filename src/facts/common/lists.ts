import { isJsonObject } from "../../model/json.ts";
import type { ListMethod } from "../../protocol/questions/list-questions.ts";
import { type ExchangeRecord, type Fact, placesOf, seen, type View } from "../fact.ts";
import { defineFact } from "./define-fact.ts";
import { entriesOn } from "./listings.ts";
import { distinct } from "./messages.ts";
import { resultOf } from "./record-members.ts";
import { unseen } from "./unseen.ts";

/** The pages a list was answered with. Requests that were wrong on purpose do not count, whatever they got. */
export const pagesOf = (view: View, method: string): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => record.method === method && record.exchange.deliberate !== true && isJsonObject(resultOf(record)),
  );

/** Everything a server lists under one method, over all pages and all times it was asked; the same entry once. */
export const listFact = (method: ListMethod, head: Pick<Fact, "name" | "doc" | "type">): Fact =>
  defineFact({
    ...head,
    questions: [method],
    read(view) {
      const pages = pagesOf(view, method);
      if (pages.length === 0) return unseen(view, this.questions, `an answered ${method}`);
      return seen(distinct(pages.flatMap(entriesOn)), placesOf(pages, "/response/result"));
    },
  });
