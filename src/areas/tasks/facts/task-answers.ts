import { type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../../judge/core/fact.ts";
import { heardIn } from "../../../judge/core/messages.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { overCalls } from "./task-handles.ts";
import { aboutTasks, askedAt, sightingsIn } from "./task-log.ts";

/** The requests of the server that name a task as theirs (2025-11-25), by task. */
const requestsByTask = (view: View): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { value, kind, conversation } of heardIn(view)) {
    const related = valueAt(value, "params", "_meta", META_KEY.relatedTask);
    const taskId = stringMember(related, "taskId");
    if (kind !== "request" || taskId === undefined) continue;
    found.set(taskId, [...(found.get(taskId) ?? []), keyOf(conversation, member(value, "id"))]);
  }
  return found;
};

const keyOf = (conversation: string | undefined, id: Json | undefined): string => JSON.stringify([conversation, id]);

/** When each of them got what it asked for: the exchange in which the answer was sent. An error or a refusal gives nothing. */
const answersById = (view: View): ReadonlyMap<string, ExchangeRecord> =>
  new Map(
    recordsOf(view, ["task:answer-#"])
      .filter(({ exchange }) => givesInput(member(exchange.request, "result")))
      .map((record) => [keyOf(record.exchange.conversation, member(record.exchange.request, "id")), record]),
  );

const givesInput = (result: Json | undefined): boolean =>
  result !== undefined && (stringMember(result, "action") ?? "accept") === "accept";

export const answeredTasks = aboutTasks({
  name: "answered_tasks",
  doc: "The last look at each task that was given everything it had asked for before it: its status, and how long after the last answer it was asked for (2025-11-25).",
  type: "object: status, waited_ms",
  derived: ["waited_ms"],
  questions: ["task:answer-#"],
  read: (view) =>
    overCalls(view, () => {
      const answers = view.once(answersById);
      return [...view.once(requestsByTask)].flatMap(([taskId, asked]) => {
        const given = asked.flatMap((key) => answers.get(key) ?? []);
        return given.length < asked.length ? [] : lastLook(taskId, given, view);
      });
    }),
});

const lastLook = (taskId: string, answers: readonly ExchangeRecord[], view: View): readonly Item[] => {
  const last = answers.toSorted((left, right) => askedAt(left) - askedAt(right)).at(-1);
  // Each conversation counts for itself: a look on another connection may have come before the answer.
  const look = sightingsIn(view)
    .get(taskId)
    ?.findLast(
      ({ record, asked }) =>
        record.method === "tasks/get" &&
        last !== undefined &&
        record.exchange.conversation === last.exchange.conversation &&
        asked > askedAt(last),
    );
  const from = last?.exchange.timing?.end_ms;
  const until = look?.record.exchange.timing?.start_ms;
  if (!look || look.status === undefined || from === undefined || until === undefined) return [];
  const value = { status: look.status, waited_ms: Math.round(until - from) };
  const parts = { status: "/response/result/status", waited_ms: "/timing" };
  // A task that is gone has an error in place of the result.
  return [{ ...placeOf(look.record, "/response"), value, parts }];
};
