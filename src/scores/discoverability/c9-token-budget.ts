import { type Json, member } from "../../base/json.ts";
import { placeOf } from "../../judge/core/fact.ts";
import type { ListedTool } from "./audit-session.ts";
import type { Criterion } from "./criterion.ts";
import { faultOf, overTools } from "./over-tools.ts";

/** A rule of thumb for English and JSON; every model counts differently. */
const BYTES_PER_TOKEN = 4;
const LARGEST = 5;

/** C9: the list that every agent has to read before it can choose a tool fits a budget. */
export const c9TokenBudget: Criterion = (session, { listBytes }) => {
  const { pages } = session.listing;
  const bytes = pages.reduce((sum, record) => sum + sizeOf(member(record.exchange.response, "result") ?? null), 0);
  const fits = bytes > 0 && bytes < listBytes;
  const fix = `bring the list below ${listBytes} bytes: shorten the largest tools, share schemas less wordily, or offer fewer tools at a time`;
  const judged = overTools(session, fix, (tools) => ({ pass: fits, detail: "", faults: fits ? [] : largest(tools) }));
  if (pages.length === 0) return judged;
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN);
  return {
    ...judged,
    pass: fits,
    detail: `tools/list takes ${bytes} bytes, about ${tokens} tokens (bound: ${listBytes} bytes)`,
    measured: { bytes, estimated_tokens: tokens, bound_bytes: listBytes, pages: pages.length },
    read: pages.map((record) => placeOf(record, "/response/result")),
  };
};

const encoder = new TextEncoder();

/** The decoded size, without transfer or event framing. */
const sizeOf = (value: Json): number => encoder.encode(JSON.stringify(value)).length;

const largest = (tools: readonly ListedTool[]): ReturnType<typeof faultOf>[] =>
  tools
    .map((listed) => ({ listed, bytes: sizeOf(listed.tool) }))
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, LARGEST)
    .map(({ listed, bytes }) => faultOf(listed, `takes ${bytes} bytes`));
