import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { wireVersion } from "../../../protocol/revision.ts";
import { answersTo } from "../answers.ts";
import { defineFact } from "../define-fact.ts";
import { distinct } from "../distinct.ts";
import { type ExchangeRecord, type Item, seen, type View } from "../fact.ts";
import { amongHeard, collect, type Heard, heardIn, messageFact } from "../messages.ts";
import { errorCodeOf } from "../record-members.ts";
import { isOfEra, metaOf } from "../stateless-requests.ts";
import { unseen } from "../unseen.ts";
import { capabilities } from "./handshake.ts";
import { labelOf, typeOf } from "./messages.ts";

/** Which of the two members a response has, and of what type. */
export const responses = messageFact(
  {
    name: "responses",
    doc: "Every response the server sent: the JSON types of its result and its error.",
    type: "object: result, error (null, boolean, number, string, array, object; left out where there is none)",
    derived: true,
  },
  (heard): Item | undefined => {
    const { value: message, exchange, pointer } = heard;
    if (!isJsonObject(message) || (heard.kind !== "response" && !isAnswerless(heard))) return undefined;
    const value: JsonObject = {};
    for (const key of ["result", "error"]) if (Object.hasOwn(message, key)) value[key] = typeOf(message[key]);
    return { value, exchange, pointer, name: labelOf(heard), parts: { result: pointer, error: pointer } };
  },
);

/** An object with an id that is neither request nor response stands where a response should be. */
const isAnswerless = ({ kind, value }: Heard): boolean => kind === "other" && member(value, "id") !== undefined;

/** Results of requests of the view's era: what every result has, whatever it is the result of. */
export const results = messageFact(
  {
    name: "results",
    doc: "Every result object: its resultType and _meta, and the extensions both sides named.",
    type: "object: resultType, _meta, extensions (advertised by the server and declared in the request)",
    derived: ["extensions"],
  },
  (heard, view): Item | undefined => {
    const result = member(heard.value, "result");
    if (heard.kind !== "response" || !isJsonObject(result)) return undefined;
    if (heard.record && (!isOfEra(heard.record, view) || isForeign(heard.record, view))) return undefined;
    const pointer = `${heard.pointer}/result`;
    const value: JsonObject = { extensions: sharedExtensions(heard.record, view) };
    for (const key of ["resultType", "_meta"]) {
      const found = member(result, key);
      if (found !== undefined) value[key] = found;
    }
    return { value, exchange: heard.exchange, pointer, name: labelOf(heard), parts: { extensions: pointer } };
  },
);

/** Who answers a notification, serves an initialize, or a version the view is not about, speaks no dialect of it. */
const isForeign = ({ method, request }: ExchangeRecord, view: View): boolean => {
  if (view.era === "stateful") return false;
  if (request !== undefined && !Object.hasOwn(request, "id")) return true;
  const version = metaOf(request)?.[META_KEY.protocolVersion];
  return method === "initialize" || (version !== undefined && version !== wireVersion(view.revision));
};

const extensionsOf = (holder: Json | undefined): readonly string[] => {
  const extensions = member(holder, "extensions");
  return isJsonObject(extensions) ? Object.keys(extensions) : [];
};

const sharedExtensions = (record: ExchangeRecord | undefined, view: View): string[] => {
  const declared = extensionsOf(metaOf(record?.request)?.[META_KEY.clientCapabilities]);
  if (declared.length === 0) return [];
  const advertised = view.read(capabilities);
  const offered = advertised.seen ? advertised.items.flatMap(({ value }) => extensionsOf(value)) : [];
  return declared.filter((name) => offered.includes(name));
};

