import { canonicalJson } from "../../json/canonical.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, heardIn } from "../common/messages.ts";
import { isOfEra, requestHeader } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";
import { unknownMethod } from "../lifecycle/unknown-method.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { overCalls } from "./handles.ts";
import {
  aboutTasks,
  declaresTasks,
  handlesIn,
  isKnown,
  knownIds,
  paramsOf,
  RELATED_TASK,
  resultOf,
  TASKS_EXTENSION,
  taskIdAsked,
  toolOf,
} from "./task-log.ts";

/** What shows that a server has tasks, and whether it says so. */
export const signsOfTasks: Fact = {
  name: "signs_of_tasks",
  doc: "What shows that the server has tasks (a task handed over, a method of tasks that is known), and whether it advertises them.",
  kind: "list",
  type: "object: sign (task, method), advertised (advertised, not advertised)",
  derived: true,
  read(view) {
    const offer = view.read(capabilities);
    if (!offer.seen) return offer;
    const advertised = offer.items.some(({ value }) => offers(value, view)) ? "advertised" : "not advertised";
    const known = view.seats.filter((seat) => seat.step === "tasks-absent" && isKnownMethod(seat, view));
    const items = [
      ...handlesIn(view).map(({ exchange, pointer, name }) => ({ sign: "task", exchange, pointer, name })),
      ...known.map((seat) => ({ sign: "method", ...placeOf(seat, "/response"), name: undefined })),
    ];
    return seen(
      items.map(({ sign, exchange, pointer, name }) => ({ value: { sign, advertised }, exchange, pointer, name })),
      offer.items,
    );
  },
};

const offers = (value: Json, view: View): boolean =>
  view.era === "stateless"
    ? member(member(value, "extensions"), TASKS_EXTENSION) !== undefined
    : member(value, "tasks") !== undefined;

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** A server that tells unknown methods from others and knows this one. */
const isKnownMethod = ({ exchange: { response } }: Seat, view: View): boolean => {
  if (member(response, "result") !== undefined) return true;
  const unknown = view.read(unknownMethod);
  const tells =
    unknown.seen && unknown.items.every(({ value }) => member(member(value, "error"), "code") === METHOD_NOT_FOUND);
  return tells && member(member(response, "error"), "code") === INVALID_PARAMS;
};

/** What a server asks of its client for a task; nothing else runs while the plan waits for the result of one. */
export const taskRequests: Fact = aboutTasks({
  name: "task_requests",
  doc: "The elicitation and sampling requests that came while the result of a task was waited for, and the task they name.",
  kind: "list",
  type: "object: method, related_task (known, unknown, absent)",
  derived: ["related_task"],
  read: (view) =>
    overCalls(view, "task_requests", () =>
      heardIn(view).flatMap((heard) => {
        const method = stringMember(heard.value, "method") ?? "";
        const waiting =
          heard.seat?.method === "tasks/result" && (heard.seat.step !== undefined || view.transport !== "stdio");
        if (heard.kind !== "request" || !waiting || !ASKING.has(method)) return [];
        const related = member(member(member(member(heard.value, "params"), "_meta"), RELATED_TASK), "taskId");
        const word = related === undefined ? "absent" : isKnownId(related, view) ? "known" : "unknown";
        const { exchange, pointer } = heard;
        return [{ value: { method, related_task: word }, exchange, pointer, name: method, parts: PARTS }];
      }),
    ),
});

const ASKING = new Set(["elicitation/create", "sampling/createMessage"]);
const PARTS = { method: "/method", related_task: "/params" };

const isKnownId = (id: Json, view: View): boolean => typeof id === "string" && knownIds(view).has(id);

/** The resultType of every result, method by method. */
export const resultTypesByMethod: Fact = {
  name: "result_types_by_method",
  doc: "The resultType of the results of each method (stateless era).",
  kind: "list",
  type: "object: method, resultType",
  read(view) {
    const seats = view.seats.filter((seat) => isJsonObject(resultOf(seat)) && isOfEra(seat, view));
    if (seats.length === 0) return unseen(view, ["server/discover"], "a result");
    const items = seats.flatMap((seat): Item[] => {
      const type = member(resultOf(seat), "resultType");
      const { method } = seat;
      if (method === undefined || type === undefined) return [];
      const pointers = { method: "", resultType: "/resultType" };
      return [
        { ...placeOf(seat, "/response/result"), value: { method, resultType: type }, name: method, parts: pointers },
      ];
    });
    return seen(
      distinct(items),
      seats.slice(0, 1).map((seat) => placeOf(seat)),
    );
  },
};

