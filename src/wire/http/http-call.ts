import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { urlToHttpOptions } from "node:url";
import { defined } from "../../base/defined.ts";
import type { Header } from "../../base/header.ts";
import { type AddressPolicy, isForbiddenHost } from "../address-policy.ts";
import { type Deadline, type Stretch, startDeadline } from "../deadline.ts";
import { deferred } from "../deferred.ts";
import type { LimitName, Limits } from "../limits.ts";
import type { Trouble } from "../trouble.ts";
import { type BodyDecoder, createBodyDecoder } from "./body-decoder.ts";
import { codeOf, FORBIDDEN_ADDRESS, isDropped, troubleOf } from "./http-trouble.ts";
import { ResponseEnd } from "./response-end.ts";

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Exactly these, in this order, with duplicates. Host and Content-Length are added unless given. */
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  /** Send only so many bytes of the body under its full Content-Length, then close our half. */
  readonly cutBodyAt?: number;
  /** Changes the serialised head before it goes out: Node itself writes no illegal header bytes. */
  readonly rewriteHead?: (head: Buffer) => Buffer;
  /** Another limit than the exchange's, for streams that are meant to stay open and tools that take their time. */
  readonly deadline?: LimitName;
}

export interface HttpHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly Header[];
}

export interface HttpCallEvents {
  onHead?(head: HttpHead): void;
  /** Decoded body bytes, as they arrive. */
  onData?(chunk: Buffer): void;
  /** Bytes behind the response, which belong to no request. May come after the call is done, while its connection idles. */
  onStray?(bytes: number): void;
}

export interface HttpOutcome {
  readonly head?: HttpHead;
  readonly bodyBytes: number;
  readonly endedBy: "server" | "client" | "trouble";
  readonly trouble?: Trouble;
  /** What the parser choked on, if the bytes were not HTTP. */
  readonly notHttp?: Buffer;
}

export interface HttpCall {
  readonly done: Promise<HttpOutcome>;
  /** Ends the call from our side; not trouble. */
  close(): void;
  /** Ends the call as trouble of our own naming (an SSE limit, an aborted run). */
  fail(trouble: Trouble): void;
}

export interface HttpCallSettings {
  readonly agent: HttpAgent;
  readonly limits: Limits;
  readonly policy: AddressPolicy;
  readonly stretch?: Stretch | undefined;
}

/** How many interim (1xx) responses are tolerated. */
const INTERIM_LIMIT = 10;