/** Errors of requests of the view's era, with the HTTP status they came with. */
export const errors = messageFact(
  {
    name: "errors",
    doc: "Every error object of a response, with the HTTP status it came with.",
    type: "object: error (as sent), code, status, asked (the request's method)",
    derived: ["asked"],
  },
  (heard, view): Item | undefined => {
    const error = member(heard.value, "error");
    if (heard.kind !== "response" || error === undefined) return undefined;
    if (error === null && member(heard.value, "result") !== undefined) return undefined;
    if (heard.record && !isOfEra(heard.record, view)) return undefined;
    const value: JsonObject = { error };
    const code = member(error, "code");
    if (code !== undefined) value["code"] = code;
    const status = heard.late ? undefined : heard.record?.exchange.http?.status;
    if (status !== undefined) value["status"] = status;
    if (heard.record?.method !== undefined) value["asked"] = heard.record.method;
    const pointer = `${heard.pointer}/error`;
    return {
      value,
      exchange: heard.exchange,
      pointer,
      name: labelOf(heard),
      parts: { error: pointer, code: `${pointer}/code`, status: "/http/status", asked: "/request/method" },
    };
  },
);

/** How the id of an answer compares with the one that was sent. */
export const responseIds = defineFact({
  name: "response_ids",
  doc: "For every answered request, how the id of the response compares with that of the request.",
  type: "object: asked, answered (ids, unless they are the same), match (same, other, null, absent), question (request, batch, malformed), code, status",
  words: {
    other: "another id than that of the request",
    null: "the id null",
    absent: "no id",
  },
  derived: ["match", "question"],
  read(view) {
    const items = collect(heardIn(view), compareIds);
    if (items.length === 0) return unseen(view, this.questions, "an answered request");
    return seen(distinct(items), items.slice(0, 1));
  },
});

const partsAt = (pointer: string): NonNullable<Item["parts"]> => ({
  match: pointer,
  question: pointer,
  asked: "/request/id",
  answered: `${pointer}/id`,
  code: `${pointer}/error/code`,
  status: "/http/status",
});

const PARTS_OF_RESPONSE = partsAt("/response");

const compareIds = ({ record, value: message, exchange, pointer, kind, late }: Heard): Item | undefined => {
  // What came beside the answer is looked at by stray_responses.
  if (!record || kind !== "response" || late || !pointer.startsWith("/response")) return undefined;
  const { request, http } = record.exchange;
  const answered = member(message, "id");
  const question = questionOf(record);
  if (question === undefined) return undefined;
  const ids = idsIn(request);
  const match = compare(ids, answered);
  const value: JsonObject = { match, question };
  // Without the ids most answers are alike, and one of each is enough.
  if (match !== "same" && ids.length === 1 && ids[0] !== undefined) value["asked"] = ids[0];
  if (match !== "same" && answered !== undefined) value["answered"] = answered;
  const code = errorCodeOf(message);
  if (code !== undefined) value["code"] = code;
  if (http?.status !== undefined) value["status"] = http.status;
  const parts = pointer === "/response" ? PARTS_OF_RESPONSE : partsAt(pointer);
  return { value, exchange, pointer, name: record.method ?? record.step, parts };
};

/** A notification asks nothing, and what it gets is not compared. */
const questionOf = ({ exchange, request }: ExchangeRecord): "request" | "batch" | "malformed" | undefined => {
  if (Array.isArray(exchange.request)) return "batch";
  if (!request) return exchange.request_raw || exchange.request !== undefined ? "malformed" : undefined;
  const { jsonrpc, id, method } = request;
  if (jsonrpc === "2.0" && typeof method === "string")
    return id === undefined ? undefined : isId(id) ? "request" : "malformed";
  return "malformed";
};

const isId = (id: Json): boolean => typeof id === "string" || (typeof id === "number" && Number.isInteger(id));

export const idsIn = (request: Json | undefined): readonly Json[] => {
  if (Array.isArray(request)) return request.filter(asks).map((entry) => member(entry, "id") ?? null);
  return asks(request) ? [member(request, "id") ?? null] : [];
};

/** An answer of the client's has an id too, and asks nothing. */
const asks = (entry: Json | undefined): boolean =>
  member(entry, "id") !== undefined && member(entry, "result") === undefined && member(entry, "error") === undefined;

const compare = (ids: readonly Json[], answered: Json | undefined): string => {
  if (answered === undefined) return "absent";
  if (ids.includes(answered)) return "same";
  return answered === null ? "null" : "other";
};

