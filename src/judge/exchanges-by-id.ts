import type { Capture, Exchange } from "../model/capture.ts";

/** Exchanges by the id that evidence names; by their place in the capture where they have none. */
export const exchangesById = ({ exchanges }: Capture): ReadonlyMap<string | number, Exchange> =>
  new Map(exchanges.map((exchange, index) => [exchange.id ?? index, exchange]));
