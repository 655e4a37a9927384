import { isJsonObject, type Json, member } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { listNotifications } from "../common/list-notifications.ts";
import { listFact } from "../common/lists.ts";
import { unadvertised } from "../common/unadvertised.ts";
import { cursorOf, entriesOn, walksIn } from "../common/walks.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";
import { placeOf } from "../view.ts";

export const tools = listFact({
  name: "tools",
  doc: "Every tool the server lists, over all pages.",
  type: "Tool, as listed",
  method: "tools/list",
  key: "tools",
  label: "name",
});

export const toolsList = answersTo({
  name: "tools_list",
  doc: "The answers to tools/list without a cursor: without params, with empty params, and once more at the end.",
  steps: ["tools/list", "tools/list-empty-params", "tools/list-again"],
  where: (seat) => seat.method === "tools/list" && cursorOf(seat) === undefined,
});

/** The same entry on two pages is a matter of paging; two entries under one name are not. */
export const repeatedTools: Fact = {
  name: "repeated_tools",
  doc: "Tools whose name another tool has, on the same page or with another definition on an earlier one.",
  kind: "list",
  type: "Tool, as listed",
  read(view) {
    const walks = walksIn(view).filter(({ method }) => method === "tools/list");
    const pages = walks.flatMap(({ seats }) => seats).filter((seat) => entriesOn(seat).length > 0);
    if (pages.length === 0) return unseen(view, ["tools/list"], "a list of tools");
    const repeated = walks.flatMap(({ seats }) => {
      const known = new Map<string, { page: number; value: Json }>();
      return seats.flatMap((seat, page) =>
        entriesOn(seat).filter((item) => {
          if (item.name === undefined) return false;
          const before = known.get(item.name);
          known.set(item.name, { page, value: item.value });
          return before !== undefined && (before.page === page || !isSameText(before.value, item.value));
        }),
      );
    });
    return seen(
      repeated,
      pages.slice(0, 3).map((seat) => placeOf(seat, "/response/result/tools")),
    );
  },
};

const isSameText = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right);

export const unadvertisedTools = unadvertised({
  name: "unadvertised_tools",
  doc: "The tools that are listed although the server does not advertise tools.",
  type: "Tool, as listed",
  capability: "tools",
  methods: ["tools/list"],
  steps: ["tools/list-absent"],
  served: entriesOn,
});

export const toolListChanges = listNotifications("tool_list_changes", "tool");

const LIST_CHANGED = "notifications/tools/list_changed";

export const undeclaredToolListChanges: Fact = {
  name: "undeclared_tool_list_changes",
  doc: "notifications/tools/list_changed from a server that does not declare tools.listChanged.",
  kind: "list",
  type: "message",
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return advertised;
    const shown = advertised.items.map(({ exchange, pointer }) => ({ exchange, pointer }));
    if (advertised.items.some(({ value }) => member(member(value, "tools"), "listChanged") === true))
      return seen([], shown);
    const heard = view.read(toolListChanges);
    const items: readonly Item[] = heard.seen ? heard.items : [];
    return seen(
      items.filter(({ value }) => isJsonObject(value) && value["method"] === LIST_CHANGED),
      shown,
    );
  },
};
