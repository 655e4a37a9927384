import { canonicalJson } from "../../../base/canonical.ts";
import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { type DatedList, isBefore } from "../../../judge/core/listings.ts";
import { collect } from "../../../judge/core/messages.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** What a server offers, without what may change from one answer to the next; lists have no order of their own. */
const offerIn = (record: ExchangeRecord): string | undefined => {
  const result = resultOf(record);
  if (result === undefined) return undefined;
  if (record.method === "server/discover")
    return text([member(result, "capabilities"), sorted(member(result, "supportedVersions"))]);
  const tools = member(result, "tools");
  return Array.isArray(tools) ? text([sorted(tools.map((tool) => stringMember(tool, "name") ?? null))]) : undefined;
};

const sorted = (values: Json | undefined): Json | undefined =>
  Array.isArray(values) ? [...new Set(values.map((value) => JSON.stringify(value)))].sort() : values;

const text = (values: readonly (Json | undefined)[]): string | undefined => {
  try {
    return canonicalJson(values.map((value) => value ?? null));
  } catch {
    return undefined;
  }
};

const STEPS: readonly QuestionRef[] = ["client-name:*", "no-client-info"];
const USUAL: readonly QuestionRef[] = [
  "server/discover",
  "tools/list",
  "settle-era",
  "settle-era:list",
  "fresh-tools/list",
  "tools/list-again",
];

/** First pages that mcptest asked for under its own name; discovery is also how it sees that a server still answers. */
const isOwn = (record: ExchangeRecord): boolean =>
  (isAsked(record, USUAL) && valueAt(record.request, "params", "cursor") === undefined) ||
  (record.method === "server/discover" && record.step?.endsWith("-control") === true);

/**
 * Only the first page is compared: which tools come on it is the same for everybody too. An offer that also changed
 * between two answers to mcptest itself, or was not seen to be as before afterwards, may change with time and not with names.
 */
export const clientNames = defineFact({
  name: "client_names",
  doc: "What is offered to clients of other names, compared with what mcptest is offered under its own.",
  type: "object: client, asked (method), offer (same, other)",
  derived: ["offer"],
  words: { other: "something else than mcptest is offered under its own name" },
  questions: STEPS,
  read(view) {
    const found = recordsOf(view, STEPS);
    const items = found.flatMap((record) => compared(record, view));
    return items.length === 0 ? unseen(view, this.questions, "answers to clients of other names") : seen(items);
  },
});

interface Own {
  readonly mine: string;
  readonly offers: readonly DatedList[];
  readonly isSteady: boolean;
}

/** What mcptest was offered under each method: first, each time, and whether always the same. */
const ownOffers = (view: View): ReadonlyMap<string | undefined, Own> => {
  const offers = collect(view.records, (record): readonly DatedList[] => {
    const set = isOwn(record) ? offerIn(record) : undefined;
    return set === undefined ? [] : [{ records: [record], set }];
  });
  return new Map(
    [...groupBy(offers, ({ records: [record] }) => record?.method)].map(([method, own]) => {
      const mine = own[0]?.set ?? "";
      return [method, { mine, offers: own, isSteady: own.every(({ set }) => set === mine) }];
    }),
  );
};

const compared = (record: ExchangeRecord, view: View): readonly Item[] => {
  const own = view.once(ownOffers).get(record.method);
  const other = offerIn(record);
  if (own === undefined || other === undefined) return [];
  const { mine, offers, isSteady } = own;
  view.spend(offers.length);
  const asked: DatedList = { records: [record], set: other };
  const isFramed = offers.some((one) => isBefore(one, asked)) && offers.some((one) => isBefore(asked, one));
  if (other !== mine && !(isFramed && isSteady)) return [];
  const client = stringMember(metaOf(record.request)?.[META_KEY.clientInfo], "name") ?? "";
  const value = { client, asked: record.method ?? "", offer: mine === other ? "same" : "other" };
  const parts = { client: "/request/params", asked: "/request/method", offer: "/response/result" };
  return [{ value, ...placeOf(record), name: client, parts }];
};
