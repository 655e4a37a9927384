import { isJsonObject, type Json, member, valueAt } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Fact, type Item, seen, type View } from "../../../judge/core/fact.ts";
import { entriesOn } from "../../../judge/core/listings.ts";
import { differentPages } from "../../../judge/core/lists.ts";
import { collect, heardIn, memberOf } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** What the server says of itself: in the initialize result, or in the `_meta` of results. */
const identities = (view: View): readonly Item[] =>
  distinct(
    collect(heardIn(view), ({ value, exchange, pointer, record }): readonly Item[] | undefined => {
      const result = member(value, "result");
      const inMeta = valueAt(result, "_meta", META_KEY.serverInfo);
      const inResult = record?.method === "initialize" ? member(result, "serverInfo") : undefined;
      if (inMeta === undefined && inResult === undefined) return undefined;
      return [
        ...(inResult === undefined ? [] : [{ exchange, pointer: `${pointer}/result/serverInfo`, value: inResult }]),
        ...(inMeta === undefined
          ? []
          : [{ exchange, pointer: pointer + toPointer(["result", "_meta", META_KEY.serverInfo]), value: inMeta }]),
      ];
    }),
  );

/** Everything with a name that a server lists, and the server itself. */
const definitions = (view: View): readonly Item[] =>
  distinct([...view.once(identities), ...collect(differentPages(view), entriesOn)]);

const DEFINING: readonly QuestionRef[] = [
  "initialize",
  "server/discover",
  "tools/list",
  "resources/list",
  "prompts/list",
];

export const serverIdentities = defineFact({
  name: "server_identities",
  doc: "Every different serverInfo the server sent, in its initialize result or in the _meta of results.",
  type: "Implementation, as sent",
  questions: DEFINING,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's");
    return seen(view.once(identities), heard.slice(0, 1));
  },
});

/** One member of everything that is defined. */
const memberFact = (head: Pick<Fact, "name" | "doc" | "type">, pick: (item: Item) => readonly Item[]): Fact =>
  defineFact({
    ...head,
    questions: DEFINING,
    among: (view) => view.once(definitions),
    missing: "anything that has a name",
    each: pick,
    distinct: true,
    looked: (all) => all.slice(0, 3),
  });

export const icons = memberFact(
  {
    name: "icons",
    doc: "Every icons member: of the server, tools, resources, templates and prompts.",
    type: "array of Icon, as sent",
  },
  (item) => memberOf(item, "icons"),
);

export const titles = memberFact(
  {
    name: "titles",
    doc: "Every title: of the server, tools, resources, templates, prompts and their arguments.",
    type: "title, as sent",
  },
  (item) => [...memberOf(item, "title"), ...argumentTitles(item)],
);

const argumentTitles = (item: Item): readonly Item[] => {
  const given: Json | undefined = member(item.value, "arguments");
  if (!Array.isArray(given)) return [];
  return given.flatMap((one, index) =>
    isJsonObject(one) ? memberOf({ ...item, pointer: `${item.pointer}/arguments/${index}`, value: one }, "title") : [],
  );
};
