import { type Json, member } from "../../model/json.ts";
import { busiestSeconds, isOnePipe } from "../common/arrival.ts";
import { unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { distinct, type Heard, heardIn, messageFact } from "../common/messages.ts";
import { metaOf } from "../common/modern.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";

const isProgress = ({ value }: Heard): boolean => member(value, "method") === "notifications/progress";

const progressIn = (view: View): readonly Heard[] => view.once(pickProgress);

const pickProgress = (view: View): readonly Heard[] => heardIn(view).filter(isProgress);

const paramOf = ({ value }: Heard, key: string): Json | undefined => member(member(value, "params"), key);

const isToken = (value: Json | undefined): value is string | number =>
  typeof value === "string" || typeof value === "number";

export const tokenOf = (seat: Seat | undefined): string | number | undefined => {
  const token = metaOf(seat?.request)?.["progressToken"];
  return isToken(token) ? token : undefined;
};

export const progressNotifications = messageFact(
  { name: "progress_notifications", doc: "Every notifications/progress the server sent.", type: "message" },
  (heard) => (isProgress(heard) ? heard : undefined),
);

const overProgress = (view: View, name: string, items: readonly Item[]): Reading => {
  const heard = heardIn(view);
  if (heard.length === 0) return unseen(view, [], `a message of the server's (${name})`);
  return seen(distinct(items), heard.slice(0, 1));
};

/** Requests with a token, by conversation and by the token's text: 1 and "1" are told apart later. */
const requestsByToken = (view: View): ReadonlyMap<string, readonly Seat[]> => {
  const found = new Map<string, Seat[]>();
  for (const seat of view.seats) {
    const token = tokenOf(seat);
    if (token === undefined) continue;
    const key = keyOf(seat.exchange.conversation, token);
    found.set(key, [...(found.get(key) ?? []), seat]);
  }
  return found;
};

const keyOf = (conversation: string | undefined, token: string | number): string =>
  `${conversation ?? ""}\n${String(token)}`;

/** A task goes on after its request was answered. */
const becameTask = ({ exchange }: Seat): boolean =>
  member(member(exchange.response, "result"), "task") !== undefined ||
  member(member(exchange.response, "result"), "resultType") === "task";

type Source = "running" | "finished" | "unclear" | "retyped" | "altered" | "never-supplied" | "no-token";

const sourceOf = (heard: Heard, view: View): Source => {
  const token = paramOf(heard, "progressToken");
  if (!isToken(token)) return "no-token";
  const alike = view.once(requestsByToken).get(keyOf(heard.conversation, token)) ?? [];
  const same = alike.filter((seat) => tokenOf(seat) === token);
  if (same.length > 0) return standing(heard, same, view);
  if (alike.length > 0) return "retyped";
  return tokenOf(heard.seat) === undefined ? "never-supplied" : "altered";
};

/** Two streams overtake each other: whether a message on one came after a response on the other cannot be known. */
const standing = (heard: Heard, same: readonly Seat[], view: View): Source => {
  const states = same.map((seat): Source => {
    const { response, response_seq: answered } = seat.exchange;
    if (response === undefined || becameTask(seat)) return "running";
    if (heard.seat === seat && !isOnePipe(view)) return heard.late ? "finished" : "running";
    if (!isOnePipe(view) || answered === undefined || heard.seq === undefined) return "unclear";
    return heard.seq < answered ? "running" : "finished";
  });
  return states.find((state) => state === "running") ?? states.find((state) => state === "unclear") ?? "finished";
};

const streamOf = (heard: Heard): "own" | "listen" | "other" => {
  const token = paramOf(heard, "progressToken");
  if (heard.seat?.method === "subscriptions/listen") return "listen";
  const own = tokenOf(heard.seat);
  return own !== undefined && String(own) === String(token) ? "own" : "other";
};

export const progressSources: Fact = {
  name: "progress_sources",
  doc: "For each progress notification: whose token it names, and on whose stream it came.",
  kind: "list",
  type: "object: token, source (running, finished, unclear, retyped, altered, never-supplied, no-token), stream (own, listen, other)",
  derived: true,
  read(view) {
    const items = progressIn(view).map((heard) =>
      made(heard, {
        token: paramOf(heard, "progressToken") ?? null,
        source: sourceOf(heard, view),
        stream: streamOf(heard),
      }),
    );
    return overProgress(view, this.name, items);
  },
};

export const progressCourses: Fact = {
  name: "progress_courses",
  doc: "For each request with two progress notifications or more: how their values went.",
  kind: "list",
  type: "object: token, values, course (rising, level, falling)",
  derived: true,
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
        made(first, { token, values: values.slice(0, 50), course: courseOf(values) }, String(token)),
      );
    return overProgress(view, this.name, items);
  },
};

const courseOf = (values: readonly number[]): "rising" | "level" | "falling" => {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  if (steps.some((step) => step < 0)) return "falling";
  return steps.some((step) => step === 0) ? "level" : "rising";
};

export const progressBursts: Fact = {
  name: "progress_bursts",
  doc: "For each request with progress notifications: how many came in its busiest second.",
  kind: "list",
  type: "object: notifications",
  derived: true,
  read(view) {
    const busiest = busiestSeconds(
      progressIn(view),
      (heard) => `${heard.exchange}\n${JSON.stringify(paramOf(heard, "progressToken") ?? null)}`,
      view,
    );
    return overProgress(
      view,
      this.name,
      busiest.map(({ first, count }) => made(first, { notifications: count })),
    );
  },
};
