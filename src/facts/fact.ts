import type { Json } from "../model/json.ts";
import type { InapplicableReason, InconclusiveReason, Place } from "../model/verdict.ts";
import type { View } from "./view.ts";

/** One observation: a value and where it stands. */
export interface Item extends Place {
  readonly value: Json;
  /** What the server calls the thing; comes from the server. */
  readonly name?: string | undefined;
  /** Members of the value that stand elsewhere in the exchange: their pointers. The others follow `pointer`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Nothing can be said about this observation, apart from the members listed. */
  readonly open?: Gap & { readonly except: readonly string[] };
}

export interface Gap {
  readonly reason: InconclusiveReason;
  readonly detail: string;
}

/**
 * What a fact found. `items` may be empty (no tool at all, no stray message): `looked_at` then says where that can be
 * seen. Not seen: the question was not asked, or nothing can be said about the answer.
 */
export type Reading =
  | { readonly seen: true; readonly items: readonly Item[]; readonly looked_at: readonly Place[] }
  | ({ readonly seen: false; readonly places: readonly Place[] } & (
      | ({ readonly applies: true } & Gap)
      | { readonly applies: false; readonly reason: InapplicableReason; readonly detail: string }
    ));

/**
 * A named reading of a capture. It says what was observed and never whether that is right: `unknown_method.error.code`,
 * not `unknown_method_ok`.
 */
export interface Fact {
  /** snake_case; the first part of a row's target. */
  readonly name: string;
  /** One sentence for docs/facts.md. */
  readonly doc: string;
  /**
   * `observations`: answers to one question, every one of which has to meet an expectation. `list`: a collection, which
   * a row takes as a whole, or item by item with `each`.
   */
  readonly kind: "observations" | "list";
  /** The value's type, in a short phrase or as members with theirs. */
  readonly type: string;
  /** Members that are made here and stand nowhere in the capture; `true`: the whole value. */
  readonly derived?: readonly string[] | true;
  read(view: View): Reading;
}

export const seen = (items: readonly Item[], lookedAt: readonly Place[] = items): Reading => ({
  seen: true,
  items,
  looked_at: lookedAt,
});
