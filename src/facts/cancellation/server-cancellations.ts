import { type Json, member } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { isOnePipe, timeOf } from "../common/arrival.ts";
import { unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { type Heard, heardIn, messageFact } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

const isCancellation = ({ value }: Heard): boolean => member(value, "method") === "notifications/cancelled";

const named = ({ value }: Heard): Json | undefined => member(member(value, "params"), "requestId");

type Target = "own-open" | "own-answered" | "listen" | "client-request" | "unknown" | "nothing";

export const serverCancellations = messageFact(
  {
    name: "server_cancellations",
    doc: "Every notifications/cancelled the server sent, and what its requestId names.",
    type: "object: params, names (own-open, own-answered, listen, client-request, unknown, nothing)",
    derived: ["names"],
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

/** Answer and cancellation may cross; only one that the server has had for a while counts. */
const CROSSING_MS = 100;

const isLongAnswered = ({ exchange }: Seat, heard: Heard, view: View): boolean => {
  const from = exchange.timing?.end_ms;
  const at = timeOf(heard, view);
  return from !== undefined && at !== undefined && at - from > CROSSING_MS;
};

const targetOf = (heard: Heard, view: View): Target => {
  const id = named(heard);
  if (id === undefined) return "nothing";
  const text = JSON.stringify(id);
  const own = heardIn(view).some(
    ({ kind, conversation, value }) =>
      kind === "request" && conversation === heard.conversation && JSON.stringify(member(value, "id")) === text,
  );
  const seats = view.seats.filter(
    ({ exchange, request }) =>
      exchange.conversation === heard.conversation && JSON.stringify(member(request, "id")) === text,
  );
  if (own) {
    const answer = seats.find(({ method }) => method === undefined);
    return answer && isLongAnswered(answer, heard, view) ? "own-answered" : "own-open";
  }
  if (seats.some(({ method }) => method === "subscriptions/listen")) return "listen";
  return seats.some(({ method }) => method !== undefined) ? "client-request" : "unknown";
};

/** Answers of ours to requests that the server had withdrawn when they arrived. */
export const lateAnswers: Fact = {
  name: "late_answers",
  doc: "Answers that the client gave to requests the server had withdrawn, and what came of them.",
  kind: "list",
  type: "object: status (HTTP), strays (responses under the same id), next (outcome of the next request of the client)",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    const [first] = heard;
    if (!first) return unseen(view, [], "a message of the server's");
    const items = heard.filter(isCancellation).flatMap((entry) => aftermath(entry, view));
    return seen(items, [first]);
  },
};

const aftermath = (heard: Heard, view: View): readonly Item[] => {
  if (targetOf(heard, view) !== "own-open") return [];
  const text = JSON.stringify(named(heard));
  const here = view.seats.filter(({ exchange }) => exchange.conversation === heard.conversation);
  const answer = here.find(
    ({ method, request }) => method === undefined && JSON.stringify(member(request, "id")) === text,
  );
  const from = answer?.exchange.seq;
  if (!answer || from === undefined) return [];
  const next = here.find(
    ({ exchange, method, request }) =>
      method !== undefined &&
      member(request, "id") !== undefined &&
      (exchange.seq ?? 0) > from &&
      exchange.deliberate !== true,
  );
  if (!next) return [];
  const strays = heardIn(view).filter(
    ({ kind, conversation, value }) =>
      kind === "response" && conversation === heard.conversation && JSON.stringify(member(value, "id")) === text,
  ).length;
  const status = answer.exchange.http?.status;
  return [
    made(placeOf(answer), {
      ...(status === undefined || isOnePipe(view) ? {} : { status }),
      strays: Array.from({ length: Math.min(strays, 3) }, () => "response"),
      next: outcomeOf(next.exchange),
    }),
  ];
};
