import type { Exchange } from "../../../capture/capture.ts";
import { anchor } from "./text.ts";

/** The anchor of each exchange that evidence names. */
export type Anchors = ReadonlyMap<string | number, string>;

export const anchorsOf = (exchanges: readonly Exchange[]): Anchors =>
  new Map(exchanges.map((exchange, index) => [nameOf(exchange, index), anchor("wire", index)]));

/** What evidence calls an exchange: its id, or its place in the capture. */
export const nameOf = (exchange: Exchange & { readonly index?: number }, index: number): string | number =>
  exchange.id ?? exchange.index ?? index;
