import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { type Item, placeOf, seen, type View } from "../../judge/core/fact.ts";
import { typeOf } from "../../judge/core/facts/messages.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { METHODS } from "../../protocol/methods.ts";
import type { ClientSession } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { notReached } from "./not-reached.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn } from "./sent.ts";

/** Only the frame: what is inside is the business of other facts. */
export const sentFrames = sentFact(
  {
    name: "sent_frames",
    doc: "The frame of every message the client sent, a batch as its members.",
    type: "object: kind (request, notification, response, other), jsonrpc",
    derived: ["kind"],
  },
  (sent) => {
    const frame: JsonObject = { kind: sent.kind };
    const version = member(sent.value, "jsonrpc");
    if (version !== undefined) frame["jsonrpc"] = version;
    return { ...at(sent), value: frame, parts: { kind: sent.pointer } };
  },
);

const at = ({ exchange, pointer, name }: Sent): Omit<Item, "value"> => ({ exchange, pointer, name });

/** The JSON type with integers told apart from other numbers. */
const idType = (value: Json | undefined): string =>
  typeof value === "number" ? (Number.isInteger(value) ? "integer" : "fraction") : typeOf(value);

const needsAnswer = ({ kind, method }: Sent): boolean =>
  kind === "request" || (kind === "notification" && method !== undefined && Object.hasOwn(METHODS, method));

export const sentRequestIds = sentFact(
  {
    name: "sent_request_ids",
    doc: "The type of the id of every request the client sent.",
    type: "string, integer, fraction, null, absent, boolean, array or object",
    derived: true,
  },
  (sent) =>
    needsAnswer(sent) ? { ...partOf(sent, idType(member(sent.value, "id")), ""), pointer: sent.pointer } : undefined,
);

/** Not accepted: whoever has to sign in first, or finds the server busy, says the same thing again. */
const wasRefused = ({ record }: Sent): boolean =>
  (record.exchange.http?.status ?? 200) >= 400 || record.exchange.trouble !== undefined;

const idKey = ({ value }: Sent): string => JSON.stringify(member(value, "id") ?? null);

const isOpenAt = (earlier: Sent, later: Sent): boolean => {
  const answered = earlier.record.exchange.response_seq;
  const sent = later.record.exchange.seq;
  return answered === undefined || sent === undefined || answered > sent;
};

/** In the stateless era an id may be used again once it was answered. */
const repeatsIn = (session: ClientSession, sent: readonly Sent[]): readonly Sent[] =>
  [...groupBy(sent, idKey).values()].flatMap((uses) =>
    uses.filter((use, index) =>
      uses
        .slice(0, index)
        .some((earlier) => !wasRefused(earlier) && (session.era === "stateful" || isOpenAt(earlier, use))),
    ),
  );

export const repeatedRequestIds = clientFact(
  {
    name: "repeated_request_ids",
    doc: "Every id of a request that an earlier request of the session has too: of any, or in the stateless era of one that was still open.",
    type: "the id",
  },
  (view) => sentIn(view).filter(({ kind, session }) => kind === "request" && !session.shared),
  (sent, view) => (view.once(repeats).has(sent) ? partOf(sent, member(sent.value, "id") ?? null, "/id") : undefined),
  "the client sends a request in a session of its own",
);

const repeats = (view: View): ReadonlySet<Sent> => {
  const requests = sentIn(view).filter(({ kind, session }) => kind === "request" && !session.shared);
  return new Set([...groupBy(requests, ({ session }) => session)].flatMap(([session, all]) => repeatsIn(session, all)));
};

export const notificationIds = sentFact(
  {
    name: "notification_ids",
    doc: "The type of the id of every message whose method is that of a notification.",
    type: "absent, or a JSON type",
    derived: true,
  },
  (sent) =>
    sent.method?.startsWith("notifications/")
      ? { ...partOf(sent, typeOf(member(sent.value, "id")), ""), pointer: sent.pointer }
      : undefined,
);

export const sentParams = sentFact(
  {
    name: "sent_params",
    doc: "The JSON type of the params of every message the client sent with some.",
    type: "a JSON type",
    derived: true,
  },
  (sent) => (sent.params === undefined ? undefined : partOf(sent, typeOf(sent.params), "/params")),
);

export const sentBatches = sentFact(
  {
    name: "sent_batches",
    doc: "Every JSON array the client sent in place of a message.",
    type: "the kinds of its members",
    derived: true,
  },
  ({ record, isBatched, exchange }) => {
    const { request } = record.exchange;
    const isArray = isBatched || Array.isArray(request);
    return isArray ? { value: Array.isArray(request) ? request.length : 0, exchange, pointer: "/request" } : undefined;
  },
);

export const initializeForms = sentFact(
  {
    name: "initialize_forms",
    doc: "How initialize was sent.",
    type: "message or batch",
    derived: true,
    words: { batch: "initialize in an array with other messages" },
  },
  (sent) => (sent.method === "initialize" ? derivedAt(sent, sent.isBatched ? "batch" : "message") : undefined),
);

/** On stdio everything is a line; one that is no message has no request. */
export const stdinLines = {
  name: "stdin_lines",
  doc: "What every line was that the client wrote to the server's stdin.",
  kind: "list" as const,
  type: "message, blank or not-json",
  derived: true as const,
  words: { blank: "an empty line", "not-json": "a line that is no JSON" },
  questions: "anything" as const,
  read(view: View) {
    const lines = sessionsIn(view)
      .filter(({ transport }) => transport === "stdio")
      .flatMap(({ records }) => records);
    if (lines.length === 0) return notReached(view, "the client writes a line");
    return seen(
      lines.map((record): Item => {
        const { request, request_raw: raw, request_notes: notes = [] } = record.exchange;
        const blank = notes.some(({ kind }) => kind === "empty-line");
        const value = isJsonObject(request) || Array.isArray(request) ? "message" : blank ? "blank" : "not-json";
        return { ...placeOf(record, raw === undefined ? "/request" : "/request_raw"), value };
      }),
    );
  },
};

/** What the schema of every revision says of a message and no other fact looks at. */
export const messageShapes = sentFact(
  {
    name: "message_shapes",
    doc: "The JSON types of _meta and cursor of every message that has them, and of the uri of every resources/read.",
    type: "object: meta, cursor, uri (JSON types)",
    derived: true,
  },
  (sent) => {
    const shape: JsonObject = {};
    const [meta, cursor] = [member(sent.params, "_meta"), member(sent.params, "cursor")];
    if (meta !== undefined) shape["meta"] = typeOf(meta);
    // Null in place of a cursor is looked at by itself.
    if (cursor !== undefined && cursor !== null) shape["cursor"] = typeOf(cursor);
    if (sent.method === "resources/read") shape["uri"] = typeOf(member(sent.params, "uri"));
    return Object.keys(shape).length === 0
      ? undefined
      : derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, shape);
  },
);
