import type { DigestOf, Evidence } from "../../model/invariants.ts";
import type { Json } from "../../model/json.ts";
import type { Turn } from "./turn.ts";

/** Evidence with the place it is sorted by. */
export interface Exhibit extends Evidence {
  readonly index: number;
  readonly order: number;
}

/** As many as anybody looks at; the detail says how many there are. */
export const MAX_EVIDENCE = 20;

export const exhibit = (
  turn: Turn,
  pointer: string,
  value: Json | undefined,
  digest: DigestOf,
  order = 0,
): Exhibit => ({
  exchange: turn.exchange,
  pointer,
  sha256: digest(value ?? null),
  index: turn.index,
  order,
});

const comesBefore = (left: Pick<Exhibit, "index" | "order">, right: Pick<Exhibit, "index" | "order">): boolean =>
  left.index === right.index ? left.order < right.order : left.index < right.index;

/** The first ones of the capture, in its order, in whatever order they are seen. `make` is not called in vain. */
export const addExhibit = (
  exhibits: readonly Exhibit[],
  place: Pick<Exhibit, "index" | "order">,
  make: () => Exhibit,
  max = MAX_EVIDENCE,
): readonly Exhibit[] => {
  const last = exhibits.at(-1);
  // What is read in order comes last.
  if (!last || comesBefore(last, place)) return exhibits.length < max ? [...exhibits, make()] : exhibits;
  const at = exhibits.findIndex((entry) => comesBefore(place, entry));
  if (at < 0) return exhibits.length < max ? [...exhibits, make()] : exhibits;
  return [...exhibits.slice(0, at), make(), ...exhibits.slice(at)].slice(0, max);
};

export const plain = ({ exchange, pointer, sha256 }: Evidence): Evidence => ({ exchange, pointer, sha256 });
