import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Added, extendItem } from "../../../judge/core/extend-answers.ts";
import { type ExchangeRecord, type Fact, type Item, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** What a filter may ask for, the notification it stands for and the capability that promises it. */
export const KINDS = [
  { filter: "toolsListChanged", method: "notifications/tools/list_changed", capability: ["tools", "listChanged"] },
  {
    filter: "promptsListChanged",
    method: "notifications/prompts/list_changed",
    capability: ["prompts", "listChanged"],
  },
  {
    filter: "resourcesListChanged",
    method: "notifications/resources/list_changed",
    capability: ["resources", "listChanged"],
  },
  {
    filter: "resourceSubscriptions",
    method: "notifications/resources/updated",
    capability: ["resources", "subscribe"],
  },
] as const;

export const isChange = (method: string | undefined): boolean => KINDS.some((kind) => kind.method === method);

export const isListen = ({ method, exchange }: ExchangeRecord): boolean =>
  method === "subscriptions/listen" && exchange.deliberate !== true;

export const filterOf = (record: ExchangeRecord): Json | undefined => member(paramsOf(record), "notifications");

/** Messages filed under a listen request, without its response. */
const saidOn = ({ exchange }: ExchangeRecord): readonly Json[] =>
  (exchange.meanwhile ?? []).flatMap(({ message }) => (message === undefined ? [] : [message]));

const methodOf = (message: Json): string | undefined => stringMember(message, "method");

const acknowledgmentOf = (record: ExchangeRecord): JsonObject | undefined => {
  const found = saidOn(record).find((message) => methodOf(message) === ACKNOWLEDGED);
  return isJsonObject(found) ? found : undefined;
};

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/** What a filter holds, one entry per kind or uri. */
const entriesOf = (filter: Json | undefined): readonly string[] =>
  KINDS.flatMap(({ filter: key }) => {
    const value = member(filter, key);
    if (value === true) return [key];
    return textsIn(value).map((uri) => `${key} ${uri}`);
  });

const declinedIn = (filter: Json | undefined): readonly string[] =>
  KINDS.map(({ filter: key }) => key).filter((key) => member(filter, key) === false);

const TYPE = `${ANSWER_TYPE}, first (message), acknowledged (the filter in the acknowledgment), before_acknowledgment (methods), honoured, extra (acknowledged and not asked for), declined (acknowledged although asked for with false), unadvertised (acknowledged and not advertised)`;

const MADE = ["outcome", "before_acknowledgment", "honoured", "extra", "declined", "unadvertised"];

const listening = (
  name: string,
  doc: string,
  questions: readonly QuestionRef[],
  where?: (record: ExchangeRecord) => boolean,
): Fact =>
  defineFact({
    name,
    doc,
    questions,
    kind: "observations",
    type: TYPE,
    derived: MADE,
    among: (view) => recordsOf(view, questions, where),
    missing: "an open subscription",
    each: listenItem,
  });

const advertisedOnly = (view: View): JsonObject | undefined => {
  const reading = view.read(capabilities);
  const found = reading.seen ? reading.items[0]?.value : undefined;
  return isJsonObject(found) ? found : undefined;
};

const listenItem = (record: ExchangeRecord, view: View): Item => {
  const said = saidOn(record);
  const acknowledgment = acknowledgmentOf(record);
  const at = said.findIndex((message) => methodOf(message) === ACKNOWLEDGED);
  const added: Record<string, Added> = {};
  const put = (key: string, value: Json | undefined, where: string): void => {
    if (value !== undefined) added[key] = { value, at: where };
  };
  const before = said.slice(0, at < 0 ? said.length : at).map((message) => methodOf(message) ?? null);
  put("first", said[0], "/meanwhile/0/message");
  put("before_acknowledgment", before, "/meanwhile");
  if (acknowledgment) {
    const where = `/meanwhile/${at}/message/params/notifications`;
    const filter = valueAt(acknowledgment, "params", "notifications");
    const asked = filterOf(record);
    const honoured = [...entriesOf(filter)];
    const refused = declinedIn(asked);
    const declined = honoured.filter((entry) => refused.includes(entry));
    const extra = honoured.filter((entry) => !entriesOf(asked).includes(entry) && !refused.includes(entry));
    put("acknowledged", filter, where);
    put("honoured", honoured, where);
    put("extra", extra, where);
    put("declined", declined, where);
    put("unadvertised", unadvertisedIn(honoured, advertisedOnly(view)), where);
  }
  return extendItem(listenAnswer(record), added);
};

/** Where we gave up before there was any sign of life, nothing can be concluded; on a pipe no trouble says so. */
export const listenAnswer = (record: ExchangeRecord): Item => {
  const item = answerItem(record);
  return outcomeOf(record.exchange) === "nothing" && saidOn(record).length === 0
    ? { ...item, open: NOTHING_CAME }
    : item;
};

const NOTHING_CAME = {
  reason: "timed-out",
  detail: "nothing had come for the subscription when it was given up",
  except: ["asked"],
} as const;

const unadvertisedIn = (honoured: readonly string[], advertised: JsonObject | undefined): Json | undefined => {
  if (!advertised) return undefined;
  const promised: readonly string[] = KINDS.filter(
    ({ capability: [feature, flag] }) => valueAt(advertised, feature, flag) === true,
  ).map(({ filter }) => filter);
  return honoured.filter((entry) => !promised.includes(entry.split(" ")[0] ?? ""));
};

const OPENED: readonly QuestionRef[] = ["listen:string", "listen:integer", "log-call:listen"];

export const listen = listening(
  "listen",
  "What came of subscriptions/listen for what is advertised.",
  OPENED,
  isListen,
);

export const listenAll = listening(
  "listen_all",
  "What came of subscriptions/listen for all four kinds, also what is not advertised.",
  ["listen-all"],
);

/** Two at once, on one connection or process. */
const TOGETHER: readonly QuestionRef[] = ["listen:*"];

export const concurrentListens = defineFact({
  name: "concurrent_listens",
  doc: "Subscriptions that were opened at the same time, and what became of each.",
  type: "object: id, state (acknowledged, ended: by the server, refused, silent)",
  derived: ["state"],
  questions: TOGETHER,
  read(view) {
    const records = recordsOf(view, TOGETHER);
    if (records.length < 2) return unseen(view, this.questions, "two subscriptions at once");
    return seen(
      records.map((record) => ({
        exchange: record.id,
        pointer: "",
        value: { id: member(record.request, "id") ?? null, state: stateOf(record, view) },
        parts: { id: "/request/id", state: "" },
      })),
    );
  },
});

const stateOf = (record: ExchangeRecord, view: View): string => {
  const { http, response } = record.exchange;
  if (acknowledgmentOf(record) === undefined) return isRefusal(outcomeOf(record.exchange)) ? "refused" : "silent";
  const ended = response !== undefined || (!isOnePipe(view) && http?.stream?.ended_by === "server");
  return ended ? "ended" : "acknowledged";
};

const isRefusal = (outcome: string): boolean => outcome === "error" || outcome === "refused";

const ANY: readonly QuestionRef[] = [...OPENED, "listen-all", "listen-nothing"];

/** Subscriptions that the server ended; what we ended says nothing. */
export const endedListens = defineFact({
  name: "ended_listens",
  doc: "Subscriptions that the server ended, and how it took its leave.",
  type: `${ANSWER_TYPE}, farewell (result, cancelled, none), tag (same, retyped, other, none), later (messages after the result)`,
  derived: ["outcome", "farewell", "tag", "later"],
  questions: ANY,
  among: (view) => recordsOf(view, ANY, isListen),
  missing: "an open subscription",
  each: (record) => endingOf(record),
  looked: placesOf,
});

const endingOf = (record: ExchangeRecord): Item | undefined => {
  const { exchange } = record;
  const outcome = outcomeOf(exchange);
  const left = exchange.http?.stream?.ended_by === "server" && (outcome === "closed" || outcome === "accepted");
  if (outcome !== "result" && !left) return undefined;
  const cancelled = saidOn(record).some((message) => methodOf(message) === "notifications/cancelled");
  const farewell = outcome === "result" ? "result" : cancelled ? "cancelled" : "none";
  const later = (exchange.meanwhile ?? []).filter(({ late }) => late === true).length;
  return extendItem(answerItem(record), {
    farewell: { value: farewell, at: "" },
    tag: { value: tagOf(member(resultOf(record), "_meta"), record), at: "/response/result/_meta" },
    later: { value: later, at: "/meanwhile" },
  });
};

/** How the subscription id of a message compares with the id of the listen request. */
export const tagOf = (meta: Json | undefined, record: ExchangeRecord): "same" | "retyped" | "other" | "none" => {
  const tag = member(meta, META_KEY.subscriptionId);
  if (tag === undefined) return "none";
  const id = member(record.request, "id");
  if (JSON.stringify(tag) === JSON.stringify(id)) return "same";
  return String(tag) === String(id) ? "retyped" : "other";
};
