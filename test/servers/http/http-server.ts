// An example server over HTTP, in this process, on a free port of the loopback interface.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { servedTo } from "../caller.ts";
import { INTERNAL_ERROR, INVALID_REQUEST, type JsonValue, RpcError, toRpcError } from "../json-rpc.ts";
import { atLeast, STATELESS_REVISION } from "../revisions.ts";
import { ServerCore, type ServerEra, type ServerOptions } from "../server-core.ts";
import type { ServerLog } from "../server-log.ts";
import { hasModernMeta } from "../stateless/request-meta.ts";
import { type AuthOptions, Authorization } from "./authorization.ts";
import { parseJson, readBody } from "./body.ts";
import { HttpExchange } from "./http-exchange.ts";
import { SseEndpoint } from "./sse-endpoint.ts";
import { StatefulEndpoint } from "./stateful-endpoint.ts";
import { StatelessEndpoint } from "./stateless-endpoint.ts";

export interface HttpServerOptions extends ServerOptions {
  era: ServerEra;
  /** Answer requests with an event stream even where JSON would do. */
  sse?: boolean;
  /** Drop the connection of a running tools/call (with sse) and of a GET, to be resumed by the client (2025-11-25). */
  polling?: boolean;
  /** Host the HTTP+SSE endpoints of 2024-11-05 beside the MCP endpoint. */
  withHttpSse?: boolean;
  /** Protect the endpoint with bearer tokens; without it the server is open. */
  auth?: AuthOptions;
  port?: number;
  /** The address to listen on; by default 127.0.0.1. */
  host?: string;
}

export interface RunningHttpServer {
  url: string;
  /** The endpoint of the HTTP+SSE transport, if there is one. */
  sseUrl: string;
  core: ServerCore;
  log: ServerLog;
  close(): Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const core = new ServerCore(options.era, options);
  const router = new Router(core, options);
  const server = createServer((request, response) => {
    router.handle(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => core.hooks.connection?.(socket));
  // A stream may be silent for longer than any default.
  server.requestTimeout = 0;
  // A pooled connection that is closed just when a client reuses it looks like a fault of the server.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host = options.host === "::1" ? "[::1]" : "127.0.0.1";
  router.origins = [`http://${host}:${port}`, `http://localhost:${port}`];
  const path = endpointPath(options);
  if (router.authorization) router.authorization.origin = `http://${host}:${port}`;
  return {
    url: `http://${host}:${port}${path}`,
    sseUrl: `http://${host}:${port}/sse`,
    core,
    log: core.log,
    close: () => close(server, router),
  };
}

function endpointPath({ era }: HttpServerOptions): string {
  return era === "http+sse" ? "/sse" : "/mcp";
}

async function close(server: Server, router: Router): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await router.end();
  server.closeAllConnections();
  await closed;
}

class Router {
  origins: readonly string[] = [];
  readonly authorization: Authorization | undefined;
  readonly #core: ServerCore;
  readonly #stateful: StatefulEndpoint;
  readonly #stateless: StatelessEndpoint;
  readonly #sse: SseEndpoint;
  readonly #hostsSse: boolean;

  constructor(core: ServerCore, options: HttpServerOptions) {
    this.#core = core;
    this.#stateful = new StatefulEndpoint(core, options.sse ?? false, options.polling ?? false);
    this.#stateless = new StatelessEndpoint(core, options.sse ?? false);
    this.#sse = new SseEndpoint(core);
    this.authorization = options.auth && new Authorization(options.auth, endpointPath(options));
    this.#hostsSse = options.era === "http+sse" || options.withHttpSse === true;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const http = new HttpExchange(this.#core, request, response, body ?? Buffer.alloc(0));
    http.era = this.#core.era === "stateless" ? "stateless" : "stateful";
    if (await this.#core.hooks.httpRequest?.({ request, response, body: http.body })) return;
    if (body === undefined) {
      http.answer(413);
      return;
    }
    if (!this.#checkOrigin(http) || !this.#checkHost(http)) return;
    if (await this.authorization?.handles(http)) return;
    try {
      const caller = this.authorization?.callerOf(http);
      await (caller === undefined ? this.#route(http) : servedTo(caller, () => this.#route(http)));
    } catch (thrown) {
      http.refuse(500, new RpcError(INTERNAL_ERROR, toRpcError(thrown).message));
    }
  }

  async end(): Promise<void> {
    await this.#stateless.end();
    this.#stateful.end();
    this.#sse.end();
  }

  async #route(http: HttpExchange): Promise<void> {
    const { pathname } = http.url;
    const { method } = http.request;
    if (this.#hostsSse && pathname === "/sse") {
      if (method === "GET") this.#sse.open(http);
      else http.answer(405, { Allow: "GET" });
    } else if (this.#hostsSse && pathname === "/messages") {
      if (method === "POST") await this.#sse.post(http);
      else http.answer(405, { Allow: "POST" });
    } else if (pathname === "/mcp" && this.#core.era !== "http+sse") {
      await this.#routeEndpoint(http);
    } else {
      http.answer(404);
    }
  }

  async #routeEndpoint(http: HttpExchange): Promise<void> {
    const { method } = http.request;
    const modernOnly = this.#core.statefulRevisions.length === 0;
    if (method === "POST") await this.#post(http);
    else if (modernOnly && this.#core.checks("http-method")) http.answer(405, { Allow: "POST" });
    else if (method === "GET") this.#stateful.get(http);
    else if (method === "DELETE") this.#stateful.delete(http);
    else http.answer(405, { Allow: "GET, POST, DELETE" });
  }

  async #post(http: HttpExchange): Promise<void> {
    const type = http.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== undefined && type !== "application/json") {
      http.answer(415);
      return;
    }
    let message: JsonValue;
    try {
      message = parseJson(http.body);
    } catch (thrown) {
      http.refuse(400, toRpcError(thrown), this.#unreadableId(http));
      return;
    }
    if (this.#isModern(http, message)) await this.#stateless.post(http, message);
    else await this.#stateful.post(http, message);
  }

  // On a dual server the metadata of the body or the version header shows the era; everything else is older traffic.
  #isModern(http: HttpExchange, message: JsonValue): boolean {
    if (this.#core.statefulRevisions.length === 0) return true;
    if (this.#core.statelessRevisions.length === 0) return false;
    const version = http.header("mcp-protocol-version") ?? "";
    return hasModernMeta(message) || (/^\d{4}-\d{2}-\d{2}/.test(version) && version >= STATELESS_REVISION);
  }

  #unreadableId(http: HttpExchange): null | undefined {
    const revision = this.#core.era === "stateless" ? STATELESS_REVISION : this.#stateful.peek(http)?.protocol.revision;
    return revision !== undefined && atLeast(revision, "2025-11-25") ? undefined : null;
  }

  // A browser page of another origin must not reach a local server, whatever name it found for it.
  #checkOrigin(http: HttpExchange): boolean {
    const origin = http.header("origin");
    if (origin === undefined || this.origins.includes(origin) || !this.#core.checks("origin")) return true;
    http.refuse(403, new RpcError(INVALID_REQUEST, "Forbidden: this origin is not allowed"));
    return false;
  }

  // Nor may it give a name of its own to the address of this machine.
  #checkHost(http: HttpExchange): boolean {
    const host = http.header("host") ?? "";
    if (LOOPBACK_HOST.test(host) || !this.#core.checks("host")) return true;
    http.refuse(403, new RpcError(INVALID_REQUEST, "Forbidden: this host is not served here"));
    return false;
  }
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
