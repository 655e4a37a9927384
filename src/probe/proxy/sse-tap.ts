import type { StreamRecord } from "../../capture/capture.ts";
import type { Limits } from "../../wire/limits.ts";
import { type SseItem, SseParser, type SseStats } from "../../wire/sse-parser.ts";
import { streamRecord } from "../filing/http-record.ts";
import type { KeptBytes } from "./bounded-bytes.ts";

type SseEvent = Extract<SseItem, { kind: "event" }>;

export interface SseTapEvents {
  onEvent(event: SseEvent): void;
  /** An event too long to be recorded: its start, without the framing undone. */
  onCut(start: KeptBytes): void;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads an event stream that it only watches. The parser gives up at an overlong event; a stream that a client lives
 * on for hours goes on, so the rest of that event is skipped and a new parser takes over behind its blank line.
 */
export class SseTap {
  readonly #limits: Limits;
  readonly #events: SseTapEvents;
  #parser: SseParser;
  /** The overlong event that is being skipped. */
  #skipped: { readonly start: Uint8Array; total: number; lineEmpty: boolean; afterCr: boolean } | undefined;
  #sinceEvent = 0;
  /** What the parsers before this one counted. */
  #before: SseStats = { events: 0, comments: 0, lineEndings: [], oddLines: 0, byteOrderMark: false };

  constructor(limits: Limits, events: SseTapEvents) {
    this.#limits = limits;
    this.#events = events;
    this.#parser = this.#newParser();
  }

  /** True once the server has given an event id: the client may come back for the rest. */
  get resumable(): boolean {
    return (this.#parser.stats.lastEventId ?? this.#before.lastEventId) !== undefined;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    while (start < chunk.length) {
      if (this.#skipped) {
        start = this.#skip(chunk, start);
        continue;
      }
      // Line by line, so that it is known where the parser stopped.
      const end = lineEnd(chunk, start);
      this.#sinceEvent += end - start;
      for (const item of this.#parser.push(chunk.subarray(start, end))) {
        if (item.kind === "event") {
          this.#sinceEvent = 0;
          this.#events.onEvent(item);
        } else this.#startSkipping(chunk.subarray(start, end));
      }
      start = end;
    }
  }

  end(endedBy: StreamRecord["ended_by"]): StreamRecord {
    if (this.#skipped) this.#finishSkipping();
    const unfinished = this.#parser.end();
    this.#collectStats();
    return streamRecord(this.#before, unfinished, endedBy, this.#limits);
  }

  #newParser(): SseParser {
    const { sseLineBytes, sseEventBytes } = this.#limits;
    // A recording may last: the number of events is not limited, only the size of each.
    return new SseParser({ lineBytes: sseLineBytes, eventBytes: sseEventBytes, events: Number.POSITIVE_INFINITY });
  }

  #startSkipping(line: Uint8Array): void {
    const start = this.#parser.end() ?? new Uint8Array();
    this.#collectStats();
    const last = line.at(-1);
    const ended = last === LF || last === CR;
    this.#skipped = { start, total: this.#sinceEvent, lineEmpty: ended, afterCr: last === CR };
  }

  /** Goes on to the blank line; returns where the next event begins, or the chunk's end. */
  #skip(chunk: Uint8Array, from: number): number {
    const skipped = this.#skipped;
    if (!skipped) return from;
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      skipped.total++;
      const secondHalf = skipped.afterCr && byte === LF;
      skipped.afterCr = byte === CR;
      if (secondHalf) continue;
      if (byte !== LF && byte !== CR) {
        skipped.lineEmpty = false;
        continue;
      }
      if (!skipped.lineEmpty) {
        skipped.lineEmpty = true;
        continue;
      }
      this.#finishSkipping();
      return at + 1;
    }
    return chunk.length;
  }

  #finishSkipping(): void {
    const skipped = this.#skipped;
    if (!skipped) return;
    this.#skipped = undefined;
    this.#sinceEvent = 0;
    this.#parser = this.#newParser();
    this.#events.onCut({ bytes: skipped.start, total: skipped.total, cut: true });
  }

  /** The parser's counts are its own; the record is about the whole stream. */
  #collectStats(): void {
    const { stats } = this.#parser;
    const before = this.#before;
    this.#before = {
      ...before,
      // Last event id and retry, where this part of the stream had any.
      ...stats,
      events: before.events + stats.events,
      comments: before.comments + stats.comments,
      lineEndings: [...new Set([...before.lineEndings, ...stats.lineEndings])],
      oddLines: before.oddLines + stats.oddLines,
      ...(before.oddText ? { oddText: before.oddText } : {}),
      byteOrderMark: before.byteOrderMark || stats.byteOrderMark,
    };
  }
}

/** Behind the next line ending, or the end of the chunk. */
const lineEnd = (chunk: Uint8Array, from: number): number => {
  let at = from;
  while (at < chunk.length && chunk[at] !== LF && chunk[at] !== CR) at++;
  return Math.min(at + 1, chunk.length);
};
