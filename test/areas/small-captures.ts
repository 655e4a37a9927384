// Small pieces of captures that several tables need.

import type { ConversationRecord, Exchange, ReceivedMessage, TransportName } from "../../src/model/capture.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { answered, type ReadingCase } from "./reading-table.ts";

/** A capture in which nothing was asked. */
export const NOTHING: ReadingCase = {
  shows: "a capture without any of it",
  capture: { exchanges: [] },
  reads: { unseen: "not-probed" },
};

/** An exchange as a capture without step names has it. */
export const unnamed = ({ step: _step, ...exchange }: Exchange): Exchange => exchange;

/** A request that is wrong on purpose. */
export const deliberate = (exchange: Exchange): Exchange => ({ ...exchange, deliberate: true });

/** A notification, or with an id a request, of the server's. */
export const message = (method: string, params?: JsonObject, id?: Json): JsonObject => ({
  jsonrpc: "2.0",
  ...(id === undefined ? {} : { id }),
  method,
  ...(params ? { params } : {}),
});

/** A message as it arrived: its place in the conversation and its time. */
export const arrived = (sent: Json, seq = 0, atMs = seq): ReceivedMessage => ({ seq, at_ms: atMs, message: sent });

/** The `_meta` that makes a request one of the stateless era. */
export const statelessMeta = (clientCapabilities: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
  ...more,
});

const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
  "tasks/list": "tasks",
};

interface PageOptions {
  readonly step?: string;
  /** The cursor that was sent, and the one that leads on. */
  readonly cursor?: string;
  readonly next?: string;
  readonly more?: JsonObject;
}

/** A page of a list, named after its method unless it says otherwise. */
export const page = (method: string, entries: readonly Json[], options: PageOptions = {}): Exchange => {
  const { step = method, cursor, next, more = {} } = options;
  const result: JsonObject = { [LIST_KEYS[method] ?? ""]: [...entries], ...more };
  if (next !== undefined) result["nextCursor"] = next;
  return answered(step, method, result, cursor === undefined ? undefined : { cursor });
};

/** The handshake of a server that advertises these capabilities. */
export const advertises = (capabilities: JsonObject): Exchange =>
  answered("initialize", "initialize", { protocolVersion: "2025-11-25", capabilities });

/** The same exchange in another conversation. */
export const within = (conversation: string, exchange: Exchange): Exchange => ({ ...exchange, conversation });

/** Conversations beside each other, each of which speaks the revision. */
export const conversations = (
  ids: readonly string[],
  { probes = "2025-11-25", transport = "stdio" }: { probes?: string; transport?: TransportName } = {},
): readonly ConversationRecord[] => ids.map((id) => ({ id, purpose: "test", transport, probes, opened_ms: 0 }));
