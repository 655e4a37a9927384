import { groupBy } from "../../../base/group-by.ts";
import { stringMember } from "../../../base/json.ts";
import type { RawText } from "../../../base/reading.ts";
import type { Exchange } from "../../../capture/capture.ts";
import type { Range, RangeChart } from "../../report.ts";

export const chartsOf = (exchanges: readonly Exchange[]): readonly RangeChart[] => [
  {
    title: "How long answers took",
    caption: "From the request to the end of its answer; the mark is the median.",
    unit: "milliseconds",
    ranges: byMethod(exchanges, latency),
  },
  {
    title: "How large answers were",
    caption: "As received; the mark is the median.",
    unit: "bytes",
    ranges: byMethod(exchanges, payload),
  },
];

/** Undefined for impossible times, which a saved file may hold. */
const latency = ({ timing }: Exchange): number | undefined => {
  if (!timing) return undefined;
  const took = (timing.response_ms ?? timing.end_ms) - timing.start_ms;
  return Number.isFinite(took) && took >= 0 ? took : undefined;
};

/** In bytes as received. */
const payload = ({ http, response, response_raw }: Exchange): number | undefined => {
  if (http?.body_bytes !== undefined) return http.body_bytes;
  if (response_raw) return sizeOf(response_raw);
  return response === undefined ? undefined : utf8Length(JSON.stringify(response));
};

const sizeOf = ({ encoding, data, cut_from }: RawText): number =>
  cut_from ?? (encoding === "utf8" ? utf8Length(data) : Math.floor((data.length * 3) / 4));

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

const byMethod = (
  exchanges: readonly Exchange[],
  measure: (exchange: Exchange) => number | undefined,
): readonly Range[] => {
  const measured = exchanges.flatMap((exchange) => {
    // A request that is wrong on purpose is refused early or never answered; neither tells how fast the server is.
    const value = exchange.deliberate || exchange.trouble ? undefined : measure(exchange);
    const method = stringMember(exchange.request, "method");
    return value === undefined || method === undefined ? [] : [{ method, value }];
  });
  return [...groupBy(measured, ({ method }) => method)].map(([label, list]) => {
    const sorted = list.map(({ value }) => value).sort((left, right) => left - right);
    return {
      label,
      count: sorted.length,
      median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
      largest: sorted.at(-1) ?? 0,
    };
  });
};
