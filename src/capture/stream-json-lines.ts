import { countNames } from "../json/guarded-json.ts";
import type { Exchange, ReceivedMessage } from "../model/capture.ts";
import type { ExchangePlace, SessionSink } from "../model/invariants.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../model/json.ts";
import { eachLine, lineBlocks, lineDecoder } from "./byte-lines.ts";
import type { ByteSource } from "./byte-source.ts";
import { countUpdates } from "./count-updates.ts";
import {
  checkFooter,
  halfWritten,
  lineAfterFooter,
  NO_FOOTER,
  readLine,
  replaceMembers,
  secondHeader,
  unknownExchange,
} from "./read-json-lines.ts";

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
      stream.line(text, number, !block.complete, countNames(block.bytes, start, end));
    });
  }
  return stream.end();
};

class Stream {
  readonly #file: string;
  readonly #sink: SessionSink;
  /** Those still to come, by exchange. */
  readonly #updates: Map<string, number>;
  readonly #held = new Map<string, Held>();
  readonly #notes: string[] = [];
  #head: JsonObject = {};
  #exchanges = 0;
  #unsolicited = 0;
  #closed = false;

  constructor(file: string, sink: SessionSink, updates: Map<string, number>) {
    this.#file = file;
    this.#sink = sink;
    this.#updates = updates;
  }

  line(content: string, number: number, mayBeHalf: boolean, names: number): void {
    const where = `${this.#file}:${number}`;
    if (this.#closed) throw lineAfterFooter(where);
    const line = readLine(content, this.#file, number, mayBeHalf, names);
    if (line === undefined) {
      this.#notes.push(halfWritten(number));
      return;
    }
    const { type, value } = line;
    switch (type) {
      case "header":
        if (number > 1) throw secondHeader(where);
        this.#head = value;
        break;
      case "session":
        this.#head = { ...this.#head, ...value };
        break;
      case "conversation":
        break;
      case "exchange":
        this.#exchange(value);
        break;
      case "update":
        this.#update(value, where);
        break;
      case "unsolicited":
        this.#sink.unsolicited(value as unknown as ReceivedMessage, this.#unsolicited++);
        break;
      case "footer":
        this.#closed = true;
        checkFooter(value, this.#exchanges, where);
        break;
    }
  }

  end(): readonly string[] {
    for (const held of this.#held.values()) this.#release(held);
    if (!this.#closed) this.#notes.push(NO_FOOTER);
    const capabilities = this.#head["server_capabilities"];
    this.#sink.end({
      server_label: stringMember(this.#head, "server_label") ?? "",
      server_capabilities: isJsonObject(capabilities) ? capabilities : null,
    });
    const before = this.#head["reader_notes"];
    return [...new Set([...(Array.isArray(before) ? before.map(String) : []), ...this.#notes])];
  }

  #exchange(value: JsonObject): void {
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

  #update(value: JsonObject, where: string): void {
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
