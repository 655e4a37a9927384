import type { Header } from "../../base/header.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Revision } from "../../protocol/revision.ts";

/** How a message of one era is dressed for the wire. */
export interface Dialect {
  readonly revision: Revision;
  /** Adds what every request of the era carries in its params. */
  params(method: string, params: JsonObject | undefined, options: DressOptions): JsonObject | undefined;
  /** The headers of a POST that carries this message. */
  headers(message: Json, options: DressOptions): readonly Header[];
}

export interface DressOptions {
  /** Merged into `_meta`, after what the era demands. */
  readonly meta?: JsonObject;
  /** The tool's input schema, when its arguments may have to be mirrored into headers. */
  readonly inputSchema?: Json;
  /** The capabilities the client declares with this request (stateless). */
  readonly clientCapabilities?: JsonObject;
}

export const POST_HEADERS: readonly Header[] = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
  // Compressed answers are understood, but what was said is easier to keep when it is not.
  ["Accept-Encoding", "identity"],
];
