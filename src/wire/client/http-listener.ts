import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Header } from "../../base/header.ts";
import { pairs } from "../http/http-call.ts";
import { flat } from "../proxy/hop-headers.ts";
import type { RequestTap } from "../proxy/http-tap.ts";
import { isForThisMachine, isLoopbackHost } from "../proxy/local-request.ts";
import { originOf, startListening, stopListening } from "../start-listening.ts";

/** A request of the client that is tested. */
export interface HeardRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** Where its answer is written. Everything is recorded in the moment before it is sent. */
export interface HttpReply {
  head(status: number, headers: readonly Header[]): void;
  write(bytes: Uint8Array): void;
  end(): void;
  /** Closes the connection in the middle. */
  break(): void;
  /** Called once, when the client is gone or the answer is over. */
  onClose(listener: () => void): void;
}

export interface ListenerSettings {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Larger bodies are refused with 413. */
  readonly maxBodyBytes: number;
  /** Decides, once a request has arrived whole, what records it and what answers it. */
  readonly open: (request: HeardRequest) => OpenedRequest;
  /** Called for every connection that said something other than HTTP. */
  readonly onForeign?: () => void;
}

export interface OpenedRequest {
  readonly tap: RequestTap;
  readonly answer: (reply: HttpReply) => void;
}

export interface Listener {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Listens for the client that is tested. Rejects when the address cannot be had. */
export const startListener = async (settings: ListenerSettings): Promise<Listener> => {
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 0, requireHostHeader: false },
    (incoming, outgoing) => {
      receive(settings, incoming, outgoing).catch(() => outgoing.destroy());
    },
  );
  server.on("clientError", (_, socket) => {
    if (socket.destroyed) return;
    settings.onForeign?.();
    socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  const port = await startListening(server, settings.port, settings.host);
  return { origin: originOf(settings.host, port), stop: () => stopListening(server) };
};

const receive = async (
  settings: ListenerSettings,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  const headers = pairs(incoming.rawHeaders);
  const path = incoming.url ?? "/";
  const method = incoming.method ?? "GET";
  // A web page whose name was pointed at this machine must not reach us under that name.
  if (isLoopbackHost(settings.host) && !isForThisMachine(headers)) {
    outgoing.writeHead(403, { "Content-Type": "text/plain" });
    outgoing.end("the Host of this request is not a name of this machine\n");
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const opened = (): { readonly reply: RecordedReply; readonly answer: OpenedRequest["answer"] } => {
    const { tap, answer } = settings.open({ method, path, headers, body: Buffer.concat(chunks) });
    for (const chunk of chunks) tap.requestData(chunk);
    return { reply: new RecordedReply(outgoing, tap), answer };
  };
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > settings.maxBodyBytes) {
        refuseLarge(opened().reply, settings.maxBodyBytes);
        return;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    // The client went away in the middle of its request: what there is of it is recorded all the same.
    opened().reply.lost();
    throw error;
  }
  const { reply, answer } = opened();
  reply.heard();
  answer(reply);
};

const refuseLarge = (reply: RecordedReply, maxBytes: number): void => {
  reply.heard();
  reply.head(413, [["Content-Type", "text/plain"]]);
  reply.write(Buffer.from(`the request is larger than ${maxBytes} bytes\n`));
  reply.end();
};

class RecordedReply implements HttpReply {
  readonly #outgoing: ServerResponse;
  readonly #tap: RequestTap;
  readonly #listeners: (() => void)[] = [];
  #over = false;
  #started = false;

  constructor(outgoing: ServerResponse, tap: RequestTap) {
    this.#outgoing = outgoing;
    this.#tap = tap;
    outgoing.on("error", () => {});
    outgoing.once("close", () => {
      this.lost();
      for (const listener of this.#listeners) listener();
    });
  }

  /** The client is gone. */
  lost(): void {
    if (this.#over) return;
    this.#over = true;
    this.#tap.broken("client", { kind: "closed", detail: "the client closed the connection" });
  }

  /** The request has arrived whole. */
  heard(): void {
    this.#tap.requestEnd();
  }

  head(status: number, headers: readonly Header[]): void {
    if (this.#over || this.#started) return;
    this.#started = true;
    const statusText = STATUS_TEXT[status] ?? "";
    this.#tap.head({ status, statusText, httpVersion: "1.1", headers });
    this.#outgoing.writeHead(status, statusText, flat(headers));
    this.#outgoing.flushHeaders();
  }

  write(bytes: Uint8Array): void {
    if (this.#over) return;
    this.#tap.data(Buffer.from(bytes));
    this.#outgoing.write(bytes);
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#tap.end();
    this.#outgoing.end();
  }

  break(): void {
    if (this.#over) return;
    this.#over = true;
    this.#tap.broken("server", { kind: "closed", detail: "the scenario closed the connection" });
    this.#outgoing.destroy();
  }

  onClose(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: "OK",
  202: "Accepted",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};
