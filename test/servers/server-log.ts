// What happened inside a server, so that a test can wait for an event instead of sleeping.

import type { JsonValue } from "./json-rpc.ts";

export type LogEntry =
  | { kind: "http"; method: string; url: string; status: number | undefined }
  | { kind: "received"; message: JsonValue }
  | { kind: "sent"; message: JsonValue }
  | { kind: "tool"; name: string; state: "started" | "finished" | "cancelled" | "failed" }
  | { kind: "cancelled"; reason: string }
  | { kind: "session"; id: string; state: "opened" | "ended" }
  | { kind: "stream"; name: string; state: "opened" | "closed" };

export class ServerLog {
  readonly entries: LogEntry[] = [];
  readonly #waiting = new Set<(entry: LogEntry) => void>();

  add(entry: LogEntry): void {
    this.entries.push(entry);
    for (const wake of [...this.#waiting]) wake(entry);
  }

  // Resolves with the first entry, past or future, that satisfies the predicate.
  waitFor(predicate: (entry: LogEntry) => boolean): Promise<LogEntry> {
    const past = this.entries.find(predicate);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve) => {
      const wake = (entry: LogEntry): void => {
        if (!predicate(entry)) return;
        this.#waiting.delete(wake);
        resolve(entry);
      };
      this.#waiting.add(wake);
    });
  }
}
