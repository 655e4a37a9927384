import { isJsonObject, type JsonObject, member } from "../../../base/json.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import type { ExchangeRecord, Item, View } from "../../../judge/core/fact.ts";
import { conversationOf, idMatch, itemOf } from "../../../judge/core/facts/http-records.ts";

const PARTS = { outcome: "", status: "/http/status", id: "/response/id", looks_like: "/response" };

/** Ends that say something about the server; the others are our doing or the network's. */
const openUnless = (record: ExchangeRecord, except: readonly string[]): Pick<Item, "open"> => {
  const { open } = answerItem(record);
  return open ? { open: { ...open, except: open.reason === "timed-out" ? except : [] } } : {};
};

export const parallelAnswers = defineFact({
  name: "parallel_answers",
  doc: "The answers to requests that were in flight at the same time.",
  kind: "observations",
  type: "object: outcome, status, id (own, other or none)",
  derived: ["outcome", "id"],
  questions: ["concurrent:*", "interleaved:#"],
  missing: "requests at the same time",
  each: (record) => {
    const value: JsonObject = { outcome: outcomeOf(record.exchange), id: idMatch(record.exchange) };
    if (record.exchange.http?.status !== undefined) value["status"] = record.exchange.http.status;
    return { ...itemOf(record, value, PARTS), ...openUnless(record, ["outcome"]) };
  },
});

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
export const sameIdAnswers = defineFact({
  name: "same_id_answers",
  doc: "The answers to requests of clients that use the same ids at the same time, and to the handshakes of those clients.",
  kind: "observations",
  type: "object: outcome, status, id (own, other or none), belongs (own: to what was asked, other: to something else, nothing)",
  derived: ["outcome", "id", "belongs"],
  questions: ["introduce", "same-ids:*", "same-id:*"],
  missing: "two clients at the same time",
  each: (record) => {
    const { exchange } = record;
    const value: JsonObject = { outcome: outcomeOf(exchange), id: idMatch(exchange), belongs: fits(exchange) };
    if (exchange.http?.status !== undefined) value["status"] = exchange.http.status;
    return { ...itemOf(record, value, { ...PARTS, belongs: "/response" }), ...openUnless(record, []) };
  },
});

/** Over HTTP+SSE every conversation ends by cutting its stream: a handshake after one shows that the server lives. */
const afterCut = (view: View): readonly ExchangeRecord[] => {
  const closed = view.conversations.flatMap(({ id, closed_ms: at }) => (at === undefined ? [] : [{ id, at }]));
  return view.records.filter(
    (record) =>
      view.transport === "http+sse" &&
      isAsked(record, ["initialize"]) &&
      closed.some(({ id, at }) => id !== conversationOf(record) && at < (record.exchange.timing?.start_ms ?? 0)),
  );
};

export const reconnections = defineFact({
  name: "reconnections",
  doc: "The answers to initialize after a client vanished without a word.",
  kind: "observations",
  type: "object: outcome",
  derived: ["outcome"],
  questions: ["abrupt-close:again"],
  among: (view) => [...recordsOf(view, ["abrupt-close:again"]), ...afterCut(view)],
  missing: "a handshake after a lost connection",
  each: (record) => {
    const { open } = answerItem(record);
    const item = itemOf(record, { outcome: outcomeOf(record.exchange) }, PARTS);
    // A server that is down or stuck is what this is about.
    return open && open.reason !== "timed-out" && open.reason !== "unreachable" ? { ...item, open } : item;
  },
});
