import { toPointer } from "../../json/pointer.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, heardIn } from "../common/messages.ts";
import { META_KEYS } from "../common/modern.ts";
import { entriesOn, isListing } from "../common/walks.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import type { View } from "../view.ts";

/** What the server says of itself: in the initialize result, or in the `_meta` of results. */
const identities = (view: View): readonly Item[] =>
  distinct(
    heardIn(view).flatMap(({ value, exchange, pointer, seat }) => {
      const result = member(value, "result");
      const inMeta = member(member(result, "_meta"), META_KEYS.serverInfo);
      const inResult = seat?.method === "initialize" ? member(result, "serverInfo") : undefined;
      return [
        ...(inResult === undefined ? [] : [{ exchange, pointer: `${pointer}/result/serverInfo`, value: inResult }]),
        ...(inMeta === undefined
          ? []
          : [{ exchange, pointer: pointer + toPointer(["result", "_meta", META_KEYS.serverInfo]), value: inMeta }]),
      ];
    }),
  );

/** Everything with a name that a server lists, and the server itself. */
const definitions = (view: View): readonly Item[] =>
  distinct([...identities(view), ...view.seats.filter(isListing).flatMap(entriesOn)]);

const nothing = (view: View, what: string): Reading =>
  unseen(view, ["initialize", "server/discover", "tools/list", "resources/list", "prompts/list"], what);

export const serverIdentities: Fact = {
  name: "server_identities",
  doc: "Every different serverInfo the server sent, in its initialize result or in the _meta of results.",
  kind: "list",
  type: "Implementation, as sent",
  read(view) {
    const items = identities(view);
    const heard = heardIn(view);
    return heard.length === 0 ? nothing(view, "a message of the server's") : seen(items, heard.slice(0, 1));
  },
};

const memberOf = (item: Item, key: string): readonly Item[] => {
  const value = member(item.value, key);
  return value === undefined ? [] : [{ ...item, pointer: `${item.pointer}/${key}`, value }];
};

/** One member of everything that is defined. */
const memberFact = (head: Pick<Fact, "name" | "doc" | "type">, pick: (item: Item) => readonly Item[]): Fact => ({
  ...head,
  kind: "list",
  read(view) {
    const all = view.once(definitions);
    if (all.length === 0) return nothing(view, "anything that has a name");
    return seen(distinct(all.flatMap(pick)), all.slice(0, 3));
  },
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
