// The points where a mutant bends the correct server. Every hook is optional; without hooks the server is correct.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { JsonObject, JsonValue, RpcRequest } from "./json-rpc.ts";
import type { Era, Revision } from "./revisions.ts";

export type TransportName = "stdio" | "http" | "http+sse";

// Objects and arrays are serialised as JSON; strings and Buffers go out as they are.
export type Wire = JsonValue | Buffer;

// Where a message travels: the answer to one POST, the stream of a GET (also HTTP+SSE), a listen stream, or stdout.
export type StreamName = "post" | "get" | "listen" | "stdout";

export interface MessageContext {
  era: Era;
  transport: TransportName;
  stream: StreamName;
  revision: Revision | undefined;
  // The request a response answers, or that a notification or server request belongs to.
  request: RpcRequest | undefined;
}

export interface IncomingContext {
  era: Era;
  transport: TransportName;
  revision: Revision | undefined;
  // Writes something on the channel of this message before it is handled.
  send(wire: Wire): void;
  // Writes something on the channel for messages that belong to no request (the GET stream, stdout).
  sendStandalone(wire: Wire): void;
}

export type IncomingVerdict =
  | { replaceWith: JsonValue }
  // The values are written in place of an answer, and the message is not handled.
  | { answerWith: Wire[] }
  // The message is not handled and nothing is answered; over HTTP the exchange hangs.
  | "ignore";

export interface RawExchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  // Undefined for an event stream, whose body is written later.
  body: string | Buffer | undefined;
}

export interface HttpContext {
  era: Era;
  httpMethod: string;
  rpcMethod: string | undefined;
  request: IncomingMessage;
  // Undefined for an answer that is not an event stream.
  stream: StreamName | undefined;
}

export interface StreamContext {
  stream: StreamName;
  revision: Revision | undefined;
  rpcMethod: string | undefined;
}

// Checks that can be left out by name: the shortest way to a server that accepts what it must refuse.
export type Check =
  | "jsonrpc-envelope"
  | "batch-refused"
  | "initialized-first"
  | "initialize-params"
  | "method-known"
  | "capability-gate"
  | "cursor"
  | "tool-known"
  | "tool-params"
  | "tool-arguments"
  | "prompt-arguments"
  | "log-level"
  | "log-threshold"
  | "client-capability"
  | "elicited-content"
  | "cancellation"
  | "disconnect-cancels"
  | "disconnect-ignored"
  | "origin"
  | "host"
  | "session-missing"
  | "session-unknown"
  | "session-ended"
  | "replay-scope"
  | "replay-stream"
  | "version-header"
  | "header-version-present"
  | "header-version-match"
  | "header-method"
  | "header-name"
  | "header-param"
  | "http-method"
  | "posted-response"
  | "meta-present"
  | "meta-version"
  | "meta-capabilities"
  | "meta-types"
  | "version-supported"
  | "request-state"
  | "request-state-binding"
  | "input-responses"
  | "listen-filter"
  | "subscription-scope"
  | "rate-limit"
  | "task-support"
  | "task-required"
  | "task-declared"
  | "task-opt-in"
  | "task-terminal"
  | "task-list-private"
  | "token-present"
  | "token-malformed"
  | "token-valid"
  | "token-scope"
  | "token-query"
  | "token-scopes-at-once"
  | "token-scope-includes"
  | "jwt-algorithm"
  | "jwt-embedded-key"
  | "jwt-signature"
  | "jwt-expiry"
  | "jwt-not-before"
  | "jwt-issuer"
  | "jwt-audience"
  | "jwt-audience-case"
  | "session-user"
  | "task-user"
  | "request-state-user"
  | "list-user";

export interface Hooks {
  /** Checks that this server leaves out. */
  skip?: readonly Check[];
  /** Changes the result of a request before it is wrapped and sent; throw an RpcError to answer with an error. */
  result?(result: JsonObject, context: MessageContext): JsonObject | undefined;
  /** Changes the error object of a response; the HTTP status stays that of the original error. */
  error?(error: JsonObject, context: MessageContext): JsonObject | undefined;
  /** Sees each parsed incoming message: may replace it, answer it raw, or ignore it. */
  incoming?(message: JsonValue, context: IncomingContext): IncomingVerdict | undefined;
  /** Changes, replaces, multiplies ([a, b]), drops ([]) or delays (a promise) any outgoing message. */
  outgoing?(message: JsonObject, context: MessageContext): Wire[] | undefined | Promise<Wire[] | undefined>;
  /** Changes the array of responses that answers a batch (2025-03-26). */
  batch?(responses: JsonObject[]): Wire | undefined;
  /** Sees every new HTTP connection. */
  connection?(socket: Socket): void;
  /** Sees a raw HTTP request with its body before anything else; true means it was handled here. */
  httpRequest?(exchange: RawExchange): boolean | Promise<boolean>;
  /** Changes status, headers and body of an HTTP answer; for an event stream status and headers only. */
  httpAnswer?(answer: HttpAnswer, context: HttpContext): HttpAnswer | undefined;
  /** Changes the raw text of one SSE event, blank line included. */
  sseEvent?(text: string, context: StreamContext): string | Buffer | undefined;
  /** Says how an event stream ends once it is complete: normally, never, or by a broken connection. */
  streamEnd?(context: StreamContext): "end" | "keep-open" | "destroy" | undefined;
  /** Gives the id for a new session, in place of a random one. */
  sessionId?(): string;
  /** Sees the bytes of stdin as they arrive, before they are cut into lines. */
  stdinChunk?(bytes: Buffer): void;
  /** Gives the id for a new task, in place of a random one. */
  taskId?(): string;
  /** Sees each raw line of stdin: may replace it, or ignore it by an empty line. */
  stdinLine?(line: Buffer): Buffer | undefined;
  /** Bytes written on stdout before anything else. */
  stdoutStart?(): string | Buffer;
  /** Changes the raw text of one stdout line, newline included. */
  stdoutLine?(line: string, context: MessageContext | undefined): string | Buffer | undefined;
  /** Takes over the shutdown of a stdio server; it exits only when exit() is called. */
  shutdown?(reason: "stdin-closed" | "SIGTERM", exit: (code?: number) => void): void;
}

export function skips(hooks: Hooks, check: Check): boolean {
  return hooks.skip?.includes(check) ?? false;
}

export function wireBytes(wire: Wire): string | Buffer {
  return typeof wire === "string" || Buffer.isBuffer(wire) ? wire : JSON.stringify(wire);
}
