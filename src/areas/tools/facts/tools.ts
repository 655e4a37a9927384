import { isJsonObject, type Json, valueAt } from "../../../base/json.ts";
import { isWrittenAlike } from "../../../base/shortened-text.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Item, placesOf, seen } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { listChangedFact } from "../../../judge/core/list-changes.ts";
import { listNotifications } from "../../../judge/core/list-notifications.ts";
import { cursorOf, entriesOn, listingsIn } from "../../../judge/core/listings.ts";
import { unadvertised } from "../../../judge/core/unadvertised.ts";
import { unseen } from "../../../judge/core/unseen.ts";

export const toolsList = answersTo({
  name: "tools_list",
  doc: "The answers to tools/list without a cursor: without params, with empty params, and once more at the end.",
  questions: ["tools/list", "tools/list-empty-params", "tools/list-again"],
  where: (record) => record.method === "tools/list" && cursorOf(record) === undefined,
});

/** The same entry on two pages is a matter of paging; two entries under one name are not. */
export const repeatedTools = defineFact({
  name: "repeated_tools",
  doc: "Tools whose name another tool has, on the same page or with another definition on an earlier one.",
  type: "Tool, as listed",
  questions: ["tools/list"],
  read(view) {
    const listings = listingsIn(view).filter(({ method }) => method === "tools/list");
    const pages = listings.flatMap(({ records }) => records).filter((record) => entriesOn(record).length > 0);
    if (pages.length === 0) return unseen(view, this.questions, "a list of tools");
    const repeated = listings.flatMap(({ records }) => {
      const known = new Map<string, { page: number; value: Json }>();
      return records.flatMap((record, page) =>
        entriesOn(record).filter((item) => {
          if (item.name === undefined) return false;
          const before = known.get(item.name);
          known.set(item.name, { page, value: item.value });
          return before !== undefined && (before.page === page || !isWrittenAlike(before.value, item.value));
        }),
      );
    });
    return seen(repeated, placesOf(pages.slice(0, 3), "/response/result/tools"));
  },
});

export const unadvertisedTools = unadvertised({
  name: "unadvertised_tools",
  doc: "The tools that are listed although the server does not advertise tools.",
  type: "Tool, as listed",
  capability: "tools",
  methods: ["tools/list"],
  questions: ["tools/list-absent"],
  served: entriesOn,
});

export const toolListChanged = listChangedFact("tool_list_changed", "tools");

export const toolListChanges = listNotifications("tool_list_changes", "tool");

const LIST_CHANGED = "notifications/tools/list_changed";

export const undeclaredToolListChanges = defineFact({
  name: "undeclared_tool_list_changes",
  doc: "notifications/tools/list_changed from a server that does not declare tools.listChanged.",
  type: "message",
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return advertised;
    const shown = advertised.items.map(({ exchange, pointer }) => ({ exchange, pointer }));
    if (advertised.items.some(({ value }) => valueAt(value, "tools", "listChanged") === true)) return seen([], shown);
    const heard = view.read(toolListChanges);
    const items: readonly Item[] = heard.seen ? heard.items : [];
    return seen(
      items.filter(({ value }) => isJsonObject(value) && value["method"] === LIST_CHANGED),
      shown,
    );
  },
});
