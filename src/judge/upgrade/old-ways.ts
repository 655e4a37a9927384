import { readPointer } from "../../json/pointer.ts";
import type { Capture, Exchange } from "../../model/capture.ts";
import { type Json, member, stringMember } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";

/** What a client of the stateless era no longer sends. */
const GONE_METHODS = new Set([
  "notifications/initialized",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "tasks/list",
  "tasks/result",
  "notifications/roots/list_changed",
]);

/** `handshake`: initialize. `question`: a request of the server's own. `other`: GET, ping, a posted response, … */
export type OldWay = "handshake" | "question" | "other";

/**
 * Which thing of the stateful era a place shows, if any. That a server does this well says nothing about how it will do
 * it in the stateless era.
 */
export const openOldWays = (capture: Capture): ((place: Place) => OldWay | undefined) => {
  const byId = new Map<string | number, Exchange>(capture.exchanges.map((entry, index) => [entry.id ?? index, entry]));
  return ({ exchange, pointer }) => {
    if (exchange === null) return question(messageAt(capture, pointer, UNSOLICITED));
    const found = byId.get(exchange);
    if (!found) return undefined;
    const aside = messageAt(found, pointer, MEANWHILE);
    if (aside !== undefined) return question(aside);
    return oldRequest(found);
  };
};

const UNSOLICITED = /^\/unsolicited\/\d+(?=\/|$)/;
const MEANWHILE = /^\/meanwhile\/\d+(?=\/|$)/;

const messageAt = (root: unknown, pointer: string, list: RegExp): Json | undefined => {
  const at = list.exec(pointer)?.[0];
  return at === undefined ? undefined : member(readPointer(root, at), "message");
};

const question = (message: Json | undefined): OldWay | undefined =>
  stringMember(message, "method") !== undefined && member(message, "id") !== undefined ? "question" : undefined;

const oldRequest = ({ request, http }: Exchange): OldWay | undefined => {
  if (request === undefined) return http !== undefined && http.method !== "POST" ? "other" : undefined;
  if (Array.isArray(request)) return "other";
  const method = stringMember(request, "method");
  if (method === "initialize") return "handshake";
  // Without a method it is an answer to the server.
  return method === undefined || GONE_METHODS.has(method) ? "other" : undefined;
};
