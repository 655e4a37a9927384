import { type Json, type JsonObject, listMember, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { ExchangeRecord, Fact, Item, View } from "../../judge/core/fact.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { ClientSession } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { roundsIn } from "./rounds.ts";
import { clientFact, derivedAt, type Sent, sentFact, sentIn } from "./sent.ts";

/** Something the server asked the client: a request of its own, or an input request of a result. */
export interface ServerQuestion extends Item {
  readonly method: string;
  readonly params: Json | undefined;
  readonly session: ClientSession;
  readonly seq: number | undefined;
  /** When a request of the server was sent. */
  readonly atMs: number | undefined;
  /** What the client had declared: at the handshake, or with the request at hand. */
  readonly declared: Json | undefined;
  /** The client's answer, and where it stands. */
  readonly answer: { readonly kind: "result" | "error"; readonly value: Json; readonly sent: Sent } | undefined;
}

export const serverQuestionsIn = (view: View): readonly ServerQuestion[] => view.once(gather);

const gather = (view: View): readonly ServerQuestion[] => [...legacyQuestions(view), ...inputQuestions(view)];

/** What the server said in a session, beside the answers. */
export interface Told extends Item {
  readonly session: ClientSession;
  readonly record: ExchangeRecord | undefined;
  readonly seq: number;
  readonly at_ms: number;
}

/** Every message of the server that is no answer to a request, in order. */
export const toldIn = (view: View): readonly Told[] => view.once(gatherTold);

const gatherTold = (view: View): readonly Told[] => {
  const sessions = sessionsIn(view);
  const within = sessions.flatMap((session) =>
    session.records.flatMap((record) =>
      (record.exchange.meanwhile ?? []).flatMap((message, index) =>
        tell(message, session, record, record.id, `/meanwhile/${index}/message`),
      ),
    ),
  );
  const beside = (view.capture.unsolicited ?? []).flatMap((message, index) => {
    const session = sessions.findLast((one) => one.conversation === message.conversation);
    return session ? tell(message, session, undefined, null, `/unsolicited/${index}/message`) : [];
  });
  return [...within, ...beside].sort((left, right) => left.seq - right.seq);
};

const tell = (
  { message, seq, at_ms }: ReceivedMessage,
  session: ClientSession,
  record: ExchangeRecord | undefined,
  exchange: Item["exchange"],
  pointer: string,
): readonly Told[] => {
  if (message === undefined) return [];
  const all = Array.isArray(message) ? message : [message];
  return all.map((value, index) => ({
    ...{ value, session, record, seq, at_ms, exchange, name: stringMember(value, "method") },
    pointer: Array.isArray(message) ? `${pointer}/${index}` : pointer,
  }));
};

const legacyQuestions = (view: View): readonly ServerQuestion[] => {
  const answers = new Map<string, Sent[]>();
  for (const sent of sentIn(view))
    if (sent.kind === "response") {
      const key = answerKey(sent.session, member(sent.value, "id"));
      answers.set(key, [...(answers.get(key) ?? []), sent]);
    }
  return toldIn(view).flatMap((told): ServerQuestion[] => {
    const method = stringMember(told.value, "method");
    const id = member(told.value, "id");
    if (method === undefined || id === undefined) return [];
    const { session, seq, at_ms: atMs, value, exchange, pointer } = told;
    const sent = answers.get(answerKey(session, id))?.find((one) => (one.record.exchange.seq ?? 0) > seq);
    const declared = member(member(session.initialize?.request, "params"), "capabilities");
    const params = member(value, "params");
    const place = { value, exchange, pointer, name: method };
    return [{ ...place, method, params, session, seq, atMs, declared, answer: answerOf(sent) }];
  });
};

const answerKey = (session: ClientSession, id: Json | undefined): string =>
  `${session.conversation}\n${JSON.stringify(id ?? null)}`;

const answerOf = (sent: Sent | undefined): ServerQuestion["answer"] => {
  const result = member(sent?.value, "result");
  const error = member(sent?.value, "error");
  if (!sent) return undefined;
  return result === undefined ? { kind: "error", value: error ?? null, sent } : { kind: "result", value: result, sent };
};

/** The answers stand in the repetition of the request, under the same keys. */
const inputQuestions = (view: View): readonly ServerQuestion[] =>
  roundsIn(view).flatMap(({ asked, requests, retry }) =>
    Object.entries(requests ?? {}).flatMap(([key, request]): ServerQuestion[] => {
      const method = stringMember(request, "method");
      if (method === undefined) return [];
      const given = member(member(retry?.params, "inputResponses"), key);
      return [
        {
          value: request,
          exchange: asked.exchange,
          pointer: toPointer(["response", "result", "inputRequests", key]),
          name: method,
          method,
          params: member(request, "params"),
          session: asked.session,
          seq: asked.record.exchange.response_seq,
          atMs: undefined,
          declared: member(member(asked.params, "_meta"), META_KEY.clientCapabilities),
          answer: retry && given !== undefined ? { kind: "result", value: given, sent: retry } : undefined,
        },
      ];
    }),
  );

/** An answer that no person and no model has to give comes sooner. */
const PATIENCE_MS = 1000;

/** A person or a model may take any time. */
const takesTime = ({ method, declared }: ServerQuestion): boolean =>
  (method === "sampling/createMessage" && member(declared, "sampling") !== undefined) ||
  (method === "elicitation/create" && member(declared, "elicitation") !== undefined);

/** It was answered, or the client went on without, long after: one that is gone had no time to answer. */
export const isSettled = (question: ServerQuestion): boolean => {
  const { answer, session, seq, atMs } = question;
  if (answer !== undefined) return true;
  if (session.era !== "stateful" || seq === undefined || atMs === undefined || takesTime(question)) return false;
  return session.records.some(
    ({ exchange, method }) =>
      method !== undefined &&
      exchange.http?.method !== "DELETE" &&
      (exchange.seq ?? 0) > seq &&
      (exchange.timing?.start_ms ?? 0) - atMs >= PATIENCE_MS,
  );
};

/** The capability that a question presupposes. */
const FEATURES = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
} as const;

