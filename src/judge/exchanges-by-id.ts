import type { Capture, Exchange } from "../capture/capture.ts";

type ById = ReadonlyMap<string | number, Exchange>;

const KNOWN = new WeakMap<Capture["exchanges"], ById>();

/**
 * Exchanges by the id that evidence names; by their place in the capture where they have none. A capture never changes, and each
 * revision it is judged by looks them up.
 */
export const exchangesById = ({ exchanges }: Pick<Capture, "exchanges">): ById => {
  const known = KNOWN.get(exchanges) ?? new Map(exchanges.map((exchange, index) => [exchange.id ?? index, exchange]));
  KNOWN.set(exchanges, known);
  return known;
};
