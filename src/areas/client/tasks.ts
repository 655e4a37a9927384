import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { headerValue } from "../../judge/core/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { META_KEY, TASKS_EXTENSION } from "../../protocol/meta-keys.ts";
import { httpRequestsIn } from "./http-requests.ts";
import { markerAfter } from "./markers.ts";
import { clientFact, derivedAt, partOf, type Sent, sentFact, sentIn, statelessRequestsIn } from "./sent.ts";

const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;
const resultOf = ({ record }: Sent): Json | undefined => member(record.exchange.response, "result");
const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** A task that the server handed out, and everything that was asked about it. */
interface Handle extends Item {
  readonly call: Sent;
  readonly task: Json;
  readonly about: readonly Sent[];
}

const handleIn = (sent: Sent): Json | undefined => {
  if (sent.method !== "tools/call") return undefined;
  const result = resultOf(sent);
  if (sent.session.era === "stateful") return member(result, "task");
  return stringMember(result, "resultType") === "task" && declaresTasks(sent) ? result : undefined;
};

const declaresTasks = ({ params }: Sent): boolean =>
  member(member(member(member(params, "_meta"), META_KEY.clientCapabilities), "extensions"), TASKS_EXTENSION) !==
  undefined;

const handlesIn = (view: View): readonly Handle[] => view.once(gather);

const gather = (view: View): readonly Handle[] => {
  const calls = sentIn(view).filter((sent) => handleIn(sent) !== undefined);
  return calls.map((call, index) => {
    const task = handleIn(call) ?? null;
    const taskId = stringMember(task, "taskId");
    // The same task may be handed out again: what follows belongs to the last one.
    const next = calls
      .slice(index + 1)
      .find((one) => one.session === call.session && stringMember(handleIn(one), "taskId") === taskId);
    const about = sentIn(view).filter(
      (one) =>
        one.session === call.session &&
        one.method?.startsWith("tasks/") &&
        stringMember(one.params, "taskId") === taskId &&
        seqOf(one) > seqOf(call) &&
        (next === undefined || seqOf(one) < seqOf(next)),
    );
    return { ...call, call, task, about };
  });
};

const MISSING = "the server hands out a task";
const SCENARIOS = ["server-tasks", "task-handles"] as const;

const toolIn = (call: Sent, view: View): Json | undefined =>
  sentIn(view)
    .filter((one) => one.method === "tools/list" && one.session === call.session && seqOf(one) < seqOf(call))
    .flatMap((one) => listMember(resultOf(one), "tools"))
    .find((tool) => stringMember(tool, "name") === stringMember(call.params, "name"));

const serverTasks = ({ session }: Sent): Json | undefined =>
  member(member(member(session.initialize?.exchange.response, "result"), "capabilities"), "tasks");

/** Whether the client knows tasks at all: it declares them, or calls something as one. */
const knowsTasks = ({ session }: Sent, view: View): boolean =>
  member(member(member(session.initialize?.request, "params"), "capabilities"), "tasks") !== undefined ||
  sentIn(view).some(
    (one) => one.session === session && one.method === "tools/call" && member(one.params, "task") !== undefined,
  );

export const taskCalls = clientFact(
  {
    name: "task_calls",
    doc: "Of every tools/call: whether it asks for a task, what the server and the tool say about that, and whether the client knows tasks.",
    type: "object: server (offered, not-offered), tool (required, optional, forbidden, absent, unlisted), task (yes, no), client (knows, unknown)",
    derived: true,
    scenarios: ["server-tasks", "unoffered-tasks"],
  },
  (view) =>
    sentIn(view).filter(
      ({ method, session }) => method === "tools/call" && session.initialize?.exchange.response !== undefined,
    ),
  (call, view) => {
    const offered = member(member(member(serverTasks(call), "requests"), "tools"), "call");
    const tool = toolIn(call, view);
    return derivedAt(call, {
      server: offered === undefined ? "not-offered" : "offered",
      tool: tool === undefined ? "unlisted" : (stringMember(member(tool, "execution"), "taskSupport") ?? "absent"),
      task: member(call.params, "task") === undefined ? "no" : "yes",
      client: knowsTasks(call, view) ? "knows" : "unknown",
    });
  },
  "the client calls a tool",
);

const intervalOf = (task: Json | undefined): number | undefined => {
  const found = member(task, "pollInterval") ?? member(task, "pollIntervalMs");
  return typeof found === "number" ? found : undefined;
};

/** Polls that came in less than half the time the server asked for; what the network delays only makes pauses longer. */
const fastPolls = ({ task, call, about }: Handle): number => {
  let interval = intervalOf(task);
  let last = call.record.exchange.timing;
  let fast = 0;
  for (const one of about) {
    const { timing } = one.record.exchange;
    const gap = (timing?.start_ms ?? 0) - (last?.start_ms ?? 0);
    if (one.method === "tasks/get" && interval !== undefined && gap < interval / 2) fast += 1;
    interval = intervalOf(resultOf(one)) ?? interval;
    last = timing;
  }
  return fast;
};

