import { type Json, member, stringMember } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { Capture, Exchange, Place } from "../../capture/capture.ts";
import { METHODS, NOTIFICATIONS } from "../../protocol/methods.ts";
import { eraOf } from "../../protocol/revision.ts";
import { exchangesById } from "../exchanges-by-id.ts";

/** What a client of the stateless era no longer sends. */
const GONE_METHODS: ReadonlySet<string> = new Set(
  Object.entries({ ...METHODS, ...NOTIFICATIONS }).flatMap(([name, entry]) =>
    entry.sender !== "server" && "until" in entry && eraOf(entry.until) === "stateful" ? [name] : [],
  ),
);

/** `handshake`: initialize. `question`: a request from the server. `other`: GET, ping, a posted response, … */
export type LegacyUse = "handshake" | "question" | "other";

/**
 * The stateful-era behaviour that a place shows, if any. Doing it right says nothing about how the server will do in
 * the stateless era.
 */
export const openLegacyUse = (capture: Capture): ((place: Place) => LegacyUse | undefined) => {
  const byId = exchangesById(capture);
  return ({ exchange, pointer }) => {
    if (exchange === null) return question(messageAt(capture, pointer, UNSOLICITED));
    const found = byId.get(exchange);
    if (!found) return undefined;
    const aside = messageAt(found, pointer, MEANWHILE);
    if (aside !== undefined) return question(aside);
    return legacyRequest(found);
  };
};

const UNSOLICITED = /^\/unsolicited\/\d+(?=\/|$)/;
const MEANWHILE = /^\/meanwhile\/\d+(?=\/|$)/;

const messageAt = (root: unknown, pointer: string, list: RegExp): Json | undefined => {
  const at = list.exec(pointer)?.[0];
  return at === undefined ? undefined : member(readPointer(root, at), "message");
};

const question = (message: Json | undefined): LegacyUse | undefined =>
  stringMember(message, "method") !== undefined && member(message, "id") !== undefined ? "question" : undefined;

const legacyRequest = ({ request, http }: Exchange): LegacyUse | undefined => {
  if (request === undefined) return http !== undefined && http.method !== "POST" ? "other" : undefined;
  if (Array.isArray(request)) return "other";
  const method = stringMember(request, "method");
  if (method === "initialize") return "handshake";
  // Without a method it is a response to the server.
  return method === undefined || GONE_METHODS.has(method) ? "other" : undefined;
};
