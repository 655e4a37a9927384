import { type Json, type JsonObject, member } from "../../../base/json.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import {
  conversationOf,
  isGet,
  isRequest,
  isResumption,
  itemOf,
  meanwhileOf,
  onlyOn,
  progressTokenIn,
  progressTokenOf,
  requestHeader,
  sameJson,
  statusOf,
} from "../../../judge/core/facts/http-records.ts";
import { kindOf } from "../../../judge/core/messages.ts";
import { keyOf, ofConversation } from "../../../judge/core/record-index.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";

/** The stream an event id was first seen on, by conversation and id. */
const origins = (view: View): ReadonlyMap<string, ExchangeRecord> => {
  const found = new Map<string, ExchangeRecord>();
  for (const record of view.records) {
    if (isResumption(record)) continue;
    const { http, response_sse: sse } = record.exchange;
    const ids = [http?.stream?.last_event_id, sse?.id, ...meanwhileOf(record).map((received) => received.sse?.id)];
    for (const id of ids) {
      const key = keyOf(conversationOf(record), id);
      if (id !== undefined && !found.has(key)) found.set(key, record);
    }
  }
  return found;
};

/** To whose stream a replayed message belongs, as far as it says so itself. */
const belongsTo = (
  message: Json,
  origin: ExchangeRecord,
  among: readonly ExchangeRecord[],
): "own" | "other" | "unclear" => {
  const isOf = (record: ExchangeRecord): boolean =>
    kindOf(message) === "response"
      ? sameJson(member(message, "id"), member(record.request, "id"))
      : sameJson(progressTokenIn(message), progressTokenOf(record.request));
  if (isOf(origin)) return "own";
  return among.some(isOf) ? "other" : "unclear";
};

export const replays = onlyOn("streamable-http", {
  name: "replays",
  doc: "What came on each GET that resumes a stream with Last-Event-ID.",
  type: "object: status, missed (response, or nothing that is known), belongs (own: to the stream resumed; other: to another stream of the session; unclear)",
  derived: ["missed", "belongs"],
  words: { other: "a message that belonged to another stream of the session" },
  questions: ["resume-answered:*", "resume-call:*"],
  among: (view) =>
    view.records.filter((record) => isGet(record) && isResumption(record)).flatMap((record) => replayIn(record, view)),
  missing: "a GET that resumes a stream",
  each: (item) => item,
});

const replayIn = (record: ExchangeRecord, view: View) => {
  const id = requestHeader(record, HEADER_KEY.lastEventId) ?? "";
  const origin = view.once(origins).get(keyOf(conversationOf(record), id));
  if (!origin) return [];
  const among = ofConversation(view, conversationOf(record));
  const belongs = new Set(
    meanwhileOf(record).flatMap(({ message }) => (message === undefined ? [] : [belongsTo(message, origin, among)])),
  );
  const missed = isRequest(origin) && origin.exchange.response === undefined ? "response" : "nothing";
  const value: JsonObject = { status: statusOf(record) ?? 0, missed, belongs: [...belongs] };
  return [itemOf(record, value, { status: "/http/status", belongs: "/meanwhile", missed: "" })];
};
