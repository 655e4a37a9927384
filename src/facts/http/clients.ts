import type { Exchange } from "../../model/capture.ts";
import { isJsonObject, type JsonObject, member } from "../../model/json.ts";
import { answerItem, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { conversationOf, idMatch, itemOf } from "./seats.ts";

const PARTS = { outcome: "", status: "/http/status", id: "/response/id", looks_like: "/response" };

/** Ends that say something about the server; the others are our doing or the network's. */
const openUnless = (seat: Seat, view: View, except: readonly string[]): Pick<Item, "open"> => {
  const { open } = answerItem(seat, view);
  return open ? { open: { ...open, except: open.reason === "timed-out" ? except : [] } } : {};
};

export const parallelAnswers: Fact = {
  name: "parallel_answers",
  doc: "The answers to requests that were in flight at the same time.",
  kind: "observations",
  type: "object: outcome, status, id (own, other or none)",
  derived: ["outcome", "id"],
  read(view) {
    const steps = [/^concurrent-\d+$/, /^interleaved-\d+$/];
    const seats = seatsOf(view, steps);
    if (seats.length === 0) return unseen(view, steps, "requests at the same time");
    return seen(
      seats.map((seat) => {
        const value: JsonObject = { outcome: outcomeOf(seat.exchange), id: idMatch(seat.exchange) };
        if (seat.exchange.http?.status !== undefined) value["status"] = seat.exchange.http.status;
        return { ...itemOf(seat, value, PARTS), ...openUnless(seat, view, ["outcome"]) };
      }),
    );
  },
};

/** The member that shows to which question a result belongs. */
const MARKS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "resources/list": "resources",
  "prompts/list": "prompts",
  "server/discover": "supportedVersions",
  initialize: "serverInfo",
};

/** Whether an answer can be one to what was asked, or is one to something else that was. */
const fits = ({ request, response }: Exchange): "own" | "other" | "nothing" => {
  if (!isJsonObject(response)) return "nothing";
  const method = String(member(request, "method"));
  const result = member(response, "result");
  if (result === undefined) return "own";
  const marks = Object.values(MARKS).filter((mark) => member(result, mark) !== undefined);
  const wanted = MARKS[method];
  if (wanted === undefined) return marks.length === 0 && method === "ping" ? "own" : "other";
  return marks.includes(wanted) ? "own" : "other";
};

/** A request in whose place another client asked something else under the same id. */
export const sameIdAnswers: Fact = {
  name: "same_id_answers",
  doc: "The answers to requests of clients that use the same ids at the same time, and to the handshakes of those clients.",
  kind: "observations",
  type: "object: outcome, status, id (own, other or none), belongs (own: to what was asked, other: to something else, nothing)",
  derived: ["outcome", "id", "belongs"],
  read(view) {
    const steps = [/^introduce$/, /^same-ids-\d-(?:ping|list|unknown)$/, /^same-id-(?:discover|list)$/];
    const seats = seatsOf(view, steps);
    if (seats.length === 0) return unseen(view, steps, "two clients at the same time");
    return seen(
      seats.map((seat) => {
        const { exchange } = seat;
        const value: JsonObject = { outcome: outcomeOf(exchange), id: idMatch(exchange), belongs: fits(exchange) };
        if (exchange.http?.status !== undefined) value["status"] = exchange.http.status;
        return { ...itemOf(seat, value, { ...PARTS, belongs: "/response" }), ...openUnless(seat, view, []) };
      }),
    );
  },
};

/** Over HTTP+SSE every conversation ends by cutting its stream: a handshake after one shows that the server lives. */
const afterCut = (view: View): readonly Seat[] => {
  const closed = view.conversations.flatMap(({ id, closed_ms: at }) => (at === undefined ? [] : [{ id, at }]));
  return view.seats.filter(
    (seat) =>
      view.transport === "http+sse" &&
      seat.step === "initialize" &&
      closed.some(({ id, at }) => id !== conversationOf(seat) && at < (seat.exchange.timing?.start_ms ?? 0)),
  );
};

export const reconnections: Fact = {
  name: "reconnections",
  doc: "The answers to initialize after a client vanished without a word.",
  kind: "observations",
  type: "object: outcome",
  derived: ["outcome"],
  read(view) {
    const steps = ["abrupt-close-again"];
    const seats = [...seatsOf(view, steps), ...afterCut(view)];
    if (seats.length === 0) return unseen(view, steps, "a handshake after a lost connection");
    return seen(
      seats.map((seat) => {
        const { open } = answerItem(seat, view);
        const item = itemOf(seat, { outcome: outcomeOf(seat.exchange) }, PARTS);
        // A server that is down or stuck is what this is about.
        return open && open.reason !== "timed-out" && open.reason !== "unreachable" ? { ...item, open } : item;
      }),
    );
  },
};
