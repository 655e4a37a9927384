import type { Exchange, RawText } from "../../model/capture.ts";
import { type Json, stringMember } from "../../model/json.ts";
import type { Range } from "../html/range-bars.ts";

/** How long answers took, by method. What a saved file got wrong is left out. */
export const latencies = (exchanges: readonly Exchange[]): readonly Range[] =>
  byMethod(exchanges, ({ timing }) => {
    if (!timing) return undefined;
    const took = (timing.response_ms ?? timing.end_ms) - timing.start_ms;
    return Number.isFinite(took) && took >= 0 ? took : undefined;
  });

/** How large answers were, by method, in bytes as received. */
export const payloads = (exchanges: readonly Exchange[]): readonly Range[] =>
  byMethod(exchanges, ({ http, response, response_raw }) => {
    if (http?.body_bytes !== undefined) return http.body_bytes;
    if (response_raw) return sizeOf(response_raw);
    return response === undefined ? undefined : utf8Length(JSON.stringify(response));
  });

const sizeOf = ({ encoding, data, cut_from }: RawText): number =>
  cut_from ?? (encoding === "utf8" ? utf8Length(data) : Math.floor((data.length * 3) / 4));

/** Without a Buffer: this folder is pure. */
const utf8Length = (text: string): number => {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
};

const byMethod = (
  exchanges: readonly Exchange[],
  measure: (exchange: Exchange) => number | undefined,
): readonly Range[] => {
  const values = new Map<string, number[]>();
  for (const exchange of exchanges) {
    // What is wrong on purpose is answered from a shortcut, or by a wait for silence: neither tells of the server's speed.
    const value = exchange.deliberate || exchange.trouble ? undefined : measure(exchange);
    const method = methodOf(exchange.request);
    if (value === undefined || method === undefined) continue;
    values.set(method, [...(values.get(method) ?? []), value]);
  }
  return [...values].map(([label, list]) => {
    const sorted = [...list].sort((left, right) => left - right);
    return {
      label,
      count: sorted.length,
      middle: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
      most: sorted.at(-1) ?? 0,
    };
  });
};

const methodOf = (request: Json | undefined): string | undefined => stringMember(request, "method");

export const showTime = (ms: number): string => {
  if (ms < 1) return "<1 ms";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
};

export const showBytes = (bytes: number): string => {
  if (bytes < 1_024) return `${Math.round(bytes)} B`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 102.4) / 10} KB` : `${Math.round(bytes / 104_857.6) / 10} MB`;
};
