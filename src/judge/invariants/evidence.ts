import type { DigestOf } from "../../base/digest.ts";
import type { Json } from "../../base/json.ts";
import type { Evidence } from "../invariants.ts";
import type { Moment } from "./moment.ts";
import type { Turn } from "./turn.ts";

/** Evidence with its position, for sorting. */
export interface PlacedEvidence extends Evidence {
  readonly index: number;
  readonly order: number;
}

/** Nobody reads more than this; the detail says how many there are. */
export const MAX_EVIDENCE = 20;

export const placedEvidence = (
  turn: Turn,
  pointer: string,
  value: Json | undefined,
  digest: DigestOf,
  order = 0,
): PlacedEvidence => ({
  exchange: turn.exchange,
  pointer,
  sha256: digest(value ?? null),
  index: turn.index,
  order,
});

/** Something seen at a moment, with its evidence. */
export interface Sighting {
  readonly when: Moment;
  readonly shown: PlacedEvidence;
}

type Position = Pick<PlacedEvidence, "index" | "order">;

const comesBefore = (left: Position, right: Position): boolean =>
  left.index === right.index ? left.order < right.order : left.index < right.index;

/** Keeps the first ones in the order of the capture, in whatever order they arrive. `make` is called only for those kept. */
export const addEvidence = (
  known: readonly PlacedEvidence[],
  place: Position,
  make: () => PlacedEvidence,
  max = MAX_EVIDENCE,
): readonly PlacedEvidence[] => {
  const at = known.findIndex((entry) => comesBefore(place, entry));
  if (at < 0) return known.length < max ? [...known, make()] : known;
  return [...known.slice(0, at), make(), ...known.slice(at)].slice(0, max);
};

export const withoutPlace = ({ exchange, pointer, sha256 }: Evidence): Evidence => ({ exchange, pointer, sha256 });
