import { type Json, member, valueAt } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { type Item, placeOf, type View } from "../../../judge/core/fact.ts";
import { type Heard, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { isLongAnswered, taskIn } from "../../../judge/core/open-requests.ts";

const isCancellation = ({ value }: Heard): boolean => member(value, "method") === "notifications/cancelled";

const named = ({ value }: Heard): Json | undefined => valueAt(value, "params", "requestId");

type Target = "own-open" | "own-answered" | "listen" | "client-request" | "unknown" | "nothing";

export const serverCancellations = messageFact(
  {
    name: "server_cancellations",
    doc: "Every notifications/cancelled the server sent, and what its requestId names.",
    type: "object: params, names (own-open, own-answered, listen, client-request, unknown, nothing)",
    derived: ["names"],
    words: {
      "own-answered": "it names a request that the client had answered before",
      listen: "it names a subscription of the client",
      "client-request": "it names a request of the client",
      unknown: "it names no request of this session",
      nothing: "it names no request at all",
    },
  },
  (heard, view) => {
    if (!isCancellation(heard)) return undefined;
    const { exchange, pointer } = heard;
    return {
      value: { params: member(heard.value, "params") ?? null, names: targetOf(heard, view) },
      exchange,
      pointer,
      parts: { params: `${pointer}/params`, names: pointer },
    };
  },
);

const targetOf = (heard: Heard, view: View): Target => {
  const id = named(heard);
  if (id === undefined) return "nothing";
  const text = JSON.stringify(id);
  const own = heardIn(view).some(
    ({ kind, conversation, value }) =>
      kind === "request" && conversation === heard.conversation && JSON.stringify(member(value, "id")) === text,
  );
  const records = view.records.filter(
    ({ exchange, request }) =>
      exchange.conversation === heard.conversation && JSON.stringify(member(request, "id")) === text,
  );
  if (own) {
    const answer = records.find(({ method }) => method === undefined);
    // A task that came in answer goes on: how it is withdrawn is another matter.
    const isOver = answer && taskIn(answer) === undefined && isLongAnswered(answer, heard, view);
    return isOver ? "own-answered" : "own-open";
  }
  if (records.some(({ method }) => method === "subscriptions/listen")) return "listen";
  return records.some(({ method }) => method !== undefined) ? "client-request" : "unknown";
};

/** Answers of ours to requests that the server had withdrawn when they arrived. */
export const lateAnswers = defineFact({
  name: "late_answers",
  doc: "Answers that the client gave to requests the server had withdrawn, and what came of them.",
  type: "object: status (HTTP), strays (responses under the same id), next (outcome of the next request of the client)",
  derived: true,
  among: heardIn,
  missing: "a message of the server's",
  each: (heard, view) => (isCancellation(heard) ? aftermath(heard, view) : undefined),
  looked: (heard) => heard.slice(0, 1),
});

const aftermath = (heard: Heard, view: View): Item | undefined => {
  if (targetOf(heard, view) !== "own-open") return undefined;
  const text = JSON.stringify(named(heard));
  const here = view.records.filter(({ exchange }) => exchange.conversation === heard.conversation);
  const answer = here.find(
    ({ method, request }) => method === undefined && JSON.stringify(member(request, "id")) === text,
  );
  const from = answer?.exchange.seq;
  if (!answer || from === undefined) return undefined;
  const next = here.find(
    ({ exchange, method, request }) =>
      method !== undefined &&
      member(request, "id") !== undefined &&
      (exchange.seq ?? 0) > from &&
      exchange.deliberate !== true,
  );
  if (!next) return undefined;
  const strays = heardIn(view).filter(
    ({ kind, conversation, value }) =>
      kind === "response" && conversation === heard.conversation && JSON.stringify(member(value, "id")) === text,
  ).length;
  const status = answer.exchange.http?.status;
  return derivedItem(placeOf(answer), {
    ...(status === undefined || isOnePipe(view) ? {} : { status }),
    strays: Array.from({ length: Math.min(strays, 3) }, () => "response"),
    next: outcomeOf(next.exchange),
  });
};
