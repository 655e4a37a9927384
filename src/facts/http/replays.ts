import { type Json, type JsonObject, member } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { kindOf } from "../common/messages.ts";
import { type Fact, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
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
} from "./seats.ts";

/** The stream an event id was seen on. */
const originOf = (id: string, among: readonly Seat[]): Seat | undefined =>
  among.find(
    (seat) =>
      !isResumption(seat) &&
      (seat.exchange.http?.stream?.last_event_id === id ||
        seat.exchange.response_sse?.id === id ||
        meanwhileOf(seat).some(({ sse }) => sse?.id === id)),
  );

/** To whose stream a replayed message belongs, as far as it says so itself. */
const belongsTo = (message: Json, origin: Seat, among: readonly Seat[]): "own" | "other" | "unclear" => {
  const isOf = (seat: Seat): boolean =>
    kindOf(message) === "response"
      ? sameJson(member(message, "id"), member(seat.request, "id"))
      : sameJson(progressTokenIn(message), progressTokenOf(seat.request));
  if (isOf(origin)) return "own";
  return among.some(isOf) ? "other" : "unclear";
};

export const replays: Fact = onlyOn("streamable-http", {
  name: "replays",
  doc: "What came on each GET that resumes a stream with Last-Event-ID.",
  kind: "list",
  type: "object: status, missed (response, or nothing that is known), belongs (own: to the stream resumed; other: to another stream of the session; unclear)",
  derived: ["missed", "belongs"],
  read(view) {
    const items = view.seats
      .filter((seat) => isGet(seat) && isResumption(seat))
      .flatMap((seat) => replayIn(seat, view));
    return items.length > 0 ? seen(items) : unseen(view, [/^resume-/], "a GET that resumes a stream");
  },
});

const replayIn = (seat: Seat, view: View) => {
  const among = view.seats.filter((other) => conversationOf(other) === conversationOf(seat));
  const origin = originOf(requestHeader(seat, "last-event-id") ?? "", among);
  if (!origin) return [];
  const belongs = new Set(
    meanwhileOf(seat).flatMap(({ message }) => (message === undefined ? [] : [belongsTo(message, origin, among)])),
  );
  const missed = isRequest(origin) && origin.exchange.response === undefined ? "response" : "nothing";
  const value: JsonObject = { status: statusOf(seat) ?? 0, missed, belongs: [...belongs] };
  return [itemOf(seat, value, { status: "/http/status", belongs: "/meanwhile", missed: "" })];
};