export const callsWithoutExtension: Fact = {
  name: "calls_without_extension",
  doc: "The resultType of what tools/call is answered with when the request does not declare the tasks extension.",
  kind: "list",
  type: "object: resultType",
  read(view) {
    const seats = view.seats.filter(
      (seat) =>
        toolOf(seat) !== undefined && !declaresTasks(seat) && isOfEra(seat, view) && isJsonObject(resultOf(seat)),
    );
    if (seats.length === 0) return unseen(view, ["call", "old-task-param"], "an answered tools/call");
    const items = seats.flatMap((seat): Item[] => {
      const type = member(resultOf(seat), "resultType");
      if (type === undefined) return [];
      const at = { resultType: "/resultType" };
      return [{ ...placeOf(seat, "/response/result"), value: { resultType: type }, name: toolOf(seat), parts: at }];
    });
    return seen(
      distinct(items),
      seats.slice(0, 1).map((seat) => placeOf(seat)),
    );
  },
};

const inputRequestsOf = (seat: Seat): JsonObject | undefined => {
  const requests = member(resultOf(seat), "inputRequests");
  return isJsonObject(requests) ? requests : undefined;
};

const pollsIn = (view: View): readonly Seat[] =>
  view.seats.filter((seat) => seat.method === "tasks/get" && isKnown(seat, view) && seat.exchange.deliberate !== true);

export const taskInputKeys: Fact = aboutTasks({
  name: "task_input_keys",
  doc: "The keys of what tasks asked for, and how many different requests each stood for within its task.",
  kind: "list",
  type: "object: key, requests",
  derived: ["requests"],
  read: (view) =>
    overCalls(view, "task_input_keys", () => {
      const uses = new Map<string, { item: Item; requests: Set<string> }>();
      for (const seat of pollsIn(view)) {
        for (const [key, request] of Object.entries(inputRequestsOf(seat) ?? {})) {
          const place = placeOf(seat, "/response/result/inputRequests");
          const use = uses.get(`${taskIdAsked(seat)} ${key}`) ?? {
            item: { ...place, value: key },
            requests: new Set(),
          };
          use.requests.add(canonicalJson(request));
          uses.set(`${taskIdAsked(seat)} ${key}`, use);
        }
      }
      return [...uses.values()].map(({ item, requests }) => ({
        ...item,
        value: { key: item.value, requests: requests.size },
        parts: { key: "", requests: "" },
      }));
    }),
});

/** Some questions of a task were answered, others were not: those are still open. */
export const taskOpenQuestions: Fact = aboutTasks({
  name: "task_open_questions",
  doc: "After some of a task's questions were answered and it still waits: the unanswered ones that tasks/get leaves out.",
  kind: "list",
  type: "object: left_out (keys)",
  derived: ["left_out"],
  read: (view) => overCalls(view, "task_open_questions", () => view.seats.flatMap((seat) => leftOut(seat, view))),
});

const leftOut = (seat: Seat, view: View): readonly Item[] => {
  const answers = member(paramsOf(seat), "inputResponses");
  if (seat.method !== "tasks/update" || !isJsonObject(answers) || !isJsonObject(resultOf(seat))) return [];
  const polls = pollsIn(view).filter((poll) => taskIdAsked(poll) === taskIdAsked(seat) && poll.index !== seat.index);
  const before = polls.findLast(({ index }) => index < seat.index);
  const after = polls.find(({ index }) => index > seat.index);
  const asked = before && inputRequestsOf(before);
  if (!asked || !after || member(resultOf(after), "status") !== "input_required") return [];
  const unanswered = Object.keys(asked).filter((key) => !Object.hasOwn(answers, key));
  if (unanswered.length === 0) return [];
  const still = inputRequestsOf(after) ?? {};
  const value = { left_out: unanswered.filter((key) => !Object.hasOwn(still, key)) };
  return [{ ...placeOf(after, "/response/result/inputRequests"), value, parts: { left_out: "" } }];
};

/** Without credentials nobody knows whose tasks a list shows. */
export const taskListOffer: Fact = {
  name: "task_list_offer",
  doc: "The tasks capability, and whether the client sent credentials.",
  kind: "list",
  type: "object: tasks, credentials (sent, none)",
  derived: ["credentials"],
  read(view) {
    const offer = view.read(capabilities);
    if (!offer.seen) return offer;
    const sent = view.seats.some((seat) => CREDENTIALS.some((name) => requestHeader(seat, name) !== undefined));
    const configured = view.capture.target?.kind === "http" && view.capture.target.header_names.length > 0;
    const items = offer.items.flatMap((item) => {
      const tasks = member(item.value, "tasks");
      const value: JsonObject = {
        credentials: sent || configured ? "sent" : "none",
        ...(tasks === undefined ? {} : { tasks }),
      };
      return [{ ...item, value, parts: { credentials: "", tasks: "/tasks" } }];
    });
    return seen(items);
  },
};

const CREDENTIALS = ["authorization", "cookie", "x-api-key"];
