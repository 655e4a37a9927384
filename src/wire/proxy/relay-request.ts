import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import type { Header } from "../../base/header.ts";
import { deferred } from "../deferred.ts";
import { pairs } from "../http/http-call.ts";
import { codeOf, troubleOf } from "../http/http-trouble.ts";
import type { Trouble } from "../trouble.ts";
import { flat, requestHeaders, responseHeaders } from "./hop-headers.ts";
import type { HttpTap } from "./http-tap.ts";
import { isForThisMachine, isFromAnotherSite } from "./local-request.ts";

export interface RelayContext {
  readonly target: URL;
  /** Added to what the client sends, and replacing the client's own of the same name. */
  readonly configured: readonly Header[];
  readonly agent: HttpAgent;
  readonly tap: HttpTap;
  readonly connectMs: number;
  /** Called once, when the configured headers were withheld from a page of another site. */
  readonly onWithheld: () => void;
}

/** A relayed exchange that can be ended from outside. */
export interface RunningRelay {
  readonly done: Promise<void>;
  stop(): void;
}

/** Heads are passed on whatever their size; this only keeps a broken peer from filling the memory. */
export const MAX_HEAD_BYTES = 1_048_576;

/** Hands one request to the server and its answer to the client, both as they arrive. */
export const relayRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RelayContext,
): RunningRelay | undefined => {
  const received = pairs(request.rawHeaders);
  const path = request.url ?? "/";
  const method = request.method ?? "GET";
  if (!isForThisMachine(received)) {
    return refuse(response, 403, "the Host of this request is not a name of this machine, so it was not passed on");
  }
  if (!path.startsWith("/") && path !== "*") {
    return refuse(response, 400, "only requests for a path are passed on, not those for another address");
  }
  const foreign = context.configured.length > 0 && isFromAnotherSite(received);
  if (foreign) context.onWithheld();
  const headers = requestHeaders(received, method, context.target.host, foreign ? [] : context.configured);
  const tap = context.tap({ method, path, headers });

  let stage: "connect" | "head" | "body" = "connect";
  let settled = false;
  let whole = false;
  let connectTimer: NodeJS.Timeout | undefined;
  let upstream: ClientRequest | undefined;
  const { promise: done, resolve: resolveDone } = deferred();

  const settle = (): boolean => {
    if (settled) return false;
    settled = true;
    clearTimeout(connectTimer);
    resolveDone();
    return true;
  };
  const breakOff = (by: "client" | "server" | "proxy", trouble: Trouble): void => {
    if (!settle()) return;
    tap.broken(by, trouble);
    upstream?.destroy();
    if (by === "server" && !response.headersSent) refuse(response, 502, unreachable(context.target, trouble));
    else response.destroy();
  };

  const onResponse = (answer: IncomingMessage): void => {
    stage = "body";
    const answerHeaders = pairs(answer.rawHeaders);
    const status = answer.statusCode ?? 0;
    const statusText = answer.statusMessage ?? "";
    tap.head({ status, statusText, httpVersion: answer.httpVersion, headers: answerHeaders });
    response.sendDate = false;
    try {
      response.writeHead(status, statusText, flat(responseHeaders(answerHeaders)));
      response.flushHeaders();
    } catch (error) {
      breakOff("server", { kind: "not-http", detail: "Node refuses to pass this response on", code: codeOf(error) });
      return;
    }
    answer.on("data", (chunk: Buffer) => {
      if (settled) return;
      tap.data(chunk);
      if (!response.write(chunk)) answer.pause();
    });
    response.on("drain", () => answer.resume());
    answer.on("end", () => {
      if (!answer.complete) return;
      whole = true;
      if (!settle()) return;
      tap.end();
      if (answer.rawTrailers.length > 0) response.addTrailers(trailers(answer));
      response.end();
    });
    const onCut = (): void => {
      if (!answer.complete)
        breakOff("server", { kind: "closed", detail: "the connection closed in the middle of the response" });
    };
    answer.on("error", (error) => breakOff("server", troubleOf(error, "body")));
    answer.on("close", onCut);
  };

  const send = context.target.protocol === "https:" ? httpsRequest : httpRequest;
  try {
    upstream = send({
      host: context.target.hostname.replace(/^\[|\]$/g, ""),
      port: context.target.port || undefined,
      method,
      path,
      headers: flat(headers),
      agent: context.agent,
      setHost: false,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  } catch (error) {
    breakOff("server", { kind: "refused", detail: "Node refuses to send this request", code: codeOf(error) });
    return undefined;
  }
  const outgoing = upstream;
  outgoing.maxHeadersCount = 0;
  const onConnected = (): void => {
    clearTimeout(connectTimer);
    if (stage === "connect") stage = "head";
  };
  connectTimer = setTimeout(() => {
    const detail = `no connection within ${context.connectMs} ms`;
    breakOff("server", { kind: "timed-out", detail, limit: "connectMs" });
  }, context.connectMs);
  outgoing.on("socket", (socket) => {
    if (!socket.connecting) onConnected();
    else socket.once(context.target.protocol === "https:" ? "secureConnect" : "connect", onConnected);
  });
  outgoing.on("response", onResponse);
  outgoing.on("continue", () => response.writeContinue());
  outgoing.on("upgrade", (_answer, socket) => {
    socket.destroy();
    breakOff("server", { kind: "not-http", detail: "the server switched protocols (101), which nobody asked for" });
  });
  outgoing.on("error", (error) => {
    // A server may answer early and close; the answer decides then, and how it ends is seen on it.
    if (stage !== "body" && !whole) breakOff("server", troubleOf(error, stage));
  });

  let sent = false;
  request.on("data", (chunk: Buffer) => {
    sent = true;
    tap.requestData(chunk);
    if (!outgoing.destroyed && !outgoing.write(chunk)) request.pause();
  });
  outgoing.on("drain", () => request.resume());
  outgoing.on("close", () => request.resume());
  request.on("end", () => {
    sent = true;
    if (!request.complete || outgoing.destroyed) return;
    tap.requestEnd();
    if (request.rawTrailers.length > 0) outgoing.addTrailers(trailers(request));
    outgoing.end();
  });
  request.on("error", () => {});
  // The head goes on before its body comes, unless the two came together.
  setImmediate(() => {
    if (!sent && !outgoing.destroyed) outgoing.flushHeaders();
  });
  response.on("error", () => {});
  response.on("close", () => {
    if (!response.writableFinished)
      breakOff("client", { kind: "closed", detail: "the client closed the connection before the answer was complete" });
  });

  return {
    done,
    stop: () => breakOff("proxy", { kind: "aborted", detail: "the recording was stopped before the answer" }),
  };
};

const trailers = (message: IncomingMessage): [string, string][] =>
  pairs(message.rawTrailers).map(([name, value]) => [name, value]);

/** Visibly our own words, so that a client does not mistake them for the server's. */
const refuse = (response: ServerResponse, status: number, why: string): undefined => {
  const body = `mcptest record --proxy: ${why}\n`;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  response.end(body);
  return undefined;
};

const unreachable = (target: URL, trouble: Trouble): string =>
  `the server at ${target.origin} gave no answer: ${trouble.detail}${trouble.code ? ` (${trouble.code})` : ""}`;
