import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { isOnePipe } from "../common/arrival.ts";
import { type StepName, unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";
import type { Seat, View } from "../view.ts";

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

export const isListen = ({ method, exchange }: Seat): boolean =>
  method === "subscriptions/listen" && exchange.deliberate !== true;

export const filterOf = (seat: Seat): Json | undefined => member(member(seat.request, "params"), "notifications");

/** Messages filed under a listen request, without its response. */
const saidOn = ({ exchange }: Seat): readonly Json[] =>
  (exchange.meanwhile ?? []).flatMap(({ message }) => (message === undefined ? [] : [message]));

const methodOf = (message: Json): string | undefined => stringMember(message, "method");

const acknowledgmentOf = (seat: Seat): JsonObject | undefined => {
  const found = saidOn(seat).find((message) => methodOf(message) === ACKNOWLEDGED);
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

const listening = (name: string, doc: string, steps: readonly StepName[], where?: (seat: Seat) => boolean): Fact => ({
  name,
  doc,
  kind: "observations",
  type: TYPE,
  derived: MADE,
  read(view) {
    const seats = seatsOf(view, steps, where);
    if (seats.length === 0) return unseen(view, steps, "an open subscription");
    return seen(seats.map((seat) => listenItem(seat, view)));
  },
});

const advertisedOnly = (view: View): JsonObject | undefined => {
  const reading = view.read(capabilities);
  const found = reading.seen ? reading.items[0]?.value : undefined;
  return isJsonObject(found) ? found : undefined;
};

const listenItem = (seat: Seat, view: View): Item => {
  const item = answerItem(seat, view);
  const said = saidOn(seat);
  const acknowledgment = acknowledgmentOf(seat);
  const at = said.findIndex((message) => methodOf(message) === ACKNOWLEDGED);
  const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}) };
  const parts: Record<string, string> = { ...item.parts };
  const put = (key: string, found: Json | undefined, where: string): void => {
    if (found === undefined) return;
    value[key] = found;
    parts[key] = where;
  };
  put("first", said[0], "/meanwhile/0/message");
  put(
    "before_acknowledgment",
    said.slice(0, at < 0 ? said.length : at).map((message) => methodOf(message) ?? null),
    "/meanwhile",
  );
  if (acknowledgment) {
    const where = `/meanwhile/${at}/message/params/notifications`;
    const filter = member(member(acknowledgment, "params"), "notifications");
    const asked = filterOf(seat);
    const honoured = [...entriesOf(filter)];
    const declined = declinedIn(asked);
    put("acknowledged", filter, where);
    put("honoured", honoured, where);
    put(
      "extra",
      honoured.filter((entry) => !entriesOf(asked).includes(entry) && !declined.includes(entry as never)),
      where,
    );
    put(
      "declined",
      honoured.filter((entry) => declined.includes(entry as never)),
      where,
    );
    put("unadvertised", unadvertisedIn(honoured, advertisedOnly(view)), where);
  }
  return { ...item, value, parts };
};

const unadvertisedIn = (honoured: readonly string[], advertised: JsonObject | undefined): Json | undefined => {
  if (!advertised) return undefined;
  const promised: readonly string[] = KINDS.filter(
    ({ capability: [feature, flag] }) => member(member(advertised, feature), flag) === true,
  ).map(({ filter }) => filter);
  return honoured.filter((entry) => !promised.includes(entry.split(" ")[0] ?? ""));
};

const OPENED: readonly StepName[] = ["listen-string", "listen-integer", "log-call-listen", "listen"];

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
const TOGETHER: readonly StepName[] = ["listen-string", "listen-integer"];

export const concurrentListens: Fact = {
  name: "concurrent_listens",
  doc: "Subscriptions that were opened at the same time, and what became of each.",
  kind: "list",
  type: "object: id, state (acknowledged, ended: by the server, refused, silent)",
  derived: ["state"],
  read(view) {
    const seats = seatsOf(view, TOGETHER);
    if (seats.length < 2) return unseen(view, [...TOGETHER, "listen"], "two subscriptions at once");
    return seen(
      seats.map((seat) => ({
        exchange: seat.id,
        pointer: "",
        value: { id: member(seat.request, "id") ?? null, state: stateOf(seat, view) },
        parts: { id: "/request/id", state: "" },
      })),
    );
  },
};

const stateOf = (seat: Seat, view: View): string => {
  const { http, response } = seat.exchange;
  if (acknowledgmentOf(seat) === undefined) return isRefusal(outcomeOf(seat.exchange)) ? "refused" : "silent";
  const ended = response !== undefined || (!isOnePipe(view) && http?.stream?.ended_by === "server");
  return ended ? "ended" : "acknowledged";
};

const isRefusal = (outcome: string): boolean => outcome === "error" || outcome === "refused";

const ANY: readonly StepName[] = [...OPENED, "listen-all", "listen-nothing"];

/** Subscriptions that the server ended; what we ended says nothing. */
export const endedListens: Fact = {
  name: "ended_listens",
  doc: "Subscriptions that the server ended, and how it took its leave.",
  kind: "list",
  type: `${ANSWER_TYPE}, farewell (result, cancelled, none), tag (same, retyped, other, none), later (messages after the result)`,
  derived: ["outcome", "farewell", "tag", "later"],
  read(view) {
    const seats = seatsOf(view, ANY, isListen);
    if (seats.length === 0) return unseen(view, [...ANY, "listen"], "an open subscription");
    return seen(
      seats.flatMap((seat) => endingOf(seat, view)),
      seats.map((seat) => ({ exchange: seat.id, pointer: "" })),
    );
  },
};

const endingOf = (seat: Seat, view: View): readonly Item[] => {
  const { exchange } = seat;
  const outcome = outcomeOf(exchange);
  const left = exchange.http?.stream?.ended_by === "server" && (outcome === "closed" || outcome === "accepted");
  if (outcome !== "result" && !left) return [];
  const item = answerItem(seat, view);
  const cancelled = saidOn(seat).some((message) => methodOf(message) === "notifications/cancelled");
  const value: JsonObject = {
    ...(isJsonObject(item.value) ? item.value : {}),
    farewell: outcome === "result" ? "result" : cancelled ? "cancelled" : "none",
    tag: tagOf(member(member(exchange.response, "result"), "_meta"), seat),
    later: (exchange.meanwhile ?? []).filter(({ late }) => late === true).length,
  };
  return [
    { ...item, value, parts: { ...item.parts, farewell: "", tag: "/response/result/_meta", later: "/meanwhile" } },
  ];
};

export const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** How the subscription id of a message compares with the id of the listen request. */
export const tagOf = (meta: Json | undefined, seat: Seat): "same" | "retyped" | "other" | "none" => {
  const tag = member(meta, SUBSCRIPTION_ID);
  if (tag === undefined) return "none";
  const id = member(seat.request, "id");
  if (JSON.stringify(tag) === JSON.stringify(id)) return "same";
  return String(tag) === String(id) ? "retyped" : "other";
};
