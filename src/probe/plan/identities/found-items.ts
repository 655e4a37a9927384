import { type Json, type JsonObject, member, stringMember } from "../../../model/json.ts";
import type { ToolPolicy } from "../../../model/tool-policy.ts";
import { type ExchangeDraft, resultOf } from "../../exchange-draft.ts";
import { chooseTools, type ToolChoice } from "../choose-tools.ts";
import { type Known, type ListKind, objectsIn } from "../known.ts";
import { LISTS } from "../lists.ts";

/** What the first user is shown in these conversations, for the steps that ask as somebody else. */
export class FoundItems {
  readonly #policy: ToolPolicy;
  readonly #first = new Map<ListKind, readonly JsonObject[]>();
  #choices: readonly ToolChoice[] = [];

  constructor(policy: ToolPolicy) {
    this.#policy = policy;
  }

  /** Takes over the first page of a list, as the first user was given it. */
  note(kind: ListKind, draft: ExchangeDraft): void {
    const items = itemsIn(kind, resultOf(draft));
    this.#first.set(kind, items);
    if (kind === "tools") this.#choices = chooseTools(items, this.#policy);
  }

  /** The tools that may be called. */
  get callable(): readonly ToolChoice[] {
    return this.#choices.filter(({ call }) => call);
  }

  /** What the first user is shown and, by a list that was read whole, somebody else is not. */
  hiddenFrom(kind: ListKind, other: ExchangeDraft): readonly JsonObject[] {
    const result = resultOf(other);
    if (result === undefined || member(result, "nextCursor") !== undefined) return [];
    const { label } = LISTS[kind];
    const shown = new Set(itemsIn(kind, result).map((item) => stringMember(item, label)));
    return (this.#first.get(kind) ?? []).filter((item) => !shown.has(stringMember(item, label)));
  }
}

const itemsIn = (kind: ListKind, result: Json | undefined): readonly JsonObject[] =>
  objectsIn(member(result, LISTS[kind].items));

/** The lists that this server has. */
export const listsOf = (known: Known): readonly ListKind[] =>
  (Object.keys(LISTS) as ListKind[]).filter((kind) => Object.hasOwn(known.capabilities, LISTS[kind].capability));
