import { type Json, member, valueAt } from "../../../base/json.ts";
import { busiestSeconds, isOnePipe } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import type { ExchangeRecord, Item, Reading, View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { amongHeard, type Heard, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";

const isProgress = ({ value }: Heard): boolean => member(value, "method") === "notifications/progress";

const progressIn = (view: View): readonly Heard[] => view.once(pickProgress);

const pickProgress = (view: View): readonly Heard[] => heardIn(view).filter(isProgress);

const paramOf = ({ value }: Heard, key: string): Json | undefined => valueAt(value, "params", key);

const isToken = (value: Json | undefined): value is string | number =>
  typeof value === "string" || typeof value === "number";

export const tokenOf = (record: ExchangeRecord | undefined): string | number | undefined => {
  const token = metaOf(record?.request)?.["progressToken"];
  return isToken(token) ? token : undefined;
};

export const progressNotifications = messageFact(
  { name: "progress_notifications", doc: "Every notifications/progress the server sent.", type: "message" },
  (heard) => (isProgress(heard) ? heard : undefined),
);

const overProgress = (view: View, name: string, items: readonly Item[]): Reading =>
  amongHeard(view, () => distinct(items), `a message of the server's (${name})`);

/** Requests with a token, by conversation and by the token's text: 1 and "1" are told apart later. */
const requestsByToken = (view: View): ReadonlyMap<string, readonly ExchangeRecord[]> => {
  const named = view.records.filter((record) => tokenOf(record) !== undefined);
  return groupBy(named, (record) => keyOf(record.exchange.conversation, tokenOf(record) ?? ""));
};

const keyOf = (conversation: string | undefined, token: string | number): string =>
  `${conversation ?? ""}\n${String(token)}`;

/** In 2025-11-25, and nowhere else, the token of a request stays valid while the task that came of it runs. */
const becameTask = ({ exchange }: ExchangeRecord, { revision }: View): boolean =>
  revision === "2025-11-25" && valueAt(exchange.response, "result", "task") !== undefined;

type Source = "running" | "finished" | "unclear" | "retyped" | "altered" | "never-supplied" | "no-token";

const sourceOf = (heard: Heard, view: View): Source => {
  const token = paramOf(heard, "progressToken");
  if (!isToken(token)) return "no-token";
  const alike = view.once(requestsByToken).get(keyOf(heard.conversation, token)) ?? [];
  const same = alike.filter((record) => tokenOf(record) === token);
  if (same.length > 0) return standing(heard, same, view);
  if (alike.length > 0) return "retyped";
  return tokenOf(heard.record) === undefined ? "never-supplied" : "altered";
};

/** Two streams overtake each other: whether a message on one came after a response on the other cannot be known. */
const standing = (heard: Heard, same: readonly ExchangeRecord[], view: View): Source => {
  const states = same.map((record): Source => {
    const { response, response_seq: answered } = record.exchange;
    if (response === undefined || becameTask(record, view)) return "running";
    if (heard.record === record && !isOnePipe(view)) return heard.late ? "finished" : "running";
    if (!isOnePipe(view) || answered === undefined || heard.seq === undefined) return "unclear";
    return heard.seq < answered ? "running" : "finished";
  });
  return states.find((state) => state === "running") ?? states.find((state) => state === "unclear") ?? "finished";
};

const streamOf = (heard: Heard): "own" | "listen" | "other" => {
  const token = paramOf(heard, "progressToken");
  if (heard.record?.method === "subscriptions/listen") return "listen";
  const own = tokenOf(heard.record);
  return own !== undefined && String(own) === String(token) ? "own" : "other";
};

export const progressSources = defineFact({
  name: "progress_sources",
  doc: "For each progress notification: whose token it names, and on whose stream it came.",
  type: "object: token, source (running, finished, unclear, retyped, altered, never-supplied, no-token), stream (own, listen, other)",
  derived: true,
  words: {
    finished: "the request with this token had been answered before",
    retyped: "the token has another JSON type than the client gave it",
    altered: "the token is not the one that the request supplied",
    "never-supplied": "no request supplied this token",
    listen: "it came on the stream of a subscription",
    other: "it came on the stream of another request",
  },
  read(view) {
    const items = progressIn(view).map((heard) =>
      derivedItem(heard, {
        token: paramOf(heard, "progressToken") ?? null,
        source: sourceOf(heard, view),
        stream: streamOf(heard),
      }),
    );
    return overProgress(view, this.name, items);
  },
});

export const progressCourses = defineFact({
  name: "progress_courses",
  doc: "For each request with two progress notifications or more: how their values went.",
  type: "object: token, values, course (rising, level, falling)",
  derived: true,
  words: { level: "the same value twice in a row", falling: "a value below the one before" },
  read(view) {
    const groups = new Map<string, { first: Heard; token: Json; values: number[] }>();
    for (const heard of progressIn(view)) {
      const value = paramOf(heard, "progress");
      const token = paramOf(heard, "progressToken");
      if (typeof value !== "number" || !isToken(token)) continue;
      const key = `${heard.exchange}\n${JSON.stringify(token)}`;
      const group = groups.get(key) ?? { first: heard, token, values: [] };
      groups.set(key, group);
      group.values.push(value);
    }
    const items = [...groups.values()]
      .filter(({ values }) => values.length > 1)
      .map(({ first, token, values }) =>
        derivedItem(first, { token, values: values.slice(0, 50), course: courseOf(values) }, String(token)),
      );
    return overProgress(view, this.name, items);
  },
});

const courseOf = (values: readonly number[]): "rising" | "level" | "falling" => {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  if (steps.some((step) => step < 0)) return "falling";
  return steps.some((step) => step === 0) ? "level" : "rising";
};

export const progressBursts = defineFact({
  name: "progress_bursts",
  doc: "For each request with progress notifications: how many came in its busiest second.",
  type: "object: notifications",
  derived: true,
  read(view) {
    const busiest = busiestSeconds(
      progressIn(view),
      (heard) => `${heard.exchange}\n${JSON.stringify(paramOf(heard, "progressToken") ?? null)}`,
      view,
    );
    const items = busiest.map(({ first, count }) => derivedItem(first, { notifications: count }));
    return overProgress(view, this.name, items);
  },
});
