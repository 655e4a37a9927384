// The tasks that a server hands out, and what the client does with them.

import { groupBy } from "../../../base/group-by.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { NEVER } from "../../../capture/timeline.ts";
import { derivedAt, derivedFact, itemsFact, type NamedPlace, within } from "../../../judge/core/client/fact.ts";
import { listedAs } from "../../../judge/core/client/known.ts";
import { markerAfter } from "../../../judge/core/client/plans.ts";
import {
  bySession,
  cancellationsOf,
  declaredIn,
  declaredWith,
  errorCode,
  firstAfter,
  type Item,
  type Message,
  messagesIn,
  messagesOf,
  nameIn,
  offeredIn,
  type Session,
  sessionsIn,
  statelessRequestsIn,
  type View,
} from "../../../judge/core/client/view.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

const MISSING = "the server hands out a task";
const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** A task that the server handed out, and everything that was asked about it. */
interface Handle extends NamedPlace {
  readonly call: Message;
  readonly task: Json;
  readonly about: readonly Message[];
}

const handleIn = (sent: Message): Json | undefined => {
  const { method, result, session } = sent;
  if (method !== "tools/call") return undefined;
  if (session.era === "stateful") return member(result, "task");
  return stringMember(result, "resultType") === "task" && declaresTasks(sent) ? result : undefined;
};

const declaresTasks = (sent: Message): boolean =>
  valueAt(declaredWith(sent), "extensions", TASKS_EXTENSION) !== undefined;

const handlesIn = (view: View): readonly Handle[] => view.once(gather);

const gather = (view: View): readonly Handle[] => {
  const calls = messagesIn(view).filter((sent) => handleIn(sent) !== undefined);
  const taskIdOf = (call: Message): string | undefined => stringMember(handleIn(call), "taskId");
  const handed = bySession(calls, taskIdOf);
  const managed = bySession(
    messagesIn(view).filter(({ method }) => method?.startsWith("tasks/")),
    ({ params }) => stringMember(params, "taskId"),
  );
  return calls.map((call) => {
    const { session, sentAt } = call;
    const taskId = taskIdOf(call);
    // The same task may be handed out again: what follows belongs to the last one.
    const next = firstAfter(handed.get(session)?.get(taskId) ?? [], sentAt, view, () => true);
    const all = managed.get(session)?.get(taskId) ?? [];
    view.spend(all.length);
    const about = all.filter((one) => one.sentAt > sentAt && one.sentAt < (next?.sentAt ?? NEVER));
    return { ...within(call, ""), call, task: handleIn(call) ?? null, about };
  });
};

const SCENARIOS = ["server-tasks", "task-handles"] as const;

const toolIn = ({ session, sentAt, params }: Message, view: View): Json | undefined => {
  const [first] = listedAs(member(params, "name"), "tools/list", session, view);
  return first && first.list.sentAt < sentAt ? first.entry : undefined;
};

/** The sessions whose client knows tasks at all: it declares them, or calls something as one. */
const gatherKnowing = (view: View): ReadonlySet<Session> =>
  new Set(
    sessionsIn(view).filter(
      (session) =>
        valueAt(declaredIn(session), "tasks") !== undefined ||
        session.byMethod.get("tools/call")?.some(({ params }) => member(params, "task") !== undefined),
    ),
  );

export const taskCalls = derivedFact("task_calls", {
  doc: "Of every tools/call: whether it asks for a task, what the server and the tool say about that, and whether the client knows tasks.",
  type: "object: server (offered, not-offered), tool (required, optional, forbidden, absent, unlisted), task (yes, no), client (knows, unknown)",
  scenarios: ["server-tasks", "unoffered-tasks"],
  missing: "the client calls a tool",
  among: (view) => messagesOf(view, "tools/call").filter(({ session }) => session.initialize?.response !== undefined),
  say: (call, view) => {
    const { session, params } = call;
    const tool = toolIn(call, view);
    const offered = valueAt(offeredIn(session), "tasks", "requests", "tools", "call");
    return {
      server: offered === undefined ? "not-offered" : "offered",
      tool: tool === undefined ? "unlisted" : (stringMember(member(tool, "execution"), "taskSupport") ?? "absent"),
      task: member(params, "task") === undefined ? "no" : "yes",
      client: view.once(gatherKnowing).has(session) ? "knows" : "unknown",
    };
  },
});

