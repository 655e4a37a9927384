// What a client of ours does differently with streams, lists, results and subscriptions.

import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { ClientCore } from "./client-core.ts";

export interface HeardAnswer {
  readonly status: number;
  /** Names and values, one after the other, as they were sent. */
  readonly headers: readonly string[];
  readonly text: string;
  readonly isEvents: boolean;
}

export interface StepVice {
  /** Over HTTP: ends when it meets such an answer, as a program does that fails to read it. */
  readonly chokesOn?: (heard: HeardAnswer) => boolean;
  /** Ends when a request has no answer. */
  readonly stopsUnanswered?: boolean;
  readonly readsEventsHastily?: boolean;
  readonly readsStreamsAtTheEnd?: boolean;
  readonly takesFirstEvent?: boolean;
  /** Closes a stream once the answer has come. */
  readonly closesAnswered?: boolean;
  /** Waits that long before it takes up a stream, whatever the server says. */
  readonly retriesAfterMs?: number;
  readonly neverPolls?: boolean;
  /** Takes up streams in the stateless era too. */
  readonly resumesAnyway?: boolean;
  /** Opens its own stream and does not listen to it. */
  readonly ignoresOwnStream?: boolean;
  /** What it makes of a session id. */
  readonly sessionId?: (id: string) => string;
  readonly leavesSession?: boolean;
  /** HTTP+SSE. */
  readonly fallsBackOn?: readonly number[];
  readonly oldAddress?: (url: string) => string;
  readonly followsForeignEndpoint?: boolean;
  /** Tools that it uses although it must not, and some that it does not although it could. */
  readonly keepsTools?: RegExp;
  readonly dropsTools?: RegExp;
  /** Cannot use a list with any tool that it must not use. */
  readonly dropsMixedLists?: boolean;
  /** After -32020: how often the same call is made again, without another look at the list. */
  readonly repeatsMismatches?: number;
  readonly ignoresNotices?: boolean;
  readonly onNotice?: (notification: JsonObject, core: ClientCore) => void;
  /** Under which key an answer is kept, and for how long. */
  readonly keeps?: (
    method: string,
    params: JsonObject,
    result: JsonObject,
  ) => { key: string; forMs: number } | undefined;
  readonly keyOf?: (method: string, params: JsonObject) => string;
  /** How structured results are checked; by default by 2020-12. */
  readonly checks?: "nothing" | "draft-07" | "objects-only" | "not-references";
  /** Changes what it has of a result. */
  readonly understands?: (result: JsonObject) => JsonObject;
  readonly expands?: (template: string, values: Readonly<Record<string, string>>) => string;
  /** What it keeps of a schema. */
  readonly keepsSchema?: (schema: JsonObject) => JsonObject;
  /** How a subscription is ended. */
  readonly endsSubscriptions?: "cancelled" | "both" | "never";
  /** After the connection of a subscription broke. */
  readonly listensAgain?: { readonly times: number; readonly sameId?: boolean };
  /** Asks for this list all the time. */
  readonly polls?: { readonly method: string; readonly everyMs: number };
  /** Fetches what schemas refer to. */
  readonly fetchesReferences?: boolean;
  readonly chokesOnCompletion?: (completion: Json | undefined) => boolean;
  /** What it tells of an error. */
  readonly tellsErrors?: (error: Json) => Json;
  /** Takes no such list. */
  readonly refusesLists?: (result: JsonObject) => boolean;
  /** Ends when an error is answered. */
  readonly endsOnErrors?: boolean;
}
