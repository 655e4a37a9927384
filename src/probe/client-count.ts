import { deferred } from "../wire/deferred.ts";

/** How many clients a server takes: several at once, one after the other, or none after the first. */
export type ClientCount = "several" | "one-at-a-time" | "one-only";

/** What a second client met while the first was connected. Whoever opens more conversations waits for it. */
export class Clients {
  readonly #found = deferred<ClientCount>();

  get known(): Promise<ClientCount> {
    return this.#found.promise;
  }

  /** The first finding stands. */
  found(count: ClientCount): void {
    this.#found.resolve(count);
  }
}