const intervalOf = (task: Json | undefined): number | undefined => {
  const found = member(task, "pollInterval") ?? member(task, "pollIntervalMs");
  return typeof found === "number" ? found : undefined;
};

/** Polls that came in less than half the time the server asked for; what the network delays only makes pauses longer. */
const fastPolls = ({ task, call, about }: Handle): number => {
  let interval = intervalOf(task);
  let last = call;
  let fast = 0;
  for (const one of about) {
    const gap = (one.sentMs ?? 0) - (last.sentMs ?? 0);
    if (one.method === "tasks/get" && interval !== undefined && gap < interval / 2) fast += 1;
    interval = intervalOf(one.result) ?? interval;
    last = one;
  }
  return fast;
};

export const taskPolls = derivedFact("task_polls", {
  doc: "Of every task that was polled: how often that was in less than half of the interval that the server asked for.",
  type: "integer",
  scenarios: SCENARIOS,
  missing: "a task is polled",
  among: handlesIn,
  only: ({ about }) => about.filter(({ method }) => method === "tasks/get").length > 1,
  at: ({ about, call }) => about[0] ?? call,
  say: fastPolls,
});

const endOf = ({ about }: Handle): string => {
  for (const { method, result, error } of about) {
    if (method === "tasks/cancel") return "cancelled";
    if (method === "tasks/get" && FINAL.has(stringMember(result, "status") ?? "")) return "final";
    if (error !== undefined) return "error";
    if (method === "tasks/result" && result !== undefined) return "result";
  }
  return "none";
};

export const taskEnds = derivedFact("task_ends", {
  doc: "Of every task: whether the client polled it, fetched its result, saw its end, and what it did after that.",
  type: "object: polled (yes, no), fetched (yes, no), ended (final, result, error, cancelled, none), waited (yes: it had time to), moved (yes: it says that the task is done)",
  scenarios: SCENARIOS,
  missing: MISSING,
  among: handlesIn,
  say: (handle, view) => {
    const { call, about } = handle;
    // How soon it polls is up to the client: only one that never did waited for something else.
    const waited = markerAfter(view, "waited", call) !== undefined && call.session.end === "itself";
    const moved = markerAfter(view, "task done", call) !== undefined;
    const isFetched = about.some(({ method }) => method === "tasks/result");
    return {
      polled: isFetched || about.some(({ method }) => method === "tasks/get") ? "yes" : "no",
      fetched: isFetched ? "yes" : "no",
      ended: endOf(handle),
      ...(waited ? { waited: "yes" } : {}),
      ...(moved ? { moved: "yes" } : {}),
    };
  },
});

const firstInput = ({ about }: Handle): Message | undefined =>
  about.find(({ result }) => stringMember(result, "status") === "input_required");

/** Polls after the task asked for input, until the client fetched it. */
export const taskInputs = derivedFact("task_inputs", {
  doc: "Of every task that required input in the stateful era: how often it was polled after that, before tasks/result.",
  type: "integer",
  scenarios: ["asking-task"],
  missing: "a task requires input",
  among: handlesIn,
  only: (handle) => handle.call.session.era === "stateful" && firstInput(handle) !== undefined,
  at: (handle) => firstInput(handle) ?? handle.call,
  say: (handle) => {
    const rest = handle.about.filter(({ sentAt }) => sentAt > (firstInput(handle)?.sentAt ?? NEVER));
    const fetched = rest.findIndex(({ method }) => method === "tasks/result");
    return fetched < 0 ? rest.length : fetched;
  },
});

export const taskMethods = derivedFact("task_methods", {
  doc: "Of every tasks/list and tasks/cancel in a session with a handshake: whether the server offers it.",
  type: "offered or not-offered",
  say: ({ method, session }) => {
    const [area, name = ""] = method?.split("/") ?? [];
    if (area !== "tasks" || (name !== "list" && name !== "cancel") || !session.initialize?.response) return undefined;
    return valueAt(offeredIn(session), "tasks", name) === undefined ? "not-offered" : "offered";
  },
});