/** Responses that came beside the one that was awaited, by what their id says. */
export const strayResponses = defineFact({
  name: "stray_responses",
  doc: "Responses that came in addition to the awaited ones: under an id nobody used, without an id, or once more.",
  type: "object: id, stray (unknown-id, no-id, repeated, retyped: a request under the same text got none), is (result, error)",
  derived: ["stray", "is"],
  words: {
    "unknown-id": "a response under an id that no request had",
    "no-id": "a response without an id",
    repeated: "a second response to the same request",
    retyped: "a response under an id whose JSON type is not that of the request",
  },
  read: (view) => amongHeard(view, () => view.once(findStrays)),
});

const findStrays = (view: View): readonly Item[] => {
  const askedIn = new Map<string, Map<string | number, number>>();
  for (const { exchange } of view.records) {
    const asked = askedIn.get(exchange.conversation ?? "") ?? new Map<string | number, number>();
    askedIn.set(exchange.conversation ?? "", asked);
    for (const id of idsIn(exchange.request)) {
      const key = idKey(id);
      asked.set(key, (asked.get(key) ?? 0) + 1);
    }
    // A cancellation that crosses the answer is a matter of its own.
    const cancelled = valueAt(exchange.request, "params", "requestId");
    if (cancelled !== undefined && member(exchange.request, "method") === "notifications/cancelled")
      asked.set(idKey(cancelled), Number.POSITIVE_INFINITY);
  }
  const answeredIn = new Map<string, number>();
  const found: Item[] = [];
  const heardResponses = heardIn(view).filter(({ kind }) => kind === "response");
  const beside = heardResponses.filter(isBeside);
  const responsesFirst = beside.length === 0 ? [] : [...heardResponses.filter((heard) => !isBeside(heard)), ...beside];
  for (const heard of responsesFirst) {
    const id = member(heard.value, "id");
    const conversation = heard.conversation ?? "";
    const key = `${conversation}\n${JSON.stringify(id ?? null)}`;
    const before = answeredIn.get(key) ?? 0;
    answeredIn.set(key, before + 1);
    // A stream that is resumed may rightly say once more what was said before.
    if (!isBeside(heard) || isReplay(heard)) continue;
    const asked = askedIn.get(conversation)?.get(idKey(id ?? null)) ?? 0;
    const stray = id === undefined || id === null ? "no-id" : asked === 0 ? "unknown-id" : "repeated";
    if (stray === "repeated" && before < asked) continue;
    const isRetyped = stray !== "no-id" && view.once(unanswered).has(`${conversation}\n${String(id)}`);
    found.push(strayItem(heard, id, isRetyped ? "retyped" : stray));
  }
  return found;
};

/** Ids that are written alike have the same key; numbers, which most are, need not be written for that. */
const idKey = (id: Json): string | number => (typeof id === "number" && Number.isFinite(id) ? id : JSON.stringify(id));

const unanswered = (view: View): ReadonlySet<string> =>
  new Set(
    view.records
      .filter(({ exchange }) => exchange.response === undefined)
      .flatMap(({ exchange }) => idsIn(exchange.request).map((id) => `${exchange.conversation ?? ""}\n${String(id)}`)),
  );

const isBeside = ({ record, pointer }: Heard): boolean => record === undefined || !pointer.startsWith("/response");

const isReplay = ({ record }: Heard): boolean =>
  record !== undefined && record.request === undefined && record.exchange.http?.method === "GET";

const strayItem = (heard: Heard, id: Json | undefined, stray: string): Item => ({
  value: {
    stray,
    is: member(heard.value, "error") === undefined ? "result" : "error",
    ...(id === undefined ? {} : { id }),
  },
  exchange: heard.exchange,
  pointer: heard.pointer,
  parts: { stray: heard.pointer, is: heard.pointer },
});

export const unknownMethod = answersTo({
  name: "unknown_method",
  doc: "The answers to a request whose method no revision defines.",
  questions: ["unknown-method"],
  where: (record) =>
    record.method?.startsWith("mcptest/") === true && record.request !== undefined && "id" in record.request,
});