export const taskPolls = clientFact(
  {
    name: "task_polls",
    doc: "Of every task that was polled: how often that was in less than half of the interval that the server asked for.",
    type: "integer",
    derived: true,
    scenarios: SCENARIOS,
  },
  (view) => handlesIn(view).filter(({ about }) => about.filter(({ method }) => method === "tasks/get").length > 1),
  (handle) => derivedAt(handle.about[0] ?? handle.call, fastPolls(handle)),
  "a task is polled",
);

const endOf = ({ about }: Handle): string => {
  for (const one of about) {
    const status = stringMember(resultOf(one), "status") ?? "";
    if (one.method === "tasks/cancel") return "cancelled";
    if (one.method === "tasks/get" && FINAL.has(status)) return "final";
    if (member(one.record.exchange.response, "error") !== undefined) return "error";
    if (one.method === "tasks/result" && resultOf(one) !== undefined) return "result";
  }
  return "none";
};

export const taskEnds = clientFact(
  {
    name: "task_ends",
    doc: "Of every task: whether the client polled it, fetched its result, saw its end, and what it did after that.",
    type: "object: polled (yes, no), fetched (yes, no), ended (final, result, error, cancelled, none), waited (yes: it had time to), moved (yes: it says that the task is done)",
    derived: true,
    scenarios: SCENARIOS,
  },
  handlesIn,
  (handle, view) => {
    const { call, about } = handle;
    // How soon it polls is up to the client: only who never did waited for something else.
    const waited = markerAfter(view, "waited", call) !== undefined && call.session.clientEnd === "itself";
    const moved = markerAfter(view, "task done", call) !== undefined;
    return derivedAt(call, {
      polled: about.some(({ method }) => method === "tasks/get" || method === "tasks/result") ? "yes" : "no",
      fetched: about.some(({ method }) => method === "tasks/result") ? "yes" : "no",
      ended: endOf(handle),
      ...(waited ? { waited: "yes" } : {}),
      ...(moved ? { moved: "yes" } : {}),
    });
  },
  MISSING,
);

/** Polls after the task asked for input, until the client fetched it. */
export const taskInputs = clientFact(
  {
    name: "task_inputs",
    doc: "Of every task that required input in the stateful era: how often it was polled after that, before tasks/result.",
    type: "integer",
    derived: true,
    scenarios: ["asking-task"],
  },
  (view) =>
    handlesIn(view).filter(
      ({ call, about }) =>
        call.session.era === "stateful" &&
        about.some((one) => stringMember(resultOf(one), "status") === "input_required"),
    ),
  ({ call, about }) => {
    const first = about.findIndex((one) => stringMember(resultOf(one), "status") === "input_required");
    const rest = about.slice(first + 1);
    const fetched = rest.findIndex(({ method }) => method === "tasks/result");
    return derivedAt(about[first] ?? call, fetched < 0 ? rest.length : fetched);
  },
  "a task requires input",
);

export const taskMethods = sentFact(
  {
    name: "task_methods",
    doc: "Of every tasks/list and tasks/cancel in a session with a handshake: whether the server offers it.",
    type: "offered or not-offered",
    derived: true,
  },
  (sent) => {
    const [area, name = ""] = sent.method?.split("/") ?? [];
    if (area !== "tasks" || (name !== "list" && name !== "cancel") || !sent.session.initialize?.exchange.response)
      return undefined;
    return derivedAt(sent, member(serverTasks(sent), name) === undefined ? "not-offered" : "offered");
  },
);

/** Only of tasks that the client cancelled, by whatever means: it may also leave them to themselves. */
export const taskCancellations = clientFact(
  {
    name: "task_cancellations",
    doc: "Of every task that the client cancelled: how it said so.",
    type: "tasks/cancel or notice",
    derived: true,
    scenarios: ["cancelled-task", "task-handles"],
    words: { notice: "notifications/cancelled for a call that is a task" },
  },
  (view) =>
    handlesIn(view).flatMap((handle) => {
      const { call, about } = handle;
      const notice = sentIn(view).find(
        (one) =>
          one.method === "notifications/cancelled" &&
          one.session === call.session &&
          member(one.params, "requestId") === member(call.value, "id") &&
          seqOf(one) > (call.record.exchange.response_seq ?? Number.POSITIVE_INFINITY),
      );
      const isCancelled = about.some(({ method }) => method === "tasks/cancel");
      const by = notice ? "notice" : isCancelled ? "tasks/cancel" : undefined;
      return by === undefined ? [] : [{ ...(notice ?? call), by }];
    }),
  ({ by, ...place }) => derivedAt(place, by),
  "a task is cancelled",
);