/** Only of tasks that the client cancelled, by whatever means: it may also leave them to themselves. */
export const taskCancellations = itemsFact("task_cancellations", {
  doc: "Of every task that the client cancelled: how it said so.",
  type: "tasks/cancel or notice",
  scenarios: ["cancelled-task", "task-handles"],
  words: { notice: "notifications/cancelled for a call that is a task" },
  missing: "a task is cancelled",
  among: (view) =>
    handlesIn(view).flatMap(({ call, about }): Item[] => {
      const notice = cancellationsOf(call, view).find(({ sentAt }) => sentAt > call.answeredAt);
      if (notice) return [derivedAt(notice, "notice")];
      return about.some(({ method }) => method === "tasks/cancel") ? [derivedAt(call, "tasks/cancel")] : [];
    }),
});

export const misplacedHandles = itemsFact("misplaced_handles", {
  doc: "Of every handle on a method that has no tasks, or without the extension declared: whether the client polled it.",
  type: "object: why (method, undeclared), polled (polled, dropped)",
  scenarios: ["odd-handles"],
  words: { polled: "tasks/get for a handle that is an invalid result" },
  missing: "a handle comes where there must be none",
  among: (view) =>
    statelessRequestsIn(view).flatMap((sent): Item[] => {
      const { method, result } = sent;
      const isAllowed = method === "tools/call" && declaresTasks(sent);
      if (stringMember(result, "resultType") !== "task" || isAllowed) return [];
      const [poll] = view.once(groupPolls).get(stringMember(result, "taskId")) ?? [];
      const why = method === "tools/call" ? "undeclared" : "method";
      return [derivedAt(poll ?? sent, { why, polled: poll ? "polled" : "dropped" })];
    }),
});

const groupPolls = (view: View): ReadonlyMap<string | undefined, readonly Message[]> =>
  groupBy(messagesOf(view, "tasks/get"), ({ params }) => stringMember(params, "taskId"));

/** Calls that carry answers to what was asked, by the tool. */
const groupAnsweringCalls = (view: View): ReadonlyMap<Session, ReadonlyMap<string | undefined, readonly Message[]>> =>
  bySession(
    messagesOf(view, "tools/call").filter(({ params }) => member(params, "inputResponses") !== undefined),
    nameIn,
  );

const keysOf = (value: Json | undefined): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);

/** How what a task asked was answered. */
export const taskUpdates = derivedFact("task_updates", {
  doc: "Of every task of the extension that required input: how the client answered.",
  type: "object: by (update, call, nothing), repeated and invented (keys), watched (yes, no: whether it looked again after an update), moved (yes: it says that the task is done)",
  scenarios: ["task-handles"],
  missing: "a task of the extension requires input",
  among: handlesIn,
  only: (handle) => handle.call.session.era === "stateless" && firstInput(handle) !== undefined,
  at: ({ about, call }) => about.find(({ method }) => method === "tasks/update") ?? call,
  say: ({ call, about }, view) => {
    const updates = about.filter(({ method }) => method === "tasks/update");
    const given = updates.flatMap(({ params }) => keysOf(member(params, "inputResponses")));
    const shown = new Set(about.flatMap(({ result }) => keysOf(member(result, "inputRequests"))));
    const [first] = updates;
    const same = view.once(groupAnsweringCalls).get(call.session)?.get(nameIn(call)) ?? [];
    const isRepeated = firstAfter(same, call.sentAt, view, () => true) !== undefined;
    const isWatched = about.some(({ method, sentAt }) => method === "tasks/get" && sentAt > (first?.sentAt ?? NEVER));
    return {
      by: isRepeated ? "call" : first ? "update" : "nothing",
      repeated: [...new Set(given.filter((key, index) => given.indexOf(key) !== index))],
      invented: [...new Set(given.filter((key) => !shown.has(key)))],
      watched: isWatched ? "yes" : "no",
      ...(markerAfter(view, "task done", call) ? { moved: "yes" } : {}),
    };
  },
});

export const lostTasks = derivedFact("lost_tasks", {
  doc: "Of every task that the server no longer knows: how often it was polled after that.",
  type: "integer",
  scenarios: ["task-handles"],
  missing: "the server no longer knows a task",
  among: handlesIn,
  only: ({ about }) => about.some((one) => one.method === "tasks/get" && errorCode(one) === -32602),
  at: ({ call, about }) => about.find(({ error }) => error !== undefined) ?? call,
  say: ({ about }) => {
    const first = about.findIndex(({ error }) => error !== undefined);
    return about.slice(first + 1).filter(({ method }) => method === "tasks/get").length;
  },
});
