// How the client's messages are written.

import { type JsonObject, member, stringMember } from "../../../base/json.ts";
import { TRICKY_TEXT } from "../../../capture/scenario-names.ts";
import { idKey } from "../../../capture/timeline.ts";
import {
  clientFact,
  derivedFact,
  inParams,
  numberTypeOf,
  partOf,
  placeOf,
  typeOf,
} from "../../../judge/core/client/fact.ts";
import { isCallOf, type Message } from "../../../judge/core/client/view.ts";
import { METHODS } from "../../../protocol/methods.ts";

/** Only the frame: what is inside is the business of other facts. */
export const sentFrames = clientFact("sent_frames", {
  doc: "The frame of every message the client sent, a batch as its members.",
  type: "object: kind (request, notification, response, other), jsonrpc",
  derived: ["kind"],
  pick: (sent) => {
    const frame: JsonObject = { kind: sent.kind };
    const version = member(sent.value, "jsonrpc");
    if (version !== undefined) frame["jsonrpc"] = version;
    return { ...partOf(sent, frame, ""), parts: { kind: sent.source.pointer } };
  },
});

const needsId = ({ kind, method }: Message): boolean =>
  kind === "request" || (kind === "notification" && method !== undefined && Object.hasOwn(METHODS, method));

export const sentRequestIds = clientFact("sent_request_ids", {
  doc: "The type of the id of every request the client sent.",
  type: "string, integer, fraction, null, absent, boolean, array or object",
  derived: true,
  pick: (sent) => (needsId(sent) ? partOf(sent, numberTypeOf(sent.id), "") : undefined),
});

/** Not accepted: a client that has to sign in first, or finds the server busy, says the same thing again. */
const wasRefused = ({ http, exchange }: Message): boolean =>
  (http?.status ?? 200) >= 400 || exchange?.trouble !== undefined;

/** In the stateless era an id may be used again once it was answered. */
const isTaken = (earlier: Message, { session, sentAt }: Message): boolean =>
  earlier.sentAt < sentAt && !wasRefused(earlier) && (session.era === "stateful" || earlier.answeredAt > sentAt);

export const repeatedRequestIds = clientFact("repeated_request_ids", {
  doc: "Every id of a request that an earlier request of the session has too: of any, or in the stateless era of one that was still open.",
  type: "the id",
  missing: "the client sends a request in a session of its own",
  only: ({ kind, session }) => kind === "request" && !session.shared,
  pick: (sent, view) => {
    const uses = sent.session.byId.get(idKey(sent.id)) ?? [];
    view.spend(uses.length);
    const isRepeated = uses.some((earlier) => earlier.kind === "request" && isTaken(earlier, sent));
    return isRepeated ? partOf(sent, sent.id ?? null, "/id") : undefined;
  },
});

export const notificationIds = clientFact("notification_ids", {
  doc: "The type of the id of every message whose method is that of a notification.",
  type: "absent, or a JSON type",
  derived: true,
  pick: (sent) => (sent.method?.startsWith("notifications/") ? partOf(sent, typeOf(sent.id), "") : undefined),
});

export const sentParams = clientFact("sent_params", {
  doc: "The JSON type of the params of every message the client sent with some.",
  type: "a JSON type",
  derived: true,
  pick: (sent) => (sent.params === undefined ? undefined : partOf(sent, typeOf(sent.params), "/params")),
});

export const sentBatches = clientFact("sent_batches", {
  doc: "Every JSON array the client sent in place of a message.",
  type: "the kinds of its members",
  derived: true,
  pick: (sent) => {
    const request = sent.exchange?.request;
    return Array.isArray(request) ? { ...placeOf(sent, "/request"), value: request.length } : undefined;
  },
});

export const initializeForms = derivedFact("initialize_forms", {
  doc: "How initialize was sent.",
  type: "message or batch",
  words: { batch: "initialize in an array with other messages" },
  say: ({ method, isBatched }) => (method === "initialize" ? (isBatched ? "batch" : "message") : undefined),
});

/** What the schema of every revision says of a message and no other fact looks at. */
export const messageShapes = derivedFact("message_shapes", {
  doc: "The JSON types of _meta and cursor of every message that has them, and of the uri of every resources/read.",
  type: "object: meta, cursor, uri (JSON types)",
  at: inParams,
  say: ({ params, method }) => {
    const shape: JsonObject = {};
    const [meta, cursor] = [member(params, "_meta"), member(params, "cursor")];
    if (meta !== undefined) shape["meta"] = typeOf(meta);
    // Null in place of a cursor is looked at by itself.
    if (cursor !== undefined && cursor !== null) shape["cursor"] = typeOf(cursor);
    if (method === "resources/read") shape["uri"] = typeOf(member(params, "uri"));
    return Object.keys(shape).length === 0 ? undefined : shape;
  },
});

/** Its first letters show that a call was meant to carry the text of the plan. */
const TRICKY_START = TRICKY_TEXT.slice(0, 2);

/** What a reader of bytes noticed about the text of a message. */
const ENCODING_NOTES: readonly string[] = ["invalid-utf8", "byte-order-mark", "lone-surrogate"];

export const clientEncodings = derivedFact("client_encodings", {
  doc: "How every message of the client was encoded, and whether a text in several scripts arrived as it was.",
  type: "utf-8, changed, or what was noticed: invalid-utf8, byte-order-mark, lone-surrogate",
  scenarios: ["pieces"],
  words: { changed: "another text than the one it was told to send" },
  say: (sent) => {
    const note = (sent.exchange?.request_notes ?? []).find(({ kind }) => ENCODING_NOTES.includes(kind));
    if (note) return note.kind;
    const text = stringMember(member(sent.params, "arguments"), "text") ?? "";
    const isTricky = sent.session.scenario === "pieces" && isCallOf(sent, "echo") && text.startsWith(TRICKY_START);
    return isTricky && text !== TRICKY_TEXT ? "changed" : "utf-8";
  },
});
