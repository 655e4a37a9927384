// A spawned example server, one line at a time.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { isObject, type JsonObject, type JsonValue } from "../json-rpc.ts";

export class RawStdio {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor({ command, args }: { command: string; args: string[] }) {
    this.child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    if (this.child.stdout === null) throw new Error("stdout is piped");
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      this.lines.push(line);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  send(message: JsonValue): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  // The first line, past or future, that satisfies the predicate.
  async waitFor(predicate: (message: JsonObject) => boolean): Promise<JsonObject> {
    for (let read = 0; ; ) {
      for (; read < this.lines.length; read += 1) {
        const message = JSON.parse(this.lines[read] ?? "") as JsonValue;
        if (isObject(message) && predicate(message)) return message;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async waitForLines(count: number): Promise<string[]> {
    while (this.lines.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.lines;
  }

  answerTo(id: number | string): Promise<JsonObject> {
    return this.waitFor((message) => message.id === id && message.method === undefined);
  }

  // Closes stdin and waits for the process to end by itself.
  async close(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    this.child.stdin?.end();
    const [code] = (await once(this.child, "exit")) as [number | null];
    return code;
  }
}
