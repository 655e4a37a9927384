import { isJsonObject, type Json, member, valueAt } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, type View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { errorCodeOf, paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { isOfEra } from "../../../judge/core/stateless-requests.ts";
import { TASKS_EXTENSION } from "../../../protocol/meta-keys.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { aboutTasks, handlesIn, isKnown, taskIdAsked } from "./task-log.ts";

const METHODS: readonly (string | undefined)[] = [
  "tasks/get",
  "tasks/result",
  "tasks/list",
  "tasks/cancel",
  "tasks/update",
];

const ASKED: readonly QuestionRef[] = [
  "task:*",
  "unknown-task:*",
  "tasks/get-unknown",
  "tasks/cancel-unknown",
  "tasks/update-unknown",
];

const aboutTask = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => METHODS.includes(record.method) && record.exchange.response !== undefined && isOfEra(record, view),
  );

export const taskErrors = defineFact({
  name: "task_errors",
  doc: "The errors that the methods of tasks were answered with.",
  type: "object: method, error",
  questions: ASKED,
  among: aboutTask,
  missing: "an answered request about a task",
  each: (record) => {
    const error = member(record.exchange.response, "error");
    if (!isJsonObject(error)) return undefined;
    const parts = { method: "/request/method", error: "/response/error" };
    return { ...placeOf(record, "/response/error"), value: { method: record.method ?? "", error }, parts };
  },
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 3), "/response"),
});

/** Nothing is wrong with these requests: the task is the server's own, and the method is served for others. */
export const taskFailures = aboutTasks({
  name: "task_failures",
  doc: "The errors of correct requests about a task of the server's: how often one and the same request got this code, and whether the method is served at all.",
  type: "object: method, code, times, method_is (served: some request of this method got a result, not served)",
  derived: ["times", "method_is"],
  questions: ["task:*"],
  among: (view) => aboutTask(view).filter((record) => isKnown(record, view) && record.exchange.deliberate !== true),
  missing: "a request about a task of the server's",
  each: (record, view) => {
    const code = errorCodeOf(record.exchange.response);
    if (code === undefined) return undefined;
    const alike = view.once(failures).get(keyOf(record)) ?? [];
    const served = view.records.some(
      ({ method, exchange }) => method === record.method && hasResult(exchange.response),
    );
    const value = {
      method: record.method ?? "",
      code,
      times: alike.length,
      method_is: served ? "served" : "not served",
    };
    const parts = { method: "/request/method", code: "/response/error/code", times: "/response/error/code" };
    return { ...placeOf(record, "/response/error"), value, parts: { ...parts, method_is: "/request/method" } };
  },
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 3), "/response"),
});

const hasResult = (response: Json | undefined): boolean => member(response, "result") !== undefined;

const keyOf = (record: ExchangeRecord): string =>
  JSON.stringify([record.method, taskIdAsked(record), errorCodeOf(record.exchange.response)]);

const failures = (view: View): ReadonlyMap<string, readonly ExchangeRecord[]> =>
  groupBy(
    aboutTask(view).filter((record) => record.exchange.deliberate !== true),
    keyOf,
  );

const declaresExtension = (record: ExchangeRecord): boolean =>
  record.method === "initialize" &&
  valueAt(paramsOf(record), "capabilities", "extensions", TASKS_EXTENSION) !== undefined;

/** In the stateful era the extension means nothing: a call without a task member is a plain call. */
export const callsWithNewExtension = defineFact({
  name: "calls_with_new_extension",
  doc: "What tools/call without a task member gives a client that declared the tasks extension at initialize (stateful era).",
  type: "object: gives (a result, a task)",
  derived: ["gives"],
  questions: ["call:#"],
  among: (view) => {
    const conversations = new Set(view.records.filter(declaresExtension).map(({ exchange }) => exchange.conversation));
    return view.records.filter(
      (record) =>
        record.method === "tools/call" &&
        conversations.has(record.exchange.conversation) &&
        member(paramsOf(record), "task") === undefined &&
        isJsonObject(resultOf(record)),
    );
  },
  missing: "a tool call by a client that declares the tasks extension",
  each: (record, view): Item => {
    const isTask = handlesIn(view).some((handle) => handle.record === record);
    const pointer = "/response/result";
    return { ...placeOf(record, pointer), value: { gives: isTask ? "a task" : "a result" }, parts: { gives: pointer } };
  },
  distinct: true,
});
