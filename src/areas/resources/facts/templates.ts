import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, mediaType } from "../../../judge/core/answer.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import { type ExchangeRecord, type Fact, type Item, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { resourceTemplates } from "../../../judge/core/facts/listed.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { cursorOf, methodsThatTakeCursors, nextCursorOf } from "../../../judge/core/listings.ts";
import { pagesOf } from "../../../judge/core/lists.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { askedUri, sameOr } from "./reading.ts";
import { isExpansionOf } from "./uris.ts";

export const templateReads = answersTo({
  name: "template_reads",
  doc: "The answers to resources/read of one expansion of a listed template.",
  questions: ["read-template:#"],
  label: askedUri,
  members:
    "values (suggested by the server's completion, or made-up), mime_type (same or other than the template's; absent unless both say one)",
  derived: ["values", "mime_type"],
  words: { other: "another MIME type than the template's" },
  add: (record, view, { result }) => {
    const type = mimeType(record, view, result);
    return {
      values: { value: suggested(record, view) ? "suggested" : "made-up", at: "/request/params/uri" },
      ...(type === undefined ? {} : { mime_type: { value: type, at: "/response/result/contents" } }),
    };
  },
  none: "no expansion was read",
});

/** One variable, filled with a value of the server's. Several might each be right and not go together. */
const suggested = (record: ExchangeRecord, view: View): boolean => {
  const asked = recordsOf(view, ["read-template:#-complete"]).filter(
    ({ step, exchange }) =>
      step?.startsWith(`${record.step}-`) === true && exchange.conversation === record.exchange.conversation,
  );
  const [only] = asked;
  if (asked.length !== 1 || !only) return false;
  const values = valueAt(resultOf(only), "completion", "values");
  return Array.isArray(values) && typeof values[0] === "string";
};

const mimeType = (record: ExchangeRecord, view: View, result: Json | undefined): "same" | "other" | undefined => {
  const template = templateOf(view, askedUri(record));
  const promised = mediaType(member(template, "mimeType"));
  const contents = member(result, "contents");
  const types = (Array.isArray(contents) ? contents : []).flatMap(
    (entry) => mediaType(member(entry, "mimeType")) ?? [],
  );
  if (promised === undefined || types.length === 0) return undefined;
  return sameOr(types.every((type) => type === promised));
};

/** The only listed template the uri can come from. */
const templateOf = (view: View, uri: string | undefined): Json | undefined => {
  const reading = view.read(resourceTemplates);
  if (!reading.seen || uri === undefined) return undefined;
  const found = reading.items.filter(({ value }) => isExpansionOf(uri, stringMember(value, "uriTemplate") ?? "{}"));
  return found.length === 1 ? found[0]?.value : undefined;
};

export const unrealExpansions = answersTo({
  name: "unreal_expansions",
  doc: "The answers to resources/read of expansions whose values name nothing real.",
  questions: ["read-template:#-unreal"],
  label: askedUri,
});

/** The second and later pages of resources/templates/list, asked for with cursors that the server issued. */
export const templatePages: Fact = {
  name: "template_pages",
  doc: "The answers to resources/templates/list with a cursor that an earlier page named.",
  kind: "observations",
  type: `${ANSWER_TYPE}, page (new, or repeated: the entries of the page that named the cursor), cursors (taken: some cursor got a page, refused: none did)`,
  derived: ["outcome", "page", "cursors"],
  questions: ["resources/templates/list"],
  read(view) {
    const pages = pagesOf(view, "resources/templates/list");
    const items = laterPages(view, pages);
    if (items.length > 0) return seen(items);
    if (pages.length === 0) return unseen(view, this.questions, "an answered resources/templates/list");
    return inapplicable("no page of resources/templates/list names a further one", placesOf(pages, "/response/result"));
  },
};

const laterPages = (view: View, pages: readonly ExchangeRecord[]): readonly Item[] =>
  recordsOf(
    view,
    [
      "resources/templates/list:page-#",
      "resources/templates/list-again:page-#",
      "fresh-resources/templates/list:page-#",
    ],
    isLaterPage,
  ).flatMap((record) => {
    const cursor = cursorOf(record);
    const before = pages.find(
      (page) => page.exchange.conversation === record.exchange.conversation && nextCursorOf(page) === cursor,
    );
    if (!before) return [];
    const item = answerItem(record);
    const entries = entriesText(record);
    const page = entries !== undefined && entries === entriesText(before) ? "repeated" : "new";
    const cursors = view.once(methodsThatTakeCursors).has(record.method) ? "taken" : "refused";
    return [
      {
        ...item,
        value: { ...(item.value as Record<string, Json>), page, cursors },
        parts: { ...item.parts, page: "/response/result/resourceTemplates", cursors: "/response" },
      },
    ];
  });

const isLaterPage = (record: ExchangeRecord): boolean =>
  record.method === "resources/templates/list" && typeof cursorOf(record) === "string";

const entriesText = ({ exchange }: ExchangeRecord): string | undefined => {
  const entries = valueAt(exchange.response, "result", "resourceTemplates");
  return Array.isArray(entries) && entries.length > 0 ? JSON.stringify(entries) : undefined;
};
