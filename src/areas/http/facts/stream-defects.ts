import type { Json } from "../../../base/json.ts";
import type { RawText, ReadingNote } from "../../../base/reading.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placesOf, seen } from "../../../judge/core/fact.ts";
import { contentType, isSuccess, meanwhileOf, statusOf } from "../../../judge/core/facts/http-records.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { collect, kindOf } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { SseFields } from "../../../wire/sse-parser.ts";

/** Events of other names are no messages of the protocol; HTTP+SSE announces its endpoint with one. */
const isMessageEvent = (sse: SseFields | undefined): boolean => sse?.event === undefined || sse.event === "message";

const defectOf = (message: Json | undefined, notes: readonly ReadingNote[]): string | undefined => {
  if (notes.some(({ kind }) => kind === "invalid-utf8")) return "bytes that are not UTF-8";
  if (message === undefined) return "data that is not one JSON value";
  return Array.isArray(message) || kindOf(message) !== "other" ? undefined : "data that is no JSON-RPC message";
};

/** What a body looks like that is an event stream and does not say so. */
const LOOKS_LIKE_EVENTS = /^(?:(?:event|data|id|retry):|:)/;

/** A line of data in an event that was not ended. */
const HAS_DATA = /^data(?::|$)/m;

/** A line that begins as JSON, or has the mark of JSON-RPC under a field name of its own. */
const LOOKS_LIKE_A_MESSAGE = /^\s*[{[]|"jsonrpc"/m;

const textOf = (raw: RawText | undefined): string => (raw?.encoding === "utf8" ? raw.data : "");

const NONE: readonly Item[] = [];

const defectsOf = (record: ExchangeRecord): readonly Item[] => {
  const { exchange } = record;
  const { stream, body } = exchange.http ?? {};
  if (stream === undefined && body === undefined && exchange.meanwhile === undefined) return NONE;
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
  // What is not ended is not dispatched; only data is lost by it.
  if (stream.ended_by === "server" && HAS_DATA.test(textOf(stream.unfinished)))
    add("an event without its blank line", "/http/stream/unfinished");
  // A reader ignores lines with an unknown field name, whatever they are for; a message must not be one of them.
  if (carried === 0 && LOOKS_LIKE_A_MESSAGE.test(textOf(stream.odd_text)))
    add("a message outside of data", "/http/stream/odd_text");
  return found;
};

export const streamDefects = defineFact({
  name: "stream_defects",
  doc: "What is wrong with the framing of the event streams; equal defects of a method once.",
  type: "text: the defect",
  derived: true,
  read(view) {
    const streams = view.records.filter((record) => contentType(record) === "text/event-stream");
    const items = collect(view.records, (record) => {
      const found = defectsOf(record);
      return found.length === 0 ? undefined : found.map((item) => ({ ...item, name: record.method }));
    });
    const looked = streams.length > 0 ? streams : view.records.filter((record) => statusOf(record) !== undefined);
    const places = placesOf(looked.slice(0, 3), "/http");
    if (streams.length > 0 || items.length > 0) return seen(distinct(items), places);
    return places.length > 0
      ? inapplicable("no request was answered with an event stream", places)
      : unseen(view, this.questions, "an event stream");
  },
});