export const startHttpCall = (request: HttpRequest, settings: HttpCallSettings, events: HttpCallEvents): HttpCall => {
  const { limits } = settings;
  let head: HttpHead | undefined;
  let bodyBytes = 0;
  let interim = 0;
  let settled = false;
  let decoder: BodyDecoder | undefined;
  let clientRequest: ClientRequest | undefined;
  let isWhole = (): boolean => false;
  let stage: "connect" | "head" | "body" = "connect";
  let whole: Deadline | undefined;
  /** For the connection, then for the head, then for every part of the body. */
  let next: Deadline | undefined;
  const { promise: done, resolve: resolveDone } = deferred<HttpOutcome>();

  const finish = (outcome: {
    endedBy: HttpOutcome["endedBy"];
    trouble?: Trouble;
    notHttp?: Buffer | undefined;
  }): void => {
    if (settled) return;
    settled = true;
    whole?.cancel();
    next?.cancel();
    decoder?.destroy();
    // A call that ended well leaves its connection to the agent; any other takes the connection with it.
    if (outcome.endedBy !== "server" || outcome.trouble) clientRequest?.destroy();
    resolveDone(defined({ head, bodyBytes, ...outcome }));
  };
  const fail = (trouble: Trouble, notHttp?: Buffer): void => finish({ endedBy: "trouble", trouble, notHttp });

  const limited = (name: LimitName, detail: (ms: number) => string): Deadline =>
    startDeadline(limits[name], (ms) => fail({ kind: "timed-out", detail: detail(ms), limit: name }), settings.stretch);
  const arm = (name: LimitName, detail: (ms: number) => string): void => {
    next?.cancel();
    next = limited(name, detail);
  };

  if (isForbiddenHost(settings.policy, request.url.hostname)) {
    fail(FORBIDDEN_ADDRESS);
    return { done, close: () => {}, fail };
  }

  whole = limited(request.deadline ?? "exchangeMs", (ms) => `no complete response within ${ms} ms`);

  const onConnected = (): void => {
    if (settled || stage !== "connect") return;
    stage = "head";
    arm("headMs", (ms) => `no response head within ${ms} ms`);
  };

  const onResponse = (response: IncomingMessage): void => {
    stage = "body";
    next?.cancel();
    const headers = pairs(response.rawHeaders);
    head = {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      httpVersion: response.httpVersion,
      headers: headers.slice(0, limits.headerCount),
    };
    events.onHead?.(head);
    if (headers.length > limits.headerCount) {
      fail({ kind: "limit-exceeded", detail: `more than ${limits.headerCount} header fields`, limit: "headerCount" });
    }
    if (settled) return;
    const idle = !isEventStream(head.headers);
    decoder = createBodyDecoder(contentCodings(head.headers), limits, {
      onData: (chunk) => {
        if (!settled) events.onData?.(chunk);
      },
      onEnd: () => finish({ endedBy: "server" }),
      onTrouble: fail,
    });
    if (idle) arm("idleMs", (ms) => `the body stopped for ${ms} ms`);
    response.on("data", (chunk: Buffer) => {
      bodyBytes += chunk.length;
      if (settled) return;
      // Begun anew rather than replaced: a body may come in millions of chunks.
      if (idle) next?.restart();
      decoder?.push(chunk);
    });
    response.on("end", () => {
      if (settled) return;
      if (response.complete) decoder?.end();
      else fail({ kind: "closed", detail: "the connection closed in the middle of the response" });
    });
    response.on("error", (error) => fail(troubleOf(error, "body")));
    response.on("close", () => {
      if (!response.complete) fail({ kind: "closed", detail: "the connection closed in the middle of the response" });
    });
    isWhole = () => response.complete;
  };

  const send = request.url.protocol === "https:" ? httpsRequest : httpRequest;
  const body = request.body ?? new Uint8Array();
  const attempt = (): void => {
    stage = "connect";
    const sent = send({
      ...optionsOf(request.url),
      method: request.method,
      headers: flatHeaders(request, body.length),
      agent: settings.agent,
      maxHeaderSize: limits.headerBytes,
      setHost: false,
    });
    clientRequest = sent;
    sent.maxHeadersCount = limits.headerCount + 2;
    sent.on("socket", (socket) => {
      watchStrays(socket, request.method, events);
      if (request.rewriteHead) rewriteFirstWrite(socket, request.rewriteHead);
      socket.setNoDelay(true);
      if (!socket.connecting) return onConnected();
      if (!settled) arm("connectMs", (ms) => `no connection within ${ms} ms`);
      socket.once(request.url.protocol === "https:" ? "secureConnect" : "connect", onConnected);
    });
    sent.on("information", () => {
      interim += 1;
      if (interim > INTERIM_LIMIT) fail({ kind: "not-http", detail: `more than ${INTERIM_LIMIT} interim responses` });
    });
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail({ kind: "not-http", detail: "the server switched protocols (101), which nobody asked for" });
    });
    sent.on("response", onResponse);
    sent.on("error", (error) => {
      // What follows a complete response on the connection does not invalidate it.
      if (settled || isWhole()) return;
      // A server may close a kept connection at the very moment it is used again, which says nothing about the
      // request. It is sent once more; on a new connection the same end would count.
      if (sent.reusedSocket && stage === "head" && interim === 0 && isDropped(error)) return attempt();
      const raw = (error as { rawPacket?: unknown }).rawPacket;
      fail(troubleOf(error, stage), Buffer.isBuffer(raw) && stage !== "connect" ? raw : undefined);
    });
    if (request.cutBodyAt === undefined) sent.end(body);
    else sent.write(body.subarray(0, request.cutBodyAt), () => sent.socket?.end());
  };
  try {
    attempt();
  } catch (error) {
    fail({ kind: "not-probed", detail: "Node refuses to send this request", code: codeOf(error) });
  }

  return { done, close: () => finish({ endedBy: "client" }), fail: (trouble) => fail(trouble) };
};

