import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";
import type { Header } from "../../base/header.ts";
import { pairs } from "../http/http-call.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { parseMessage } from "../parse-message.ts";
import type { EventFraming, Latency, Later, PlaybackRequest, Reply, ReplyHead, Said } from "../playback.ts";
import { isForThisMachine, isFromAnotherSite, isLoopbackHost } from "../proxy/local-request.ts";
import { toRawText } from "../raw-text.ts";
import { originOf, startListening, stopListening } from "../start-listening.ts";
import { eventBytes, streamStart } from "./event-bytes.ts";
import { PacedQueue } from "./paced-queue.ts";

export interface HttpPlaybackSettings {
  readonly hear: (heard: PlaybackRequest & { readonly http: NonNullable<PlaybackRequest["http"]> }) => Reply;
  /** A client has left the stream of this number. */
  readonly closed: (stream: number) => void;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly latency: Latency;
  /** Answer pages of other sites, and requests for other host names, as the recorded server did. */
  readonly anyOrigin: boolean;
  readonly onBug: (error: unknown) => void;
}

export interface HttpPlayback {
  readonly origin: string;
  stop(): Promise<void>;
}

/** More than any request of a client that means well. */
const MAX_BODY = 16_777_216;

/** Serves a recording over HTTP. Rejects when the address cannot be had. */
export const serveHttpPlayback = async (settings: HttpPlaybackSettings): Promise<HttpPlayback> => {
  const streams = new OpenStreams(settings.latency, settings.closed);
  let origin = "";
  const server = createServer((incoming, outgoing) => {
    answer(settings, streams, incoming, outgoing, origin).catch((error) => {
      settings.onBug(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  origin = originOf(settings.host, await startListening(server, settings.port, settings.host));
  const stop = (): Promise<void> => {
    streams.close();
    return stopListening(server);
  };
  return { origin, stop };
};

const answer = async (
  settings: HttpPlaybackSettings,
  streams: OpenStreams,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> => {
  const headers = pairs(incoming.rawHeaders);
  if (!settings.anyOrigin && isForeign(headers, settings.host)) {
    refuse(outgoing, 403, "Host or Origin is not of this machine; mcptest serve answers it only with --any-origin");
    return;
  }
  const body = await readBody(incoming);
  if (body === undefined) {
    refuse(outgoing, 413, `the request is larger than ${MAX_BODY} bytes`);
    return;
  }
  // The address by which this client reaches us, where it is one of ours.
  const host = incoming.headers.host;
  const own = host !== undefined && URL.canParse(`http://${host}`) && isOwnName(host) ? `http://${host}` : origin;
  const reply = settings.hear({
    ...readHeard(body),
    http: { method: incoming.method ?? "GET", path: incoming.url ?? "/", headers, origin: own },
  });
  streams.send(outgoing, reply);
};

const isOwnName = (host: string): boolean => isLoopbackHost(new URL(`http://${host}`).hostname);

/** Whoever listens for other machines too cannot know under which names they reach it. */
const isForeign = (headers: readonly Header[], host: string): boolean =>
  isLoopbackHost(host) ? !isForThisMachine(headers) || isFromAnotherSite(headers) : isFromAnotherSite(headers);

export const readHeard = (body: Uint8Array): Pick<PlaybackRequest, "message" | "text"> => {
  if (body.length === 0) return {};
  const { message } = parseMessage(body, DEFAULT_LIMITS);
  return message === undefined ? { text: toRawText(body, DEFAULT_LIMITS.rawBytes).data } : { message };
};

const refuse = (outgoing: ServerResponse, status: number, message: string): void => {
  outgoing.writeHead(status, { "Content-Type": "application/json" });
  outgoing.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }));
};

const readBody = async (incoming: IncomingMessage): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_BODY) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // The client went away in the middle: what it sent is all there is.
  }
  return Buffer.concat(chunks);
};

interface OpenStream {
  readonly queue: PacedQueue;
  readonly outgoing: ServerResponse;
  readonly events: EventFraming | undefined;
}

/** The answers that are still being written, by the number that the player gave them. */
class OpenStreams {
  readonly #latency: Latency;
  readonly #closed: (stream: number) => void;
  readonly #open = new Map<number, OpenStream>();

  constructor(latency: Latency, closed: (stream: number) => void) {
    this.#latency = latency;
    this.#closed = closed;
  }

  send(outgoing: ServerResponse, reply: Reply): void {
    const { head, stream } = reply;
    const queue = new PacedQueue((bytes) => void outgoing.write(bytes));
    const opened = { queue, outgoing, events: head?.events };
    outgoing.once("close", () => {
      queue.close();
      if (stream !== undefined && this.#open.delete(stream)) this.#closed(stream);
    });
    if (stream !== undefined) this.#open.set(stream, opened);
    const isWhole = head !== undefined && head.events === undefined && reply.end === "end";
    if (isWhole) this.#sendWhole(opened, head, reply);
    else {
      if (head) queue.finish(() => writeHead(outgoing, head), this.#delay(reply.headMs));
      for (const said of reply.said) this.#say(opened, said);
      if (reply.end === "break") queue.finish(() => outgoing.destroy());
      if (reply.end === "end") this.#end(opened);
    }
    // What belongs to other streams had come by the time of the answer, or after it.
    for (const later of reply.later) this.#sayLater(later);
  }

  close(): void {
    for (const { queue, outgoing } of this.#open.values()) {
      queue.close();
      outgoing.destroy();
    }
  }

  /** A body that is known at once has a length, which some clients count on. */
  #sendWhole({ queue, outgoing }: OpenStream, head: ReplyHead, { said, headMs }: Reply): void {
    const wait = Math.max(headMs, ...said.map(({ afterMs }) => afterMs));
    queue.finish(() => {
      writeHead(outgoing, head, false);
      outgoing.end(Buffer.concat(said.map(({ bytes }) => bytes)));
    }, this.#delay(wait));
  }

  #say({ queue, events }: OpenStream, said: Said): void {
    queue.push(events ? eventBytes(said, events) : said.bytes, this.#delay(said.afterMs));
  }

  #end({ queue, outgoing, events }: OpenStream): void {
    if (events && events.after.length > 0) queue.push(events.after, 0);
    queue.finish(() => outgoing.end());
  }

  #sayLater({ stream, said, end }: Later): void {
    const open = this.#open.get(stream);
    if (!open) return;
    for (const one of said) this.#say(open, one);
    if (end) this.#end(open);
  }

  #delay(ms: number): number {
    return this.#latency === "recorded" ? ms : 0;
  }
}

/** A capture may hold a head that Node refuses to write: that part is left out. */
const writeHead = (
  outgoing: ServerResponse,
  { status, statusText, headers, events }: ReplyHead,
  flush = true,
): void => {
  const kept = headers.filter(([name, value]) => isWritable(name, value)).flat();
  const code = Number.isInteger(status) && status >= 200 && status <= 999 ? status : 500;
  const phrase = statusText !== undefined && /^[\t\x20-\x7e]*$/.test(statusText) ? statusText : undefined;
  outgoing.sendDate = true;
  if (phrase === undefined) outgoing.writeHead(code, kept);
  else outgoing.writeHead(code, phrase, kept);
  if (!flush) return;
  outgoing.flushHeaders();
  if (events) {
    const start = streamStart(events);
    if (start.length > 0) outgoing.write(start);
  }
};

const isWritable = (name: string, value: string): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
};
