import type { JsonObject } from "../base/json.ts";
import type { Exchange, ReceivedMessage } from "./capture.ts";

/** The parts of a session that are known only when all of it has been read. */
export interface SessionHead {
  readonly server_label: string;
  readonly server_capabilities: JsonObject | null;
}

/** Where an exchange stands in its capture. */
export interface ExchangePlace {
  readonly id?: string | undefined;
  readonly index: number;
}

/**
 * Receives a session piece by piece, so that it need not fit in memory. An exchange comes once, when it is complete and
 * without its `meanwhile` messages; those come separately, in any order among the exchanges.
 */
export interface SessionSink {
  exchange(exchange: Exchange, place: ExchangePlace): void;
  meanwhile(message: ReceivedMessage, place: ExchangePlace, position: number): void;
  unsolicited(message: ReceivedMessage, position: number): void;
  end(head: SessionHead): void;
}
