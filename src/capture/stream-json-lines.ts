import { countNames } from "../base/guarded-json.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../base/json.ts";
import { eachLine, lineBlocks, lineDecoder } from "./byte-lines.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Exchange, ReceivedMessage } from "./capture.ts";
import { countUpdates } from "./count-updates.ts";
import { type LineHandlers, RecordingLines, replaceMembers, unknownExchange } from "./recording-lines.ts";
import type { ExchangePlace, SessionSink } from "./session-sink.ts";

/** An exchange that will still be updated. */
interface Held {
  readonly exchange: JsonObject;
  readonly place: ExchangePlace;
  messages: number;
}

/**
 * Reads a recording of any size and hands it on piece by piece: the same complaints and the same session as the reader
 * that holds it whole. Kept are only exchanges that wait for an update, without what came meanwhile. Returns the notes.
 */
export const streamJsonLines = (source: ByteSource, file: string, sink: SessionSink): readonly string[] => {
  const stream = new Stream(file, sink, countUpdates(source, file));
  for (const block of lineBlocks(source, file)) {
    const decode = lineDecoder(block, file);
    eachLine(block, (start, end, number) => {
      const line = decode(start, end, number);
      // Editors on Windows put a byte order mark in front; RFC 8259 lets a reader ignore it.
      const text = number === 1 && line.startsWith("\u{feff}") ? line.slice(1) : line;
      stream.recording.read(text, number, !block.complete, countNames(block.bytes, start, end));
    });
  }
  return stream.end();
};

class Stream implements LineHandlers {
  readonly #sink: SessionSink;
  readonly recording: RecordingLines;
  /** Those still to come, by exchange. */
  readonly #updates: Map<string, number>;
  readonly #held = new Map<string, Held>();
  #exchanges = 0;
  #unsolicited = 0;

  constructor(file: string, sink: SessionSink, updates: Map<string, number>) {
    this.#sink = sink;
    this.#updates = updates;
    this.recording = new RecordingLines(file, this);
  }

  end(): readonly string[] {
    for (const held of this.#held.values()) this.#release(held);
    const { head } = this.recording;
    const capabilities = head["server_capabilities"];
    this.#sink.end({
      server_label: stringMember(head, "server_label") ?? "",
      server_capabilities: isJsonObject(capabilities) ? capabilities : null,
    });
    return this.recording.notes();
  }

  conversation(): void {}

  unsolicited(message: JsonObject): void {
    this.#sink.unsolicited(message as unknown as ReceivedMessage, this.#unsolicited++);
  }

  exchange(value: JsonObject): void {
    const id = stringMember(value, "id");
    const place = { id, index: this.#exchanges++ };
    const messages = this.#meanwhile(value["meanwhile"], place, 0);
    if (id === undefined || !this.#updates.has(id)) {
      this.#sink.exchange(value as Exchange, place);
      return;
    }
    // A second exchange of that name: updates mean this one from now on.
    const former = this.#held.get(id);
    if (former) this.#release(former);
    delete value["meanwhile"];
    this.#held.set(id, { exchange: value, place, messages });
  }

  update(value: JsonObject, where: string): void {
    const id = stringMember(value, "exchange") ?? "";
    const held = this.#held.get(id);
    if (!held) throw unknownExchange(id, where);
    replaceMembers(held.exchange, value);
    held.messages = this.#meanwhile(value["meanwhile"], held.place, held.messages);
    const left = (this.#updates.get(id) ?? 0) - 1;
    if (left > 0) {
      this.#updates.set(id, left);
      return;
    }
    this.#updates.delete(id);
    this.#held.delete(id);
    this.#release(held);
  }

  #meanwhile(messages: Json | undefined, place: ExchangePlace, from: number): number {
    if (!Array.isArray(messages)) return from;
    for (const [index, message] of messages.entries())
      this.#sink.meanwhile(message as unknown as ReceivedMessage, place, from + index);
    return from + messages.length;
  }

  #release({ exchange, place }: Held): void {
    this.#sink.exchange(exchange as Exchange, place);
  }
}
