// An example server over stdio: newline-delimited messages, both eras, and a prompt end.

import type { Readable, Writable } from "node:stream";
import { parseJson } from "../http/body.ts";
import { isObject, type JsonValue, toRpcError } from "../json-rpc.ts";
import { ServerCore, type ServerEra, type ServerOptions } from "../server-core.ts";
import { StatefulSession } from "../stateful/session.ts";
import { StatelessProtocol } from "../stateless/protocol.ts";
import { hasModernMeta } from "../stateless/request-meta.ts";
import { LineReader } from "./line-reader.ts";
import { StdoutChannel } from "./stdout-channel.ts";

export interface StdioServerOptions extends ServerOptions {
  era: ServerEra;
}

// How long requests that are still running get after stdin closed. Quick ones are answered, slow ones are not.
const GRACE_MS = 100;

// The streams of a process, or of a test that plays one.
export interface StdioStreams {
  stdin: Readable;
  stdout: Writable;
  exit(code: number): void;
}

export function runStdioServer(options: StdioServerOptions, streams: StdioStreams): void {
  const { stdin, stdout } = streams;
  const core = new ServerCore(options.era, options);
  const server = new StdioServer(core, new StdoutChannel(core, (bytes) => stdout.write(bytes)));
  const lines = new LineReader();
  const exit = (code = 0): void => {
    // An empty write calls back after everything before it.
    stdout.write("", () => streams.exit(code));
  };
  const shutDown = (reason: "stdin-closed" | "SIGTERM"): void => {
    if (core.hooks.shutdown !== undefined) core.hooks.shutdown(reason, exit);
    else server.end().then(() => exit());
  };
  stdin.on("data", (bytes: Buffer) => {
    core.hooks.stdinChunk?.(bytes);
    for (const line of lines.push(bytes)) server.receive(line);
  });
  stdin.on("end", () => {
    server.receive(lines.end());
    shutDown("stdin-closed");
  });
  process.once("SIGTERM", () => shutDown("SIGTERM"));
  // The client is gone: there is nobody left to serve.
  stdout.on("error", () => streams.exit(0));
}

class StdioServer {
  readonly #core: ServerCore;
  readonly #channel: StdoutChannel;
  readonly #stateful: StatefulSession;
  readonly #stateless: StatelessProtocol;
  readonly #running = new Set<Promise<unknown>>();
  #sawModern = false;

  constructor(core: ServerCore, channel: StdoutChannel) {
    this.#core = core;
    this.#channel = channel;
    this.#stateful = new StatefulSession(core, "stdio", channel);
    this.#stateless = new StatelessProtocol(core, "stdio");
  }

  receive(raw: Buffer): void {
    const line = this.#core.hooks.stdinLine?.(raw) ?? raw;
    if (line.toString("latin1").trim() === "") return;
    let message: JsonValue;
    try {
      message = parseJson(line);
    } catch (thrown) {
      this.#refuse(thrown);
      return;
    }
    const running = this.#route(message).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async end(): Promise<void> {
    await this.#stateless.end();
    const late = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    await Promise.race([Promise.allSettled([...this.#running]), late]);
    this.#stateful.end();
    await this.#channel.flushed();
  }

  async #route(message: JsonValue): Promise<void> {
    const modern = this.#isModern(message);
    if (modern && hasModernMeta(message)) this.#sawModern = true;
    if (!modern) await this.#stateful.receive(message, this.#channel);
    else await this.#stateless.receive(message, { channel: this.#channel });
    // On a dual server a cancellation may mean a request of either era: its own params do not tell.
    const isCancellation =
      isObject(message) && message.method === "notifications/cancelled" && message.id === undefined;
    if (!modern && isCancellation && isObject(message.params)) this.#stateless.cancel(message.params);
  }

  // Without metadata a request is older traffic, unless this process has so far only been spoken to in the new way.
  #isModern(message: JsonValue): boolean {
    if (this.#core.statefulRevisions.length === 0) return true;
    if (this.#core.statelessRevisions.length === 0) return false;
    if (hasModernMeta(message)) return true;
    const isRequest = isObject(message) && typeof message.method === "string" && message.id !== undefined;
    if (!isRequest || message.method === "initialize") return false;
    return this.#sawModern && this.#stateful.revision === undefined;
  }

  #refuse(thrown: unknown): void {
    const layer = this.#core.era === "stateless" || this.#sawModern ? this.#stateless : this.#stateful;
    layer.refuse(this.#channel, undefined, toRpcError(thrown));
  }
}
