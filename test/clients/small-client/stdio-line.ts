// A line on stdio: what the relay of `mcptest client-stdio` would carry.

import { PassThrough } from "node:stream";
import type { Json } from "../../../src/model/json.ts";
import { relayToGate } from "../../../src/wire/client/relay-gate.ts";
import type { ClientCore, Line } from "./client-core.ts";

const PATIENCE_MS = 4000;

export class StdioLine implements Line {
  readonly #input = new PassThrough();
  readonly #done: Promise<unknown>;

  constructor(core: ClientCore, id: string) {
    const output = new PassThrough();
    let text = "";
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => {
      const lines = (text + chunk).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        try {
          core.hear(JSON.parse(line) as Json);
        } catch {
          // What is no JSON is nothing to a correct client.
        }
      }
    });
    this.#done = relayToGate(id, this.#input, output);
  }

  async send(_message: Json, text: string): Promise<void> {
    this.#input.write(`${text}\n`);
  }

  /** There is no telling before the server has closed its end; nothing waits for ever. */
  hopeless(): Promise<undefined> {
    const patience = new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
    return Promise.race([this.#done, patience]).then(() => undefined);
  }

  async close(): Promise<void> {
    this.#input.end();
    await this.#done;
  }
}
