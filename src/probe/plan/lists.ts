import { type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Limits } from "../../wire/limits.ts";
import { type ListKind, names, objectsIn, unlessOffered } from "./known.ts";
import type { Step, StepIO } from "./step.ts";

interface ListMethod {
  readonly method: string;
  readonly capability: string;
  /** The member of the result that holds the items. */
  readonly items: string;
  /** The member of an item that tells it from the others. */
  readonly label: string;
}

export const LISTS = {
  tools: { method: "tools/list", capability: "tools", items: "tools", label: "name" },
  resources: { method: "resources/list", capability: "resources", items: "resources", label: "uri" },
  templates: {
    method: "resources/templates/list",
    capability: "resources",
    items: "resourceTemplates",
    label: "uriTemplate",
  },
  prompts: { method: "prompts/list", capability: "prompts", items: "prompts", label: "name" },
} as const satisfies Record<ListKind, ListMethod>;

/** What the lists of one conversation hold. */
export class ListedItems {
  readonly #items: Record<ListKind, JsonObject[]> = { tools: [], resources: [], templates: [], prompts: [] };
  readonly #cursors = new Map<ListKind, string>();

  add(kind: ListKind, items: readonly JsonObject[]): void {
    // One by one: spread over the arguments of a call, a page of half a million items would exhaust the stack.
    for (const item of items) this.#items[kind].push(item);
  }

  /** Before a list is read, for the first time or once more. */
  clear(kind: ListKind): void {
    this.#items[kind] = [];
    this.#cursors.delete(kind);
  }

  /** Whether a later reading of the same list names other things. */
  differs(kind: ListKind, later: ListedItems): boolean {
    const label = LISTS[kind].label;
    const named = (items: readonly JsonObject[]): string => JSON.stringify([...new Set(names(items, label))].sort());
    return named(this.all[kind]) !== named(later.all[kind]);
  }

  get all(): Readonly<Record<ListKind, readonly JsonObject[]>> {
    return this.#items;
  }

  /** The cursor that led to the second page, where there is one. */
  cursor(kind: ListKind): string | undefined {
    return this.#cursors.get(kind);
  }

  noteCursor(kind: ListKind, cursor: string): void {
    if (!this.#cursors.has(kind)) this.#cursors.set(kind, cursor);
  }
}

/** Every list the server says it has, all pages. */
export const listSteps = (listed: ListedItems, limits: Limits): Step[] =>
  (Object.keys(LISTS) as ListKind[]).map((kind) => ({
    question: LISTS[kind].method,
    skip: unlessOffered(LISTS[kind].capability),
    run: (io) => {
      listed.clear(kind);
      return readAllPages(io, kind, limits, (items, cursor) => {
        listed.add(kind, items);
        if (cursor !== undefined) listed.noteCursor(kind, cursor);
      });
    },
  }));

/** Follows the cursors of one list. A cursor seen before would lead round in a circle; the capture shows it twice. */
export const readAllPages = async (
  io: StepIO,
  kind: ListKind,
  limits: Limits,
  onPage: (items: readonly JsonObject[], nextCursor: string | undefined) => void,
  as?: string,
): Promise<void> => {
  const { method, items: key } = LISTS[kind];
  const seen = new Set<string>();
  let count = 0;
  let params: JsonObject | undefined;
  for (let page = 1; page <= limits.pages; page += 1) {
    const suffix = [as, page === 1 ? undefined : `page-${page}`].filter((part) => part !== undefined).join("-");
    const draft = await io.ask(method, params, suffix === "" ? {} : { as: suffix });
    const result: Json | undefined = member(draft.response, "result");
    const items = objectsIn(member(result, key));
    const cursor = stringMember(result, "nextCursor");
    onPage(items, cursor);
    count += items.length;
    if (cursor === undefined || seen.has(cursor) || count > limits.items) return;
    seen.add(cursor);
    params = { cursor };
  }
};
