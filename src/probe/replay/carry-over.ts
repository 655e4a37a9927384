import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";

/** Members of an answer whose value a client hands back: it belongs to the session, not to the request. */
const GIVEN = new Set(["nextCursor", "taskId", "requestState"]);

/** Where a client hands such a value back. */
const RETURNED = new Set(["cursor", "taskId", "requestState"]);

/** Values that the server of the recording handed out, and those that the server of today did in their place. */
export class CarriedValues {
  readonly #values = new Map<string, string>();

  /** Notes what both answers hand out at the same place. */
  learn(recorded: Json | undefined, now: Json | undefined, depth = 0): void {
    if (depth > 32) return;
    if (Array.isArray(recorded) && Array.isArray(now)) {
      for (const [index, entry] of recorded.entries()) this.learn(entry, now[index], depth + 1);
      return;
    }
    if (!isJsonObject(recorded) || !isJsonObject(now)) return;
    for (const [name, before] of Object.entries(recorded)) {
      const after = member(now, name);
      if (GIVEN.has(name) && typeof before === "string" && typeof after === "string") this.note(before, after);
      else this.learn(before, after, depth + 1);
    }
  }

  note(recorded: string, now: string): void {
    this.#values.set(recorded, now);
  }

  /** A text as it is today. */
  current(recorded: string): string {
    return this.#values.get(recorded) ?? recorded;
  }

  /** A recorded request with the values of today where it hands recorded ones back. */
  apply(request: Json, depth = 0): Json {
    if (depth > 32) return request;
    if (Array.isArray(request)) return request.map((entry) => this.apply(entry, depth + 1));
    if (!isJsonObject(request)) return request;
    return Object.fromEntries(
      Object.entries(request as JsonObject).map(([name, value]) => [
        name,
        RETURNED.has(name) && typeof value === "string" ? this.current(value) : this.apply(value, depth + 1),
      ]),
    );
  }
}
