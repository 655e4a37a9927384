import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import type { Limits } from "../../model/limits.ts";
import type { Talk } from "../talk/talk.ts";

interface ListMethod {
  readonly method: string;
  /** The capability that says the server offers it. */
  readonly capability: string;
  /** The member of the result that holds the items. */
  readonly items: string;
}

const LIST_METHODS: readonly ListMethod[] = [
  { method: "tools/list", capability: "tools", items: "tools" },
  { method: "resources/list", capability: "resources", items: "resources" },
  { method: "resources/templates/list", capability: "resources", items: "resourceTemplates" },
  { method: "prompts/list", capability: "prompts", items: "prompts" },
];

/** Every list the server says it has, all pages; the lists side by side, the pages of one list in turn. */
export const readLists = async (talk: Talk, capabilities: Json | undefined, limits: Limits): Promise<void> => {
  const offered = LIST_METHODS.filter(({ capability }) => member(capabilities, capability) !== undefined);
  await Promise.all(offered.map((list) => readAllPages(talk, list, limits)));
};

const readAllPages = async (talk: Talk, list: ListMethod, limits: Limits): Promise<void> => {
  const seen = new Set<string>();
  let items = 0;
  let params: JsonObject | undefined;
  for (let page = 1; page <= limits.pages; page += 1) {
    const step = page === 1 ? list.method : `${list.method}-page-${page}`;
    const draft = await talk.request(list.method, params, { step }).done;
    const result = member(draft.response, "result");
    const found = member(result, list.items);
    items += Array.isArray(found) ? found.length : 0;
    const cursor = isJsonObject(result) ? member(result, "nextCursor") : undefined;
    // A cursor seen before would lead round in a circle; the capture shows that it was given twice.
    if (typeof cursor !== "string" || seen.has(cursor) || items > limits.items) return;
    seen.add(cursor);
    params = { cursor };
  }
};
