import type { Json } from "../../../base/json.ts";
import type { RawText, ReadingNote } from "../../../base/reading.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { type Item, placeOf, type View } from "../../../judge/core/fact.ts";
import { isBadlyFramed } from "../../../judge/core/facts/lines.ts";
import { isDocument, kindOf } from "../../../judge/core/messages.ts";
import { isPriming } from "../../../judge/core/priming.ts";
import type { SseFields } from "../../../wire/sse-parser.ts";

/** One thing that came over the channel, read or not. */
interface Piece {
  readonly message: Json | undefined;
  readonly raw: RawText | undefined;
  readonly notes: readonly ReadingNote[];
  readonly sse: SseFields | undefined;
  readonly exchange: Item["exchange"];
  readonly pointer: string;
}

/** Everything that came where a message belongs: lines of stdout, JSON bodies, data of SSE events. */
const piecesIn = (view: View): readonly Piece[] => view.once(gather);

const gather = (view: View): readonly Piece[] => {
  const found: Piece[] = [];
  for (const record of view.records) {
    const {
      response,
      response_raw: raw,
      response_notes: notes = [],
      response_sse: sse,
      meanwhile = [],
    } = record.exchange;
    const { status = 200 } = record.exchange.http ?? {};
    const isEmptyBatch = Array.isArray(response) && response.length === 0 && Array.isArray(record.exchange.request);
    if ((response !== undefined || raw) && status < 300 && !isDocument(record.exchange) && !isEmptyBatch)
      found.push({
        message: response,
        raw,
        notes,
        sse,
        ...placeOf(record, response === undefined ? "/response_raw" : "/response"),
      });
    meanwhile.forEach((piece, index) => {
      const { message, raw: bytes, notes: noted = [], sse: fields } = piece;
      found.push({ message, raw: bytes, notes: noted, sse: fields, ...placeOf(record, `/meanwhile/${index}`) });
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach(({ message, raw, notes = [], sse, conversation }, index) => {
    if (view.capture.conversations === undefined || ids.has(conversation))
      found.push({ message, raw, notes, sse, exchange: null, pointer: `/unsolicited/${index}` });
  });
  return found;
};

export const noise = defineFact({
  name: "noise",
  doc: "What the server put on the channel that is no message: text that is no JSON, JSON that is no JSON-RPC.",
  type: "object: is (text, json), text",
  derived: ["is", "text"],
  tell: ({ is, text }) => (is === "text" ? `the text ${JSON.stringify(text)}` : `no message, but the JSON ${text}`),
  among: piecesIn,
  missing: "anything the server sent",
  // A message that is only badly framed is no text beside the messages.
  each: (piece, view) => (isBadlyFramed(view, piece.exchange, piece.pointer) ? undefined : noiseIn(piece)),
  looked: (pieces) => pieces.slice(0, 1),
});

const noiseIn = ({ message, raw, notes, sse, exchange, pointer }: Piece): Item | undefined => {
  // An event of another name is no message to any client, and a line cut off by our own closing shows nothing.
  if (sse?.event !== undefined && sse.event !== "message") return undefined;
  if (isPriming(message, sse)) return undefined;
  const item = (is: string, text: string): Item => derivedItem({ exchange, pointer }, { is, text });
  if (message !== undefined) {
    const parts = Array.isArray(message) && message.length > 0 ? message : [message];
    const odd = parts.find((part) => kindOf(part) === "other");
    return odd === undefined ? undefined : item("json", JSON.stringify(odd).slice(0, 200));
  }
  if (!raw || raw.data.trim() === "") return undefined;
  const isBroken = notes.some(
    ({ kind }) => kind === "incomplete-line" || kind === "too-deep" || kind === "too-many-values",
  );
  if (isBroken || startsAsObject(raw)) return undefined;
  return item("text", raw.data.slice(0, 200));
};

/** A message that is spoilt is somebody else's finding; base64 of a brace begins with this letter. */
const startsAsObject = ({ encoding, data }: RawText): boolean => (encoding === "base64" ? data.startsWith("e") : false);

export const encodingFaults = defineFact({
  name: "encoding_faults",
  doc: "Bytes on the channel that are not UTF-8.",
  type: "object: note (invalid-utf8), offset",
  derived: true,
  among: piecesIn,
  missing: "anything the server sent",
  each: (piece) =>
    piece.notes
      .filter(({ kind }) => kind === "invalid-utf8")
      .map(({ kind, offset = 0 }) => derivedItem(piece, { note: kind, offset })),
  looked: (pieces) => pieces.slice(0, 1),
});
