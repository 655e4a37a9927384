import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { pageOf } from "../../../capture/app-tool.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen } from "../../../judge/core/fact.ts";
import { isToolResult, toolOf } from "../../../judge/core/facts/calls.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { APPS_EXTENSION } from "../../../protocol/extension-ids.ts";
import { appToolsIn, listsOfTools, namesWithPage, PAGE_SCHEME } from "./app-log.ts";

export const appTools = defineFact({
  name: "app_tools",
  doc: "Every tool with metadata for apps, and whether the client that was shown it had declared that it can show apps.",
  type: "ui (as sent), page (the uri it names), scheme (ui or other), form (nested, flat or both), client (declared or not-declared)",
  derived: ["page", "scheme", "form", "client"],
  questions: ["tools/list", "app-tools"],
  words: {
    other: "an address that does not begin with ui://",
    flat: "only the key ui/resourceUri, which is deprecated",
    "not-declared": "a tool with a page, shown to a client that had not declared that it can show apps",
  },
  read(view) {
    const lists = listsOfTools(view);
    if (lists.length === 0) return unseen(view, ["tools/list"], "an answered tools/list");
    const items = appToolsIn(view).map(({ record, pointer, tool, name, client }): Item => {
      const meta = member(tool, "_meta");
      const ui = member(meta, "ui");
      const page = pageOf(tool);
      const flat = member(meta, "ui/resourceUri") !== undefined;
      const nested = member(ui, "resourceUri") !== undefined;
      return {
        exchange: record.id,
        pointer: `${pointer}/_meta`,
        name,
        parts: { ui: `${pointer}/_meta/ui` },
        value: {
          ...(ui === undefined ? {} : { ui }),
          ...(page === undefined ? {} : { page, scheme: page.startsWith(PAGE_SCHEME) ? "ui" : "other" }),
          ...(flat || nested ? { form: flat ? (nested ? "both" : "flat") : "nested" } : {}),
          client,
        },
      };
    });
    return seen(distinct(items), placesOf(lists.slice(0, 3), "/response/result/tools"));
  },
});

/** What a tool with a page gives to whoever cannot see it. */
export const appCalls = defineFact({
  name: "app_calls",
  doc: "The results of calls of tools that name a page: what their content holds, and whether the client had declared that it can show apps.",
  type: "content (blocks, blank, empty or none), client (declared or not-declared)",
  derived: ["content", "client"],
  questions: ["app-call:#", "call", "app-tools"],
  words: {
    blank: "content of blank text alone",
    empty: "no block of content",
    none: "no array content",
  },
  read(view) {
    const withPage = namesWithPage(view);
    const own = new Set(recordsOf(view, ["app-call:*"]).map(({ id }) => id));
    const calls = view.records.filter((record) => isToolResult(record) && withPage.has(toolOf(record) ?? ""));
    if (calls.length === 0) return unseen(view, ["app-call"], "a call of a tool that names a page");
    return seen(
      distinct(
        calls.map((record) => ({
          ...placeOf(record, "/response/result"),
          name: toolOf(record),
          parts: { content: "/response/result" },
          value: { content: kindOf(record), client: own.has(record.id) ? "declared" : "not-declared" },
        })),
      ),
    );
  },
});

const kindOf = (record: ExchangeRecord): string => {
  const content = member(resultOf(record), "content");
  if (!Array.isArray(content)) return "none";
  if (content.length === 0) return "empty";
  return content.some((block) => !isBlank(block)) ? "blocks" : "blank";
};

/** A text that says nothing; any other kind of block shows something. */
const isBlank = (block: Json): boolean =>
  stringMember(block, "type") === "text" && (stringMember(block, "text") ?? "").trim() === "";

/** Whether a server with apps says so. */
export const appDeclaration = defineFact({
  name: "app_declaration",
  doc: "Whether a server with tools that name a page declares the apps extension among its capabilities.",
  type: "declared or not-declared",
  derived: true,
  questions: ["server/discover", "initialize", "tools/list"],
  words: { "not-declared": "no io.modelcontextprotocol/ui in capabilities.extensions" },
  read(view) {
    const reading = view.read(capabilities);
    if (!reading.seen) return reading;
    if (namesWithPage(view).size === 0) return unseen(view, ["app-tools"], "a tool that names a page");
    return seen(
      reading.items.map((item) => ({
        exchange: item.exchange,
        pointer: item.pointer,
        value: isJsonObject(valueAt(item.value, "extensions", APPS_EXTENSION)) ? "declared" : "not-declared",
      })),
    );
  },
});
