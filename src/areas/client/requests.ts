import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { META_KEY, TASKS_EXTENSION } from "../../protocol/meta-keys.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";

const isAnsweredBefore = (earlier: Sent, later: Sent): boolean =>
  (earlier.record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < (later.record.exchange.seq ?? 0);

const resultOf = ({ record }: Sent): Json | undefined => member(record.exchange.response, "result");

const wantsInput = (sent: Sent): boolean => member(resultOf(sent), "resultType") === "input_required";

/** A request that carries what only a repetition can. */
export const inputsUnasked = clientFact(
  {
    name: "inputs_unasked",
    doc: "Every request with inputResponses or requestState although no result had asked for input before.",
    type: "the members it has",
    derived: true,
  },
  statelessRequestsIn,
  (sent, view) => {
    const has = ["inputResponses", "requestState"].filter((name) => member(sent.params, name) !== undefined);
    // A task asks in what tasks/get shows.
    if (has.length === 0 || sent.method === "tasks/update") return undefined;
    const isAsked = statelessRequestsIn(view).some(
      (earlier) => earlier.method === sent.method && wantsInput(earlier) && isAnsweredBefore(earlier, sent),
    );
    return isAsked ? undefined : derivedAt({ ...sent, pointer: `${sent.pointer}/params` }, has);
  },
  "the client sends a request of the stateless era",
);

export const listenFilters = sentFact(
  {
    name: "listen_filters",
    doc: "What every subscriptions/listen asks to hear.",
    type: "object: notifications, as sent",
  },
  (sent) => {
    if (sent.method !== "subscriptions/listen") return undefined;
    const notifications = member(sent.params, "notifications");
    const value: JsonObject = notifications === undefined ? {} : { notifications };
    return { ...partOf(sent, value, ""), parts: { notifications: `${sent.pointer}/params/notifications` } };
  },
);

const TASK_MANAGEMENT: ReadonlySet<string> = new Set(["tasks/get", "tasks/result", "tasks/cancel"]);

export const relatedTaskNames = sentFact(
  {
    name: "related_task_names",
    doc: "Of every tasks/get, tasks/result and tasks/cancel: whether its _meta names a task too.",
    type: "named or absent",
    derived: true,
  },
  (sent) => {
    if (sent.method === undefined || !TASK_MANAGEMENT.has(sent.method)) return undefined;
    const found = member(member(sent.params, "_meta"), META_KEY.relatedTask);
    return derivedAt(sent, found === undefined ? "absent" : "named");
  },
);

export const taskRequestDeclarations = clientFact(
  {
    name: "task_request_declarations",
    doc: "Of every request of the stateless era that is about tasks: whether it declares the tasks extension.",
    type: "declared or undeclared",
    derived: true,
  },
  statelessRequestsIn,
  (sent) => {
    const listens = sent.method === "subscriptions/listen" && member(member(sent.params, "notifications"), "taskIds");
    if (!sent.method?.startsWith("tasks/") && !listens) return undefined;
    const declared = member(member(sent.params, "_meta"), META_KEY.clientCapabilities);
    const isDeclared = member(member(declared, "extensions"), TASKS_EXTENSION) !== undefined;
    return derivedAt(sent, isDeclared ? "declared" : "undeclared");
  },
  "the client sends a request of the stateless era",
);

export const pingParams = sentFact(
  {
    name: "ping_params",
    doc: "The members other than _meta in the params of every ping.",
    type: "array of names",
    derived: true,
  },
  (sent) => {
    if (sent.method !== "ping" || sent.kind !== "request") return undefined;
    const names = isJsonObject(sent.params) ? Object.keys(sent.params).filter((name) => name !== "_meta") : [];
    return derivedAt(sent, names);
  },
);

const WINDOW_MS = 1000;

/** The most pings of a conversation that were sent within one second. */
export const pingBursts = sentFact(
  {
    name: "ping_bursts",
    doc: "Of every conversation with pings: the largest number of them within one second.",
    type: "integer",
    derived: true,
  },
  (sent, view) => (sent.method === "ping" && sent.kind === "request" ? view.once(bursts).get(sent) : undefined),
);

const bursts = (view: View): ReadonlyMap<Sent, Item> => {
  const pings = sentIn(view).filter(({ method, kind }) => method === "ping" && kind === "request");
  const found = new Map<Sent, Item>();
  for (const all of groupBy(pings, ({ session }) => session).values()) {
    const times = all.map(({ record }) => record.exchange.timing?.start_ms ?? 0).sort((a, b) => a - b);
    let most = 0;
    let from = 0;
    times.forEach((time, index) => {
      while (time - (times[from] ?? 0) > WINDOW_MS) from += 1;
      most = Math.max(most, index - from + 1);
    });
    const [first] = all;
    if (first) found.set(first, derivedAt(first, most));
  }
  return found;
};

const LISTS: ReadonlySet<string> = new Set([
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

/** A list is asked for from its beginning unless the request names a cursor that an answer gave. */
export const firstPageCursors = sentFact(
  {
    name: "first_page_cursors",
    doc: "Of every request for a list that names no cursor of the server's: what stands in its place.",
    type: "absent, null or empty",
    derived: true,
    words: { null: "a first page asked for with cursor null", empty: 'a first page asked for with cursor ""' },
  },
  (sent, view) => {
    if (sent.kind !== "request" || !LISTS.has(sent.method ?? "")) return undefined;
    const cursor = member(sent.params, "cursor");
    if (cursor === undefined) return derivedAt(sent, "absent");
    if (cursor !== null && cursor !== "") return undefined;
    const given = sentIn(view).some(
      (earlier) => earlier.method === sent.method && member(resultOf(earlier), "nextCursor") === cursor,
    );
    return given
      ? undefined
      : derivedAt({ ...sent, pointer: `${sent.pointer}/params/cursor` }, cursor === null ? "null" : "empty");
  },
  "the client asks for a list",
);
