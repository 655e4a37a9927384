import { type JsonObject, member, stringMember } from "../../base/json.ts";
import type { ToolPolicy } from "../../capture/tool-policy.ts";
import { type ExchangeDraft, resultOf } from "../exchange-draft.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";
import { type Known, type ListKind, objectsIn } from "./known.ts";
import { LISTS } from "./lists.ts";

/** What the first user is shown in these conversations, for the steps that ask as somebody else. */
export class FoundItems {
  readonly #policy: ToolPolicy;
  readonly #first = new Map<ListKind, readonly JsonObject[]>();
  #choices: readonly ToolChoice[] = [];

  constructor(policy: ToolPolicy) {
    this.#policy = policy;
  }

  /** Takes over a list, as the first user was given it. */
  note(kind: ListKind, list: WholeList): void {
    this.#first.set(kind, list.items);
    if (kind === "tools") this.#choices = chooseTools(list.items, this.#policy);
  }

  /** The tools that may be called. */
  get callable(): readonly ToolChoice[] {
    return this.#choices.filter(({ call }) => call);
  }

  /** What the first user is shown and, by a list that was read whole, somebody else is not. */
  hiddenFrom(kind: ListKind, other: WholeList): readonly JsonObject[] {
    if (!other.isWhole) return [];
    const { label } = LISTS[kind];
    const shown = new Set(other.items.map((item) => stringMember(item, label)));
    return (this.#first.get(kind) ?? []).filter((item) => !shown.has(stringMember(item, label)));
  }
}

/** A list with all its pages, as far as they were read. */
export interface WholeList {
  readonly items: readonly JsonObject[];
  readonly isWhole: boolean;
}

/** Of a list that goes on, so many pages are read. */
const MAX_PAGES = 10;

/** Reads a list page by page; `ask` is told the name of each message. */
export const readWhole = async (
  kind: ListKind,
  as: string,
  ask: (params: JsonObject | undefined, as: string) => Promise<ExchangeDraft>,
): Promise<WholeList> => {
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const draft = await ask(cursor === undefined ? undefined : { cursor }, page === 1 ? as : `${as}-page-${page}`);
    const result = resultOf(draft);
    if (result === undefined) return { items, isWhole: false };
    items.push(...objectsIn(member(result, LISTS[kind].items)).slice(0, MAX_ITEMS));
    cursor = stringMember(result, "nextCursor");
    if (cursor === undefined) return { items, isWhole: true };
  }
  return { items, isWhole: false };
};

/** Of one page; more than these few steps have use for. */
const MAX_ITEMS = 1_000;

/** The lists that this server has. */
export const listsOf = (known: Known): readonly ListKind[] =>
  (Object.keys(LISTS) as ListKind[]).filter((kind) => Object.hasOwn(known.capabilities, LISTS[kind].capability));
