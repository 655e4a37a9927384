// A line on stdio: what the relay of `mcptest client-stdio` would carry.

import { PassThrough } from "node:stream";
import type { Json } from "../../../src/base/json.ts";
import { relayToGate } from "../../../src/wire/client/relay-gate.ts";
import type { ClientCore, Line } from "./client-core.ts";
import { decoder } from "./decoder.ts";

const PATIENCE_MS = 4000;

export class StdioLine implements Line {
  readonly #input = new PassThrough();
  readonly #done: Promise<unknown>;
  readonly status = undefined;
  isOver = false;
  #isClosed = false;

  constructor(core: ClientCore, id: string) {
    const output = new PassThrough();
    let text = "";
    const decode = decoder(core.choice.vice.decodesEachPiece);
    output.on("data", (chunk: Buffer) => {
      const lines = (text + decode(chunk)).split("\n");
      text = lines.pop() ?? "";
      if (core.choice.vice.takesPiecesForLines && text !== "") core.end("itself");
      for (const line of lines) {
        try {
          core.hear(JSON.parse(line) as Json);
        } catch {
          // What is no JSON is nothing to a correct client.
        }
      }
    });
    this.#done = relayToGate(id, this.#input, output).then(() => {
      this.isOver = true;
      if (core.choice.vice.overlooksEnd && !this.#isClosed) core.end("silence");
    });
  }

  async send(_message: Json, text: string): Promise<void> {
    this.#input.write(`${text}\n`);
  }

  /** There is nothing to close. */
  abandon(): void {}

  /** What an elicitation names is served over HTTP alone. */
  async visit(): Promise<void> {}

  /** There is no telling before the server has closed its end; nothing waits for ever. */
  hopeless(patienceMs = PATIENCE_MS): Promise<undefined> {
    const patience = new Promise<void>((done) => setTimeout(done, patienceMs).unref());
    return Promise.race([this.#done, patience]).then(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#input.end();
    await this.#done;
  }
}
