import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { cancellationOf } from "./arrival.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, seen, type View } from "./fact.ts";
import { isServerRequest } from "./facts/notifications.ts";
import { heardIn } from "./messages.ts";
import { indexRecords, keyOf } from "./record-index.ts";
import { resultOf } from "./record-members.ts";
import { isOfEra, metaOf } from "./stateless-requests.ts";
import { unseen } from "./unseen.ts";

export type QuestionMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** Something the server asked of the client: a request of its own, or one of the input requests of a result. */
export interface ServerQuestion {
  readonly method: string;
  /** As it was sent: a whole message, or method and params alone. */
  readonly request: JsonObject;
  readonly params: Json | undefined;
  /** What the client had declared: at the handshake, or with the request at hand. Undefined: nobody knows. */
  readonly declared: JsonObject | undefined;
  readonly exchange: Item["exchange"];
  readonly pointer: string;
  /** The exchange it was asked in. */
  readonly record: ExchangeRecord | undefined;
  readonly conversation: string | undefined;
  readonly seq: number | undefined;
}

export const questionsIn = (view: View): readonly ServerQuestion[] => view.once(gather);

const gather = (view: View): readonly ServerQuestion[] => {
  const declaredIn = new Map<string, JsonObject>();
  for (const { method, request, exchange } of view.records) {
    const declared = valueAt(request, "params", "capabilities");
    if (method === "initialize" && isJsonObject(declared)) declaredIn.set(exchange.conversation ?? "", declared);
  }
  const sent = heardIn(view)
    .filter(isServerRequest)
    .flatMap(({ value, exchange, pointer, record, conversation, seq }): ServerQuestion[] => {
      const declared = view.era === "stateful" ? declaredIn.get(conversation ?? "") : declaredBy(record);
      const found = asQuestion(value, declared);
      return found ? [{ ...found, exchange, pointer, record, conversation, seq }] : [];
    });
  return [...sent, ...view.records.filter((record) => isOfEra(record, view)).flatMap(inputQuestions)];
};

const inputQuestions = (record: ExchangeRecord): readonly ServerQuestion[] =>
  Object.entries(inputRequestsIn(record) ?? {}).flatMap(([key, request]): ServerQuestion[] => {
    // A stateless request that declares nothing is known to declare nothing.
    const found = asQuestion(request, declaredBy(record) ?? {});
    if (!found) return [];
    const pointer = toPointer(["response", "result", "inputRequests", key]);
    const { conversation, response_seq: seq } = record.exchange;
    return [{ ...found, exchange: record.id, pointer, record, conversation, seq }];
  });

type Asked = Pick<ServerQuestion, "method" | "request" | "params" | "declared">;

const asQuestion = (request: Json, declared: JsonObject | undefined): Asked | undefined => {
  const method = stringMember(request, "method");
  if (method === undefined || !isJsonObject(request)) return undefined;
  return { method, request, params: member(request, "params"), declared };
};

/** What the server asked for during a call, or what a retry answers. */
export const questionsOf = (record: ExchangeRecord, view: View): readonly ServerQuestion[] => {
  const answers = valueAt(record.request, "params", "inputResponses");
  const keys = new Set(isJsonObject(answers) ? Object.keys(answers).map((key) => toPointer([key])) : []);
  return questionsIn(view).filter((question) =>
    view.era === "stateful"
      ? question.record === record
      : keys.has(question.pointer.slice(question.pointer.lastIndexOf("/"))),
  );
};

/** Every question of one kind. `describe` adds what follows from it: members that stand nowhere in the capture. */
export const questionFact = (
  head: Pick<Fact, "name" | "doc" | "type" | "derived">,
  method: QuestionMethod,
  describe: (question: ServerQuestion, view: View) => JsonObject,
): Fact => ({
  ...head,
  kind: "list",
  questions: "anything",
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, `a message of the server's (${head.name})`);
    const asked = questionsIn(view).filter((question) => question.method === method);
    return seen(distinct(asked.map((question) => questionItem(question, describe(question, view)))), heard.slice(0, 1));
  },
});

const questionItem = (question: ServerQuestion, derived: JsonObject): Item => {
  const { request, params, exchange, pointer, record } = question;
  const value: JsonObject = { ...derived, ...(params === undefined ? {} : { params }) };
  const at = `${pointer}/params`;
  const parts: Record<string, string> = { params: at };
  for (const key of Object.keys(derived)) parts[key] = params === undefined ? pointer : at;
  if (derived["request"] === request) parts["request"] = pointer;
  return { value, exchange, pointer, parts, name: stringMember(member(record?.request, "params"), "name") };
};

/** The calls in which something of one kind was asked, by what became of them. */
export const askedDuring = (view: View, method: QuestionMethod): readonly ExchangeRecord[] => {
  const records = new Set<ExchangeRecord>();
  for (const question of questionsIn(view)) {
    if (question.method !== method || !question.record?.request || question.declared === undefined) continue;
    // In the stateless era the call ends with the question; what becomes of it shows in the retries.
    const isCall = view.era === "stateful" && Object.hasOwn(question.record.request, "id");
    if (isCall && !isWithdrawn(question.record, view) && !hasNotAsked(question.record, view))
      records.add(question.record);
  }
  return [...records, ...(view.era === "stateless" ? retriesAfter(view, method) : [])];
};

/** We cancelled it and closed it ourselves before anything was wrong: nobody has to answer it. */
const isWithdrawn = (record: ExchangeRecord, view: View): boolean =>
  record.exchange.response === undefined &&
  record.exchange.trouble === undefined &&
  cancellationOf(record, view) !== undefined;

/** Called again it asked nothing in the time in which it would have: what came during the first call was not its own. */
const hasNotAsked = ({ exchange, step }: ExchangeRecord, view: View): boolean =>
  step !== undefined &&
  exchange.response === undefined &&
  secondLooks(view, keyOf(exchange.conversation, `${step}-longer`)).some(
    (again) => again.exchange.trouble?.limit === "quietMs",
  );

const secondLooks = indexRecords(({ step, exchange }) =>
  step?.endsWith("-longer") ? keyOf(exchange.conversation, step) : undefined,
);

/** Requests that answer a question of this kind, and are not wrong on purpose. */
const retriesAfter = (view: View, method: QuestionMethod): readonly ExchangeRecord[] => {
  const keys = new Set(
    questionsIn(view).flatMap((question) =>
      question.method === method ? [question.pointer.slice(question.pointer.lastIndexOf("/") + 1)] : [],
    ),
  );
  return view.records.filter(({ request, exchange }) => {
    const responses = valueAt(request, "params", "inputResponses");
    if (exchange.deliberate === true || !isJsonObject(responses)) return false;
    return Object.keys(responses).some((key) => keys.has(toPointer([key]).slice(1)));
  });
};

export const declaredBy = (record: ExchangeRecord | undefined): JsonObject | undefined => {
  const declared = metaOf(record?.request)?.[META_KEY.clientCapabilities];
  return isJsonObject(declared) ? declared : undefined;
};

export const inputRequestsIn = (record: ExchangeRecord): JsonObject | undefined => {
  const requests = member(resultOf(record), "inputRequests");
  return isJsonObject(requests) ? requests : undefined;
};
