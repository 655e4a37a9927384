// One HTTP request and its answer, with the hooks in between.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpAnswer, StreamName } from "../hooks.ts";
import { errorMessage, type RequestId, type RpcError } from "../json-rpc.ts";
import type { Era } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";

export class HttpExchange {
  readonly core: ServerCore;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  era: Era = "stateful";
  rpcMethod: string | undefined;

  constructor(core: ServerCore, request: IncomingMessage, response: ServerResponse, body: Buffer) {
    this.core = core;
    this.request = request;
    this.response = response;
    this.body = body;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  // The URL as a path with query; the origin is of no interest.
  get url(): URL {
    return new URL(this.request.url ?? "/", "http://localhost");
  }

  answer(status: number, headers: Record<string, string> = {}, body?: string | Buffer): void {
    const { response } = this;
    if (response.headersSent || response.destroyed) return;
    const answer = this.#edit({ status, headers, body: body ?? "" }, undefined);
    response.writeHead(answer.status, { "Content-Length": Buffer.byteLength(answer.body ?? ""), ...answer.headers });
    response.end(answer.body ?? "");
    this.#log(answer.status);
  }

  // The id is that of the request refused; a notification, a GET or an unreadable body has none.
  refuse(status: number, error: RpcError, id?: RequestId | null): void {
    this.answer(status, { "Content-Type": "application/json" }, JSON.stringify(errorMessage(id, error)));
  }

  startStream(stream: StreamName, headers: Record<string, string>): void {
    const { response } = this;
    const all = {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
      ...headers,
    };
    const answer = this.#edit({ status: 200, headers: all, body: undefined }, stream);
    response.writeHead(answer.status, answer.headers);
    response.flushHeaders();
    this.#log(answer.status);
  }

  #edit(answer: HttpAnswer, stream: StreamName | undefined): HttpAnswer {
    const context = {
      era: this.era,
      httpMethod: this.request.method ?? "",
      rpcMethod: this.rpcMethod,
      request: this.request,
      stream,
    };
    return this.core.hooks.httpAnswer?.(answer, context) ?? answer;
  }

  #log(status: number): void {
    const { method = "", url = "" } = this.request;
    this.core.log.add({ kind: "http", method, url, status });
  }
}
