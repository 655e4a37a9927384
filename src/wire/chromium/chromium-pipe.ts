import type { Readable, Writable } from "node:stream";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";

/** The browser did not do what it was asked; the message is one clause. */
export class ChromiumError extends Error {}

interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: ChromiumError) => void;
}

/** The DevTools protocol over two pipes: JSON texts with a zero byte after each. Nobody else can connect to it. */
export class ChromiumPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events = new Map<string, () => void>();
  #last = 0;
  #closed: ChromiumError | undefined;

  constructor(out: Writable, input: Readable, maxBytes: number) {
    this.#out = out;
    let total = 0;
    let pending: Buffer[] = [];
    // A pipe that breaks is a browser that ends, and who started it says why.
    for (const stream of [out, input]) stream.on("error", () => {});
    input.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (total > maxBytes) return this.close("the browser sent more than a picture needs");
      let rest = chunk;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#receive(Buffer.concat([...pending, rest.subarray(0, end)]));
        pending = [];
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) pending.push(rest);
    });
  }

  /** Nothing is answered any more; whoever waits is told why. */
  close(why: string): void {
    this.#closed ??= new ChromiumError(why);
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }

  async send(method: string, params: JsonObject = {}, session?: string): Promise<JsonObject> {
    if (this.#closed) throw this.#closed;
    const id = ++this.#last;
    const answer = new Promise<JsonObject>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#out.write(
      `${JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) })}\0`,
    );
    return answer;
  }

  /** Resolves when the browser next tells of it. */
  once(event: string): Promise<void> {
    return new Promise((resolve) => this.#events.set(event, resolve));
  }

  #receive(bytes: Buffer): void {
    const message = parse(bytes);
    const id = member(message, "id");
    if (typeof id !== "number") {
      const event = stringMember(message, "method") ?? "";
      this.#events.get(event)?.();
      this.#events.delete(event);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const result = member(message, "result");
    if (isJsonObject(result)) waiting?.resolve(result);
    else waiting?.reject(new ChromiumError("the browser refused a request"));
  }
}

const parse = (bytes: Buffer): Json => {
  try {
    return JSON.parse(bytes.toString("utf8")) as Json;
  } catch {
    return null;
  }
};
