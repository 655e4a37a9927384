import type { ReadingNote, SseFields } from "../../model/capture.ts";
import type { Json } from "../../model/json.ts";
import { defineFact } from "../common/define-fact.ts";
import { inapplicable } from "../common/left-out.ts";
import { distinct, kindOf } from "../common/messages.ts";
import { unseen } from "../common/unseen.ts";
import { type ExchangeRecord, type Item, placesOf, seen } from "../fact.ts";
import { contentType, isSuccess, meanwhileOf, statusOf } from "./http-records.ts";

/** Events of other names are no messages of the protocol; HTTP+SSE announces its endpoint with one. */
const isMessageEvent = (sse: SseFields | undefined): boolean => sse?.event === undefined || sse.event === "message";

const defectOf = (message: Json | undefined, notes: readonly ReadingNote[]): string | undefined => {
  if (notes.some(({ kind }) => kind === "invalid-utf8")) return "bytes that are not UTF-8";
  if (message === undefined) return "data that is not one JSON value";
  return Array.isArray(message) || kindOf(message) !== "other" ? undefined : "data that is no JSON-RPC message";
};

/** What a body looks like that is an event stream and does not say so. */
const LOOKS_LIKE_EVENTS = /^(?:(?:event|data|id|retry):|:)/;

const defectsOf = (record: ExchangeRecord): readonly Item[] => {
  const { exchange } = record;
  const { stream, body } = exchange.http ?? {};
  const found: Item[] = [];
  const add = (defect: string | undefined, pointer: string): void => {
    if (defect !== undefined) found.push({ value: defect, exchange: record.id, pointer });
  };
  if (body?.encoding === "utf8" && isSuccess(record) && LOOKS_LIKE_EVENTS.test(body.data))
    add("events under another content type", "/http/body");
  let carried = exchange.response === undefined ? 0 : 1;
  meanwhileOf(record).forEach(({ message, notes = [], sse }, index) => {
    if (message !== undefined) carried += 1;
    // Over HTTP+SSE what came on the one stream may be filed under the request it belongs to.
    if ((stream || sse) && isMessageEvent(sse)) add(defectOf(message, notes), `/meanwhile/${index}`);
  });
  if (!stream) return found;
  if (exchange.response_notes?.some(({ kind }) => kind === "invalid-utf8"))
    add("bytes that are not UTF-8", "/response");
  if (stream.unfinished && stream.ended_by === "server")
    add("an event without its blank line", "/http/stream/unfinished");
  // A reader ignores lines with an unknown field name. Where nothing else came, they were meant to be the message.
  if (carried === 0 && (stream.odd_lines ?? 0) > 0) add("lines without a field name", "/http/stream/odd_lines");
  return found;
};

export const streamDefects = defineFact({
  name: "stream_defects",
  doc: "What is wrong with the framing of the event streams; equal defects of a method once.",
  type: "text: the defect",
  derived: true,
  read(view) {
    const streams = view.records.filter((record) => contentType(record) === "text/event-stream");
    const items = view.records.flatMap((record) => defectsOf(record).map((item) => ({ ...item, name: record.method })));
    const looked = streams.length > 0 ? streams : view.records.filter((record) => statusOf(record) !== undefined);
    const places = placesOf(looked.slice(0, 3), "/http");
    if (streams.length > 0 || items.length > 0) return seen(distinct(items), places);
    return places.length > 0
      ? inapplicable("no request was answered with an event stream", places)
      : unseen(view, this.questions, "an event stream");
  },
});
