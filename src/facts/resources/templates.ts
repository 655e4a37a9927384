import { type Json, member, stringMember } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem, mediaType } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { extendAnswers } from "../common/extend-answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { pagesOf } from "../common/lists.ts";
import { cursorOf, nextCursorOf } from "../common/walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { resourceTemplates, TEMPLATES } from "./lists.ts";
import { askedUri, sameOr } from "./reading.ts";
import { isExpansionOf } from "./uris.ts";

export const templateReads = extendAnswers(
  answersTo({
    name: "template_reads",
    doc: "The answers to resources/read of one expansion of a listed template.",
    steps: [/^read-template(?:-\d+)?$/],
    label: askedUri,
  }),
  {
    members:
      "values (suggested by the server's completion, or made-up), mime_type (same or other than the template's; absent unless both say one)",
    derived: ["values", "mime_type"],
    add: (seat, view, { result }) => {
      const type = mimeType(seat, view, result);
      return {
        values: { value: suggested(seat, view) ? "suggested" : "made-up", at: "/request/params/uri" },
        ...(type === undefined ? {} : { mime_type: { value: type, at: "/response/result/contents" } }),
      };
    },
    none: "no expansion was read",
  },
);

/** One variable, filled with a value of the server's. Several might each be right and not go together. */
const suggested = (seat: Seat, view: View): boolean => {
  const asked = view.seats.filter(
    ({ step, exchange }) => step === `${seat.step}-complete` && exchange.conversation === seat.exchange.conversation,
  );
  const [only] = asked;
  if (asked.length !== 1 || !only) return false;
  const values = member(member(member(only.exchange.response, "result"), "completion"), "values");
  return Array.isArray(values) && typeof values[0] === "string";
};

const mimeType = (seat: Seat, view: View, result: Json | undefined): "same" | "other" | undefined => {
  const template = templateOf(view, askedUri(seat));
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
  steps: ["read-template", /^read-template-\d+-unreal$/],
  label: askedUri,
});

/** The second and later pages of resources/templates/list, asked for with cursors that the server issued. */
export const templatePages: Fact = {
  name: "template_pages",
  doc: "The answers to resources/templates/list with a cursor that an earlier page named.",
  kind: "observations",
  type: `${ANSWER_TYPE}, page (new, or repeated: the entries of the page that named the cursor)`,
  derived: ["outcome", "page"],
  read(view) {
    const pages = pagesOf(view, TEMPLATES.method);
    const items = laterPages(view, pages);
    if (items.length > 0) return seen(items);
    if (pages.length === 0) return unseen(view, [TEMPLATES.method], "an answered resources/templates/list");
    return inapplicable(
      "no page of resources/templates/list names a further one",
      pages.map((seat) => placeOf(seat, "/response/result")),
    );
  },
};

const laterPages = (view: View, pages: readonly Seat[]): readonly Item[] =>
  seatsOf(view, [/^(?:fresh-)?resources\/templates\/list(?:-again)?-page-\d+$/], isLaterPage).flatMap((seat) => {
    const cursor = cursorOf(seat);
    const before = pages.find(
      (page) => page.exchange.conversation === seat.exchange.conversation && nextCursorOf(page) === cursor,
    );
    if (!before) return [];
    const item = answerItem(seat, view);
    const entries = entriesText(seat);
    const page = entries !== undefined && entries === entriesText(before) ? "repeated" : "new";
    return [
      {
        ...item,
        value: { ...(item.value as Record<string, Json>), page },
        parts: { ...item.parts, page: "/response/result/resourceTemplates" },
      },
    ];
  });

const isLaterPage = (seat: Seat): boolean => seat.method === TEMPLATES.method && typeof cursorOf(seat) === "string";

const entriesText = ({ exchange }: Seat): string | undefined => {
  const entries = member(member(exchange.response, "result"), TEMPLATES.key);
  return Array.isArray(entries) && entries.length > 0 ? JSON.stringify(entries) : undefined;
};