/** To decline, or to have no roots, is what a client without the feature says too. */
const showsSupport = (method: keyof typeof FEATURES, result: Json): boolean => {
  switch (method) {
    case "roots/list":
      return listMember(result, "roots").length > 0;
    case "elicitation/create":
      return stringMember(result, "action") === "accept";
    case "sampling/createMessage":
      return true;
    default:
      return method satisfies never;
  }
};

/** How a client answered one kind of question, and whether it had declared that it can. */
const answersFact = (method: keyof typeof FEATURES, name: string): Fact =>
  clientFact(
    {
      name,
      doc: `Every ${method} the server asked: how the client answered, and whether it had declared ${FEATURES[method]}.`,
      type: "object: answered (result, error, nothing), declared (declared, undeclared), shows (support: the answer is more than a refusal), result or code, as sent",
      derived: ["answered", "declared", "shows"],
      words: { undeclared: `${method} answered with a result without ${FEATURES[method]} in the capabilities` },
    },
    (view) =>
      serverQuestionsIn(view).filter(
        (question) =>
          question.method === method && isSettled(question) && member(question.params, "task") === undefined,
      ),
    ({ answer, declared, exchange, pointer }) => {
      const feature = member(declared, FEATURES[method]);
      const place = answer ? { exchange: answer.sent.exchange, pointer: answer.sent.pointer } : { exchange, pointer };
      const value: JsonObject = {
        answered: answer?.kind ?? "nothing",
        declared: feature === undefined ? "undeclared" : "declared",
      };
      if (answer?.kind === "result") value["result"] = answer.value;
      if (answer?.kind === "result" && showsSupport(method, answer.value)) value["shows"] = "support";
      const code = answer?.kind === "error" ? member(answer.value, "code") : undefined;
      if (code !== undefined) value["code"] = code;
      return derivedAt({ ...place, name: method }, value);
    },
    `the server asks ${method}`,
  );

export const rootsAnswers = answersFact("roots/list", "roots_answers");
export const samplingAnswers = answersFact("sampling/createMessage", "sampling_answers");
export const elicitationAnswers = answersFact("elicitation/create", "elicitation_answers");

export const rootsNotices = sentFact(
  {
    name: "roots_notices",
    doc: "Every notifications/roots/list_changed, with what the client had declared about it.",
    type: "object: listChanged, as declared, if it was",
  },
  (sent) => {
    if (sent.method !== "notifications/roots/list_changed") return undefined;
    const roots = member(member(member(sent.session.initialize?.request, "params"), "capabilities"), "roots");
    const declared = member(roots, "listChanged");
    const value: JsonObject = declared === undefined ? {} : { listChanged: declared };
    return { ...sent, value, parts: { listChanged: sent.pointer } };
  },
);

export const acceptedTasks = clientFact(
  {
    name: "accepted_tasks",
    doc: "Every request of the server that asks for a task and that the client answered with one: whether it had declared it.",
    type: "object: method, declared (declared, undeclared)",
    derived: true,
  },
  serverQuestionsIn,
  ({ method, params, declared, answer }) => {
    if (member(params, "task") === undefined || !answer || member(answer.value, "task") === undefined) return undefined;
    const requests = member(member(declared, "tasks"), "requests");
    const [feature = "", operation = ""] = method.split("/");
    const isDeclared = member(member(requests, feature), operation) !== undefined;
    return derivedAt(answer.sent, { method, declared: isDeclared ? "declared" : "undeclared" });
  },
  "the server asks the client for a task",
);
