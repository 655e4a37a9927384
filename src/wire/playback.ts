import type { Header } from "../base/header.ts";
import type { Json } from "../base/json.ts";
import type { SseFields } from "./sse-parser.ts";

/** What a client sent to a recording that is served. */
export interface PlaybackRequest {
  /** Absent where nothing was sent, or no JSON. */
  readonly message?: Json;
  /** The text sent, where it is not JSON. */
  readonly text?: string;
  readonly http?: HeardHttp;
}

export interface HeardHttp {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: readonly Header[];
  /** Where we are reached, such as http://127.0.0.1:8080: what stands for the recorded origin. */
  readonly origin: string;
}

/** A message of the served recording, ready to be sent. */
export interface Said {
  readonly bytes: Uint8Array;
  /** Of the event that carries it, on an event stream. */
  readonly sse?: SseFields;
  /** How long after the request it came in the recording. */
  readonly afterMs: number;
  /** On stdio: the recorded output stopped in the middle of this line. */
  readonly unfinished?: true;
}

/** How an answer ends once everything is said; "hold": the recorded server never ended it. */
export type ReplyEnd = "end" | "hold" | "break";

export interface ReplyHead {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: readonly Header[];
  /** An event stream; otherwise the body is what is said, as it stands. */
  readonly events?: EventFraming;
}

/** How the recorded server framed an event stream. */
export interface EventFraming {
  readonly lineEnding: "\n" | "\r\n" | "\r";
  readonly byteOrderMark: boolean;
  /** Bytes in front of the first event, and behind the last. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** What a served recording does about one thing that it heard. */
export interface Reply {
  /** Absent on stdio, and where the recorded server broke the connection without any answer. */
  readonly head?: ReplyHead;
  /** The head came this long after the request. */
  readonly headMs: number;
  readonly said: readonly Said[];
  readonly end: ReplyEnd;
  /** Names the stream that stays open after this reply, for what is said on it later. */
  readonly stream?: number;
  /** What is said on streams that were opened before. */
  readonly later: readonly Later[];
  /** On stdio: the process ends with this code. */
  readonly exit?: number;
}

export interface Later {
  readonly stream: number;
  readonly said: readonly Said[];
  /** Then the stream is ended. */
  readonly end?: true;
}

/** How fast a served recording answers. */
export const LATENCIES = ["none", "recorded"] as const;

export type Latency = (typeof LATENCIES)[number];
