import { canonicalJson } from "../../json/canonical.ts";
import { type Json, member, stringMember } from "../../model/json.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../protocol/questions/questions.ts";
import { isAsked, recordsOf } from "../common/answers.ts";
import { defineFact } from "../common/define-fact.ts";
import { resultOf } from "../common/record-members.ts";
import { metaOf } from "../common/stateless-requests.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, type Item, placeOf, seen, type View } from "../fact.ts";

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
];

/** First pages that mcptest asked for under its own name. */
const isOwn = (record: ExchangeRecord): boolean =>
  isAsked(record, USUAL) && member(member(record.request, "params"), "cursor") === undefined;

/**
 * Only the first page is compared: which tools come on it is the same for everybody too. An offer that also changed
 * between two answers to mcptest itself changes with time, and not with names.
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

const compared = (record: ExchangeRecord, view: View): readonly Item[] => {
  const own = view.records
    .filter((one) => one.method === record.method && isOwn(one))
    .flatMap((one) => offerIn(one) ?? []);
  const [[mine], other] = [own, offerIn(record)];
  if (mine === undefined || other === undefined) return [];
  if (other !== mine && (own.length < 2 || own.some((offer) => offer !== mine))) return [];
  const client = stringMember(metaOf(record.request)?.[META_KEY.clientInfo], "name") ?? "";
  const value = { client, asked: record.method ?? "", offer: mine === other ? "same" : "other" };
  const parts = { client: "/request/params", asked: "/request/method", offer: "/response/result" };
  return [{ value, ...placeOf(record), name: client, parts }];
};
