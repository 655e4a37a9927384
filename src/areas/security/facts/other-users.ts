// What another user, or one with fewer rights, got to see and do.

import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import {
  type ExchangeRecord,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { ifProtected, isServed } from "../../../judge/core/protection.ts";
import { hinted } from "../../../judge/core/unseen.ts";
import { type QuestionRef, resolveRef } from "../../../protocol/question.ts";

const SECOND = "give the token of a second user with --second-bearer-env, or run with --issue-tokens";
const WEAKER = "give a token with fewer rights with --weaker-bearer-env, or run with --issue-tokens";

/** What the first message of somebody else is. */
const COMINGS = {
  second: ["other-user-lists:*"],
  weaker: ["weaker-call:open", "weaker-call:list"],
} as const satisfies Record<string, readonly QuestionRef[]>;

const isStepOf = (step: string, questions: readonly QuestionRef[]): boolean =>
  questions.some((ref) => resolveRef(ref).question === step);

/** Reads on where the server wants credentials of any kind, and somebody else was asked as. */
const ifAskedAs = (
  view: View,
  questions: readonly QuestionRef[],
  what: string,
  hint: string,
  read: (records: readonly ExchangeRecord[]) => Reading,
): Reading =>
  ifProtected(
    view,
    () => {
      const found = recordsOf(view, questions);
      if (found.length > 0) return read(found);
      const came = recordsOf(view, COMINGS[hint === SECOND ? "second" : "weaker"]);
      // Who was there and could not ask for it found nothing of the kind.
      if (came.length > 0 && !view.capture.not_probed?.some(({ step }) => isStepOf(step, questions)))
        return inconclusive("prerequisite-missing", `nothing gave occasion for ${what}`, placesOf(came.slice(0, 1)));
      return hinted(view, questions, what, hint);
    },
    { anyScheme: true },
  );

const resultOf = ({ exchange }: ExchangeRecord): Json | undefined => member(exchange.response, "result");

const answer = (record: ExchangeRecord, name?: string): Item => answerItem(record, name, { beforeAuth: true });

/** With a word of ours: whatever was answered, it was not to the one who was asked for. Only silence says nothing. */
const said = (record: ExchangeRecord, key: string, value: Json, at: Shown = "http", name?: string): Item => {
  const { exchange } = record;
  // A refusal without a message stands in its head, silence in what became of the request.
  const shown = ([at, "http", "trouble"] as const).find((part) => exchange[part] !== undefined);
  const { open, ...item } = extendItem(answer(record, name), { [key]: { value, at: shown ? `/${shown}` : "" } });
  return open && exchange.http?.status === undefined ? { ...item, open } : item;
};

type Shown = "http" | "response";

export const foreignSession = defineFact({
  name: "session_of_another",
  doc: "The answer to a request in the session of one user with the token of another, where the server knows its sessions.",
  kind: "observations",
  type: `${ANSWER_TYPE}, taken: served or refused`,
  derived: ["outcome", "taken"],
  words: { served: "the second user was served in the session of the first" },
  questions: ["other-user-session:foreign"],
  read: (view) =>
    ifAskedAs(view, ["other-user-session:foreign"], "a session with somebody else's token", SECOND, (records) => {
      const madeUp = recordsOf(view, ["other-user-session:made-up"]);
      if (madeUp.some(isServed))
        return inapplicable("the server takes any session id, so none of them stands for anybody", placesOf(madeUp));
      const control = [...recordsOf(view, ["other-user-session:own"]), ...ownLists(view, "other")];
      if (!recordsOf(view, ["other-user-session:own"]).some(isServed) || !ownLists(view, "other").some(isServed))
        return inconclusive(
          "prerequisite-missing",
          "one of the two users was not served on their own",
          placesOf(control),
        );
      return seen(records.map((record) => said(record, "taken", isServed(record) ? "served" : "refused")));
    }),
});

const LISTED = ["tools", "resources", "templates", "prompts"] as const;

type Reader = "own" | "other" | "again";

const ownLists = (view: View, reader: Reader): readonly ExchangeRecord[] =>
  recordsOf(
    view,
    LISTED.map((kind) => `other-user-lists:${kind}-${reader}` as const),
  );

const TASK: readonly QuestionRef[] = [
  "other-user-task:get",
  "other-user-task:result",
  "other-user-task:list",
  "other-user-task:cancel",
];

export const foreignTask = defineFact({
  name: "task_of_another",
  doc: "Whether the task of one user is shown to another who asks for it, its result, its end, or all tasks.",
  kind: "observations",
  type: `${ANSWER_TYPE}, shows: task (it, or its result, is in the answer) or nothing`,
  derived: ["outcome", "shows"],
  words: { task: "the second user was shown the task of the first" },
  questions: TASK,
  read: (view) =>
    ifAskedAs(view, TASK, "a task asked for by somebody else", SECOND, (records) => {
      const own = recordsOf(view, ["other-user-task:own"]);
      const id = own.map(taskIn).find((found) => found !== undefined);
      if (id === undefined)
        return inconclusive("prerequisite-missing", "the first user is not shown the task either", placesOf(own));
      return seen(
        records.map((record) =>
          said(record, "shows", showsTask(record, id) ? "task" : "nothing", "response", record.method),
        ),
      );
    }),
});

const taskIn = (record: ExchangeRecord): string | undefined => stringMember(resultOf(record), "taskId");

/** The result of a task is shown by any result; everywhere else its id has to be there. */
const showsTask = (record: ExchangeRecord, id: string): boolean => {
  const result = resultOf(record);
  if (result === undefined) return false;
  if (record.method === "tasks/result") return true;
  const tasks = member(result, "tasks");
  return taskIn(record) === id || (Array.isArray(tasks) && tasks.some((task) => stringMember(task, "taskId") === id));
};

export const callerDependentLists = defineFact({
  name: "caller_dependent_results",
  doc: "Lists that show one user something else than another, and the same to the one who asks again.",
  type: "object: method, cache_scope",
  derived: ["method"],
  questions: ["other-user-lists:*"],
  read: (view) =>
    ifAskedAs(view, ["other-user-lists:*"], "lists as two users", SECOND, (records) =>
      seen(
        LISTED.flatMap((kind) => {
          const [own] = recordsOf(view, [`other-user-lists:${kind}-own`]);
          const [other] = recordsOf(view, [`other-user-lists:${kind}-other`]);
          const [again] = recordsOf(view, [`other-user-lists:${kind}-again`]);
          if (!own || !other || !again || ![own, other, again].every(isServed)) return [];
          if (contentOf(own) !== contentOf(again) || contentOf(own) === contentOf(other)) return [];
          return [own, other].map((record) => ({
            ...placeOf(record, "/response/result"),
            value: { method: record.method ?? "", cache_scope: member(resultOf(record), "cacheScope") ?? null },
            parts: { method: "/request/method", cache_scope: "/response/result/cacheScope" },
            name: record.method,
          }));
        }),
        placesOf(records, "/response"),
      ),
    ),
});

/** What may differ from answer to answer, whoever asks. */
const CHANGING = new Set(["_meta", "ttlMs", "nextCursor"]);

const contentOf = (record: ExchangeRecord): string => {
  const result = resultOf(record);
  if (!isJsonObject(result)) return "";
  return JSON.stringify(Object.entries(result).filter(([key]) => !CHANGING.has(key)));
};

export const foreignState = defineFact({
  name: "state_of_another",
  doc: "The answer to a call that brings the requestState of one user with the token of another, where it matters and the two get different ones.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: ["other-user-state:foreign"],
  read: (view) => readState(view, (records) => seen(records.map((record) => answer(record)))),
});

const readState = (view: View, read: (records: readonly ExchangeRecord[]) => Reading): Reading =>
  ifAskedAs(view, ["other-user-state:foreign"], "a requestState with somebody else's token", SECOND, (records) => {
    const own = recordsOf(view, ["other-user-state:own"]);
    if (!own.some(isComplete))
      return inconclusive(
        "prerequisite-missing",
        "the state does not lead to a result for the first user either",
        placesOf(own),
      );
    const without = recordsOf(view, ["other-user-state:own-without"]);
    if (without.some(isComplete)) return inapplicable("the call goes on without the state, too", placesOf(without));
    const states = new Set(askedWithState(view).map(stateIn));
    const other = recordsOf(view, ["other-user-state:ask-other"]);
    if (other.some((record) => states.has(stateIn(record))))
      return inapplicable("both users get the same state, so that it says nothing about either", placesOf(other));
    return read(records);
  });

const askedWithState = (view: View): readonly ExchangeRecord[] =>
  recordsOf(view, ["other-user-state:ask"]).filter((record) => stateIn(record) !== undefined);

const stateIn = (record: ExchangeRecord): string | undefined => stringMember(resultOf(record), "requestState");

const isComplete = (record: ExchangeRecord): boolean =>
  member(resultOf(record), "resultType") === "complete" && member(resultOf(record), "isError") !== true;

const methodsIn = (record: ExchangeRecord): string[] => {
  const requests = member(resultOf(record), "inputRequests");
  return isJsonObject(requests) ? Object.values(requests).flatMap((one) => stringMember(one, "method") ?? []) : [];
};

export const foreignAnswer = defineFact({
  name: "elicitation_of_another",
  doc: "What became of an answer to an elicitation of one user that was sent with the token of another.",
  kind: "observations",
  type: `${ANSWER_TYPE}, taken: used (the call went on with it) or left (it was refused, or waited for the one who was asked)`,
  derived: ["outcome", "taken"],
  words: { used: "the call of the first user went on with the answer of the second" },
  questions: ["other-user-answer:foreign", "other-user-state:foreign"],
  read: (view) => (view.era === "stateless" ? readStateOfElicitation(view) : readAnswer(view)),
});

const readStateOfElicitation = (view: View): Reading =>
  readState(view, (records) => {
    const asked = askedWithState(view);
    if (!asked.some((record) => methodsIn(record).includes("elicitation/create")))
      return inapplicable("what was asked is no elicitation", placesOf(asked));
    return seen(records.map((record) => said(record, "taken", isComplete(record) ? "used" : "left", "response")));
  });

const readAnswer = (view: View): Reading =>
  ifAskedAs(view, ["other-user-answer:foreign"], "an elicitation answered by somebody else", SECOND, (records) => {
    const calls = recordsOf(view, ["other-user-answer:call"]);
    const wasAsked = recordsOf(view, ["other-user-answer:own"]).length > 0;
    // Tools are called until one asks: that is the last of them.
    const asking = calls.at(-1);
    const went = asking !== undefined && outcomeOf(asking.exchange) === "result";
    return seen(
      records.map((record) => {
        const accepted = (record.exchange.http?.status ?? 500) < 300;
        return said(record, "taken", accepted && !wasAsked && went ? "used" : "left");
      }),
    );
  });

export const unlistedReads = defineFact({
  name: "unlisted_reads",
  doc: "The answers to a second user who reads a resource that only the first one is shown.",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: ["other-user-read:#"],
  read: (view) =>
    ifAskedAs(view, ["other-user-read:#"], "a resource read by somebody else", SECOND, (records) =>
      seen(records.map((record) => answer(record, stringMember(member(record.request, "params"), "uri")))),
    ),
});

export const unlistedCalls = defineFact({
  name: "unlisted_calls",
  doc: "Calls by somebody with fewer rights of tools that are shown to the user and not to them.",
  type: `${ANSWER_TYPE}, came_to: done (a result that is no error) or refused`,
  derived: ["outcome", "came_to"],
  words: { done: "the tool did its work for somebody whom it is not shown" },
  questions: ["weaker-call:#"],
  read: (view) =>
    ifAskedAs(view, ["weaker-call:list"], "calls with fewer rights", WEAKER, (lists) => {
      const pages = recordsOf(view, ["weaker-call:list", "weaker-call:list-page-#"]);
      const shown = new Set(pages.flatMap(toolsIn));
      const all = recordsOf(view, ["weaker-call:list-own", "weaker-call:list-own-page-#"]).flatMap(toolsIn);
      const lost = pages.find((record) => isNoAnswer(record) || (lists.some(isServed) && !isServed(record)));
      // What stands on a page that never came may be shown to them.
      if (lost)
        return inconclusive(
          lost.exchange.trouble?.kind === "timed-out" ? "timed-out" : "prerequisite-missing",
          "the list of somebody with fewer rights was not read to its end",
          [placeOf(lost)],
        );
      if (!lists.some(isServed))
        return inapplicable("somebody with fewer rights is not shown any tools", placesOf(lists));
      const calls = recordsOf(view, ["weaker-call:#"]).filter((record) => {
        const name = calledTool(record);
        return name !== undefined && all.includes(name) && !shown.has(name);
      });
      return seen(
        calls.map((record) =>
          said(record, "came_to", isDone(record) ? "done" : "refused", "response", calledTool(record)),
        ),
        placesOf(lists, "/response"),
      );
    }),
});

/** Silence, too many requests, or a failure of the server: not even a refusal. */
const isNoAnswer = ({ exchange: { http, response } }: ExchangeRecord): boolean =>
  response === undefined && (http?.status === undefined || http.status === 429 || http.status >= 500);

const isDone = (record: ExchangeRecord): boolean => isServed(record) && member(resultOf(record), "isError") !== true;

const calledTool = ({ request }: ExchangeRecord): string | undefined => stringMember(member(request, "params"), "name");

const toolsIn = (record: ExchangeRecord): string[] => {
  const tools = member(resultOf(record), "tools");
  return Array.isArray(tools) ? tools.flatMap((tool) => stringMember(tool, "name") ?? []) : [];
};
