// Requests about tasks: how each is written.

import { member, stringMember, valueAt } from "../../../base/json.ts";
import { clientFact, derivedFact, partOf, placeOf } from "../../../judge/core/client/fact.ts";
import { decodedHeader, httpRequestsIn, requestHeader } from "../../../judge/core/client/http.ts";
import { declaredWith, statelessRequestsIn } from "../../../judge/core/client/view.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";

const MANAGEMENT: ReadonlySet<string> = new Set(["tasks/get", "tasks/result", "tasks/cancel"]);

export const relatedTaskNames = derivedFact("related_task_names", {
  doc: "Of every tasks/get, tasks/result and tasks/cancel: whether its _meta names a task too.",
  type: "named or absent",
  say: ({ method, params }) => {
    if (method === undefined || !MANAGEMENT.has(method)) return undefined;
    return valueAt(params, "_meta", META_KEY.relatedTask) === undefined ? "absent" : "named";
  },
});

export const taskRequestDeclarations = derivedFact("task_request_declarations", {
  doc: "Of every request of the stateless era that is about tasks: whether it declares the tasks extension.",
  type: "declared or undeclared",
  missing: "the client sends a request of the stateless era",
  among: statelessRequestsIn,
  say: (sent) => {
    const listens = sent.method === "subscriptions/listen" && valueAt(sent.params, "notifications", "taskIds");
    if (!sent.method?.startsWith("tasks/") && !listens) return undefined;
    return valueAt(declaredWith(sent), "extensions", TASKS_EXTENSION) === undefined ? "undeclared" : "declared";
  },
});

export const taskNameHeaders = derivedFact("task_name_headers", {
  doc: "Mcp-Name of every tasks/get, tasks/update and tasks/cancel of the stateless era over HTTP, beside the task.",
  type: "equal, different or absent",
  scenarios: ["task-handles"],
  missing: "the client asks about a task over HTTP",
  among: httpRequestsIn,
  only: ({ session, method }) =>
    session.era === "stateless" && ["tasks/get", "tasks/update", "tasks/cancel"].includes(method ?? ""),
  at: (request) => placeOf(request, "/http"),
  say: (request) => {
    const header = requestHeader(request, HEADER_KEY.name);
    if (header === undefined) return "absent";
    return decodedHeader(header) === stringMember(request.params, "taskId") ? "equal" : "different";
  },
});

/** What 2025-11-25 had for tasks and the extension has not. */
export const oldTaskWords = clientFact("old_task_words", {
  doc: "Every method, parameter and capability of the tasks of 2025-11-25 in a request of the stateless era.",
  type: "the word",
  derived: true,
  missing: "the client sends a request of the stateless era",
  among: statelessRequestsIn,
  pick: (sent) => {
    if (sent.method === "tasks/result" || sent.method === "tasks/list") return partOf(sent, sent.method, "/method");
    if (sent.method === "tools/call" && member(sent.params, "task") !== undefined)
      return partOf(sent, "task", "/params/task");
    return member(declaredWith(sent), "tasks") === undefined ? undefined : partOf(sent, "tasks", "/params/_meta");
  },
});
