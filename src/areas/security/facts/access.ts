import { member, stringMember } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { CHANGED_WITH_TIME, type DatedList, isBefore, listingsIn } from "../../../judge/core/listings.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const METHODS: readonly QuestionRef[] = ["no-token-methods:*"];

export const anonymousMethods = defineFact({
  name: "anonymous_methods",
  doc: "The answers to lists and a subscription without credentials, where at least one of them is refused with 401.",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: METHODS,
  read(view) {
    const found = recordsOf(view, METHODS);
    const refused = found.some(({ exchange }) => exchange.http?.status === 401);
    if (found.length > 0 && !refused) return inapplicable("no method asks for credentials", placesOf(found));
    if (found.length === 0) return openOr(view);
    return seen(found.map((record) => answerItem(record, record.method, { beforeAuth: true })));
  },
});

/** Where no credentials were given and everything was served, no method asks for them. */
const openOr = (view: View) => {
  const { target } = view.capture;
  const served = view.records.find((record) => outcomeOf(record.exchange) === "result");
  return target?.kind === "http" && target.header_names.length === 0 && served
    ? inapplicable("the server asks for no credentials", [placeOf(served)])
    : unseen(view, METHODS, "a request without credentials");
};

const toolNames = (record: ExchangeRecord): readonly string[] => {
  const tools = member(resultOf(record), "tools");
  return Array.isArray(tools) ? tools.flatMap((tool) => stringMember(tool, "name") ?? []) : [];
};

const SPOOFED: readonly QuestionRef[] = ["spoofed-client"];

export const spoofedClient = defineFact({
  name: "tools_for_spoofed_client",
  doc: "Tools that are listed only to a client whose name sounds privileged: not before, and not after.",
  type: "string: the name of the tool",
  questions: SPOOFED,
  read(view) {
    const found = recordsOf(view, SPOOFED).filter(({ exchange }) => outcomeOf(exchange) === "result");
    const usual = view.records.filter(
      (record) => record.method === "tools/list" && record.exchange.deliberate !== true,
    );
    const names = new Set(usual.flatMap(toolNames));
    if (found.length === 0 || names.size === 0) return unseen(view, this.questions, "tools/list under another name");
    return seen(
      found.flatMap((record) =>
        extraTools(record, names).map((item) => (isFramed(record, view) ? item : { ...item, open: CHANGED })),
      ),
      placesOf(found, "/response/result/tools"),
    );
  },
});

const CHANGED: Item["open"] & object = { ...CHANGED_WITH_TIME, except: [] };

/** The list was read in full before and after, and was the same: time alone did not change it. */
const isFramed = (record: ExchangeRecord, view: View): boolean => {
  const spoofed: DatedList = { records: [record], set: "" };
  const lists = listingsIn(view)
    .filter(({ method, ending }) => method === "tools/list" && ending === "last page")
    .map(({ records }): DatedList => ({ records, set: JSON.stringify(records.flatMap(toolNames).sort()) }));
  return lists.some(
    (before) =>
      isBefore(before, spoofed) && lists.some((after) => isBefore(spoofed, after) && after.set === before.set),
  );
};

const extraTools = (record: ExchangeRecord, usual: ReadonlySet<string>): readonly Item[] => {
  const tools = member(resultOf(record), "tools");
  return (Array.isArray(tools) ? tools : []).flatMap((tool, index): readonly Item[] => {
    const name = stringMember(tool, "name");
    if (name === undefined || usual.has(name)) return [];
    return [{ ...placeOf(record, `/response/result/tools/${index}/name`), value: name, name }];
  });
};
