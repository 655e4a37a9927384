import { isJsonObject, stringMember } from "../../../base/json.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf } from "../../../judge/core/fact.ts";
import {
  contentType,
  isGet,
  isRegular,
  isSuccess,
  meanwhileOf,
  onlyOn,
  statusOf,
} from "../../../judge/core/facts/http-records.ts";
import { kindOf } from "../../../judge/core/messages.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { announcedOrigin } from "./announced-origin.ts";

/** What a server of 2024-11-05 says first: where to post. */
const isAnnouncement = (record: ExchangeRecord): boolean =>
  isGet(record) && isSuccess(record) && meanwhileOf(record)[0]?.sse?.event === "endpoint";

/** The places where old servers keep their event stream: the endpoint, and /sse beside it. */
const OLD_PLACES: readonly QuestionRef[] = ["http-get", "open-stream", "old-stream"];

export const oldTransports = onlyOn("streamable-http", {
  name: "old_transports",
  doc: "Addresses for posting that a GET of the endpoint, or of /sse beside it, announced as HTTP+SSE does.",
  type: "object: address, origin (same, other or unreadable)",
  derived: ["origin"],
  questions: OLD_PLACES,
  among: (view) =>
    view.records.filter(
      (record) =>
        isGet(record) && statusOf(record) !== undefined && (record.step === undefined || isAsked(record, OLD_PLACES)),
    ),
  missing: "a GET of the endpoint",
  each: (record, view) => {
    if (!isAnnouncement(record)) return undefined;
    const { message, raw } = meanwhileOf(record)[0] ?? {};
    const address = typeof message === "string" ? message : (raw?.data ?? "");
    return { ...placeOf(record, "/meanwhile/0"), value: { address, origin: announcedOrigin(address, view) } };
  },
  distinct: true,
  looked: (records) => placesOf(records, "/http"),
});

const KEEP_ALIVE = /ping|heart-?_?beat|keep-?_?alive/i;

/** Messages that are no part of a subscription; a comment line would do in their place. */
const noiseOn = (record: ExchangeRecord): readonly Item[] =>
  meanwhileOf(record).flatMap(({ message, raw }, index) => {
    const place = placeOf(record, `/meanwhile/${index}`);
    if (message === undefined) return [{ ...place, value: raw?.data ?? "" }];
    const kind = kindOf(message);
    const method = isJsonObject(message) ? (stringMember(message, "method") ?? "") : "";
    const isNoise = kind === "other" || (method !== "" && KEEP_ALIVE.test(method));
    return isNoise ? [{ ...place, value: message }] : [];
  });

export const keepAlives = onlyOn("streamable-http", {
  name: "keep_alive_events",
  doc: "Events on listen streams that carry no message of the subscription: other data, or a message that is a sign of life.",
  type: "the message, or text",
  questions: ["listen-all", "listen-nothing", "listen-rules:*"],
  among: (view) =>
    view.records.filter(
      (record) =>
        record.method === "subscriptions/listen" && isRegular(record) && contentType(record) === "text/event-stream",
    ),
  missing: "a listen stream",
  each: noiseOn,
  distinct: true,
  looked: (streams) => placesOf(streams, "/http/stream"),
});