const OPTIONS = new WeakMap<URL, RequestOptions>();

/** A conversation asks the same address again and again, so parse it once. */
const optionsOf = (url: URL): RequestOptions => {
  const known = OPTIONS.get(url);
  if (known) return known;
  // Node copies these several times for a request, so only what it reads.
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  const options = defined({ protocol, hostname, port, path, auth });
  OPTIONS.set(url, options);
  return options;
};

const WATCHES = new WeakMap<Socket, (chunk: Buffer) => void>();

/**
 * A server that answers twice would have its second answer taken for the next one's: a connection on which anything
 * follows the response is destroyed and the bytes are counted. The watch lasts until the connection is used again.
 */
const watchStrays = (socket: Socket, method: string, events: HttpCallEvents): void => {
  const end = new ResponseEnd(method);
  const onData = (chunk: Buffer): void => {
    const stray = end.push(chunk);
    if (stray === 0) return;
    socket.destroy();
    events.onStray?.(stray);
  };
  const last = WATCHES.get(socket);
  if (last) socket.off("data", last);
  // Added for every call, so that Node's own parser sees the bytes first.
  socket.on("data", onData);
  WATCHES.set(socket, onData);
};

/** The first write of a request is its head; everything after passes through. */
const rewriteFirstWrite = (socket: Socket, rewrite: (head: Buffer) => Buffer): void => {
  const write = socket.write.bind(socket) as (chunk: Uint8Array | string, ...rest: unknown[]) => boolean;
  const patched = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
    socket.write = write as typeof socket.write;
    const head = typeof chunk === "string" ? Buffer.from(chunk, "latin1") : Buffer.from(chunk);
    return write(rewrite(head), ...rest.filter((argument) => typeof argument === "function"));
  };
  socket.write = patched as typeof socket.write;
};

export const pairs = (raw: readonly string[]): Header[] => {
  const headers: Header[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) headers.push([raw[index] ?? "", raw[index + 1] ?? ""]);
  return headers;
};

/** The methods Node sends without framing a body. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/** A flat array keeps order, case and duplicates; Node then adds nothing of its own. */
const flatHeaders = (request: HttpRequest, bodyLength: number): string[] => {
  const given = new Set<string>();
  for (const [name] of request.headers) given.add(name.toLowerCase());
  const headers: string[] = [];
  if (!given.has("host")) headers.push("Host", request.url.host);
  for (const [name, value] of request.headers) headers.push(name, value);
  const framed = given.has("content-length") || given.has("transfer-encoding");
  // Without a length Node frames an empty body as chunked, for every method that usually has one.
  const hasBody = request.body !== undefined || !WITHOUT_BODY.has(request.method.toUpperCase());
  if (!framed && hasBody) headers.push("Content-Length", String(bodyLength));
  if (!given.has("connection")) headers.push("Connection", "keep-alive");
  return headers;
};

export const headerValues = (headers: readonly Header[], name: string): string[] => {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers)
    if (key.length === wanted.length && key.toLowerCase() === wanted) values.push(value);
  return values;
};

/** The media type without parameters; none where a server sends several that differ, for then nobody can tell. */
export const mediaType = (headers: readonly Header[]): string => {
  const types = headerValues(headers, "content-type").map((value) => (value.split(";")[0] ?? "").trim().toLowerCase());
  const [first = ""] = types;
  return types.length < 2 || types.every((type) => type === first) ? first : "";
};

export const isEventStream = (headers: readonly Header[]): boolean => mediaType(headers) === "text/event-stream";

export const contentCodings = (headers: readonly Header[]): string[] =>
  headerValues(headers, "content-encoding").flatMap((value) =>
    value.split(",").map((coding) => coding.trim().toLowerCase()),
  );