export const misplacedHandles = clientFact(
  {
    name: "misplaced_handles",
    doc: "Of every handle on a method that has no tasks, or without the extension declared: whether the client polled it.",
    type: "object: why (method, undeclared), polled (polled, dropped)",
    derived: true,
    scenarios: ["odd-handles"],
    words: { polled: "tasks/get for a handle that is an invalid result" },
  },
  (view) =>
    statelessRequestsIn(view).filter(
      (sent) =>
        stringMember(resultOf(sent), "resultType") === "task" && (sent.method !== "tools/call" || !declaresTasks(sent)),
    ),
  (sent, view) => {
    const taskId = stringMember(resultOf(sent), "taskId");
    const poll = sentIn(view).find(
      (one) => one.method === "tasks/get" && stringMember(one.params, "taskId") === taskId,
    );
    const why = sent.method === "tools/call" ? "undeclared" : "method";
    return derivedAt(poll ?? sent, { why, polled: poll ? "polled" : "dropped" });
  },
  "a handle comes where there must be none",
);

const keysOf = (value: Json | undefined): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);

/** How what a task asked was answered. */
export const taskUpdates = clientFact(
  {
    name: "task_updates",
    doc: "Of every task of the extension that required input: how the client answered.",
    type: "object: by (update, call, nothing), repeated and invented (keys), watched (yes, no: whether it looked again after an update), moved (yes: it says that the task is done)",
    derived: true,
    scenarios: ["task-handles"],
  },
  (view) =>
    handlesIn(view).filter(
      ({ call, about }) =>
        call.session.era === "stateless" &&
        about.some((one) => stringMember(resultOf(one), "status") === "input_required"),
    ),
  ({ call, about }, view) => {
    const updates = about.filter(({ method }) => method === "tasks/update");
    const given = updates.flatMap((one) => keysOf(member(one.params, "inputResponses")));
    const shown = new Set(about.flatMap((one) => keysOf(member(resultOf(one), "inputRequests"))));
    const [first] = updates;
    const repeats = sentIn(view).some(
      (one) =>
        one.session === call.session &&
        one.method === "tools/call" &&
        seqOf(one) > seqOf(call) &&
        stringMember(one.params, "name") === stringMember(call.params, "name") &&
        member(one.params, "inputResponses") !== undefined,
    );
    return derivedAt(first ?? call, {
      by: repeats ? "call" : first ? "update" : "nothing",
      repeated: [...new Set(given.filter((key, index) => given.indexOf(key) !== index))],
      invented: [...new Set(given.filter((key) => !shown.has(key)))],
      watched: first && about.some((one) => one.method === "tasks/get" && seqOf(one) > seqOf(first)) ? "yes" : "no",
      ...(markerAfter(view, "task done", call) ? { moved: "yes" } : {}),
    });
  },
  "a task of the extension requires input",
);

const decode = (header: string): string => {
  const encoded = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(header)?.[1];
  return encoded === undefined
    ? header
    : new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
};

export const taskNameHeaders = clientFact(
  {
    name: "task_name_headers",
    doc: "Mcp-Name of every tasks/get, tasks/update and tasks/cancel of the stateless era over HTTP, beside the task.",
    type: "equal, different or absent",
    derived: true,
    scenarios: ["task-handles"],
  },
  (view) =>
    httpRequestsIn(view).filter(
      ({ session, record }) =>
        session.era === "stateless" && ["tasks/get", "tasks/update", "tasks/cancel"].includes(record.method ?? ""),
    ),
  ({ http, record, ...place }) => {
    const header = headerValue(http.request_headers, HEADER_KEY.name);
    const taskId = stringMember(member(record.request, "params"), "taskId");
    return derivedAt(place, header === undefined ? "absent" : decode(header) === taskId ? "equal" : "different");
  },
  "the client asks about a task over HTTP",
);

/** What 2025-11-25 had for tasks and the extension has not. */
export const oldTaskWords = clientFact(
  {
    name: "old_task_words",
    doc: "Every method, parameter and capability of the tasks of 2025-11-25 in a request of the stateless era.",
    type: "the word",
    derived: true,
  },
  statelessRequestsIn,
  (sent) => {
    if (sent.method === "tasks/result" || sent.method === "tasks/list") return partOf(sent, sent.method, "/method");
    if (sent.method === "tools/call" && member(sent.params, "task") !== undefined)
      return partOf(sent, "task", "/params/task");
    const declared = member(member(sent.params, "_meta"), META_KEY.clientCapabilities);
    return member(declared, "tasks") === undefined ? undefined : partOf(sent, "tasks", "/params/_meta");
  },
  "the client sends a request of the stateless era",
);

export const lostTasks = clientFact(
  {
    name: "lost_tasks",
    doc: "Of every task that the server no longer knows: how often it was polled after that.",
    type: "integer",
    derived: true,
    scenarios: ["task-handles"],
  },
  (view) =>
    handlesIn(view).filter(({ about }) =>
      about.some(
        (one) => one.method === "tasks/get" && member(member(one.record.exchange.response, "error"), "code") === -32602,
      ),
    ),
  ({ call, about }) => {
    const first = about.findIndex((one) => member(one.record.exchange.response, "error") !== undefined);
    return derivedAt(
      about[first] ?? call,
      about.slice(first + 1).filter(({ method }) => method === "tasks/get").length,
    );
  },
  "the server no longer knows a task",
);
