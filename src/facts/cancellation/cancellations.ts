import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../common/answer.ts";
import { seatsOf } from "../common/answers.ts";
import { isOnePipe } from "../common/arrival.ts";
import { inapplicable, type StepName, unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { type Heard, heardIn } from "../common/messages.ts";
import { metaOf } from "../common/modern.ts";
import { type Fact, type Gap, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

interface Pointless {
  readonly name: string;
  readonly doc: string;
  readonly steps: readonly StepName[];
  /** The harmless request that followed. */
  readonly controls: readonly string[];
}

/** How a server took a cancellation that has nothing to cancel, and whether it still answers afterwards. */
const pointless = ({ name, doc, steps, controls }: Pointless): Fact => ({
  name,
  doc,
  kind: "observations",
  type: `${ANSWER_TYPE}, strays (responses that came for it), control (outcome of the request after it), channel (pipe: stdio, HTTP+SSE; post)`,
  derived: ["outcome", "strays", "control", "channel"],
  read(view) {
    const seats = seatsOf(view, steps);
    if (seats.length === 0) return unseen(view, steps, `a cancellation of this kind (${name})`);
    return seen(seats.map((seat) => withAftermath(seat, controlAfter(seat, controls, view), view)));
  },
});

const controlAfter = (seat: Seat, controls: readonly string[], view: View): Seat | undefined =>
  view.seats.find(
    ({ step, exchange }) =>
      step !== undefined && controls.includes(step) && exchange.conversation === seat.exchange.conversation,
  );

const CANNOT_TELL = ["silence", "unreachable", "stopped"];

const withAftermath = (seat: Seat, control: Seat | undefined, view: View): Item => {
  const item = answerItem(seat, view);
  const after = control ? outcomeOf(control.exchange) : "not-asked";
  const value: JsonObject = {
    ...(isJsonObject(item.value) ? item.value : {}),
    strays: straysOf(seat, control, view),
    control: after,
    channel: isOnePipe(view) ? "pipe" : "post",
  };
  const found: Item = { ...item, value, parts: { ...item.parts, strays: "", control: "", channel: "" } };
  const gap = item.open ? undefined : gapAfter(seat, after, view);
  return gap ? { ...found, open: { ...gap, except: ["channel"] } } : found;
};

const gapAfter = ({ exchange }: Seat, after: string, view: View): Gap | undefined => {
  // The pipe was closed before the cancellation could be written, so it closed for another reason.
  if (isOnePipe(view) && outcomeOf(exchange) === "closed")
    return { reason: "unreachable", detail: "the server was gone before it was sent" };
  if (after === "not-asked") return { reason: "not-probed", detail: "no request followed it" };
  return CANNOT_TELL.includes(after)
    ? { reason: "timed-out", detail: "the request after it got no answer" }
    : undefined;
};

/** Responses nobody waited for, between the cancellation and the answer to the next request: without an id, or under its id. */
const straysOf = ({ exchange, request }: Seat, control: Seat | undefined, view: View): Json[] => {
  const named = JSON.stringify(member(member(request, "params"), "requestId"));
  const { seq: from, conversation } = exchange;
  const to = control?.exchange.response_seq ?? Number.POSITIVE_INFINITY;
  if (from === undefined || !isOnePipe(view)) return [];
  return heardIn(view)
    .filter((heard) => {
      if (heard.kind !== "response" || heard.conversation !== conversation || heard.pointer === "/response")
        return false;
      if (heard.seq === undefined || heard.seq < from || heard.seq > to) return false;
      const id = member(heard.value, "id");
      return id === undefined || id === null || JSON.stringify(id) === named;
    })
    .map(({ value }) => value);
};

export const cancelUnknown = pointless({
  name: "cancel_unknown",
  doc: "How a cancellation of a request that was never sent is taken.",
  steps: ["cancel-unknown-notification", "cancel-nothing-unknown"],
  controls: ["cancel-unknown-control", "cancel-nothing-unknown-control"],
});

export const cancelMalformed = pointless({
  name: "cancel_malformed",
  doc: "How a cancellation without a requestId, or with an object as requestId, is taken.",
  steps: ["cancel-malformed-empty", "cancel-malformed-object", "cancel-nothing-no-params"],
  controls: ["cancel-malformed-control", "cancel-nothing-control"],
});

export const cancelAnswered = pointless({
  name: "cancel_answered",
  doc: "How a cancellation of a request that was answered before is taken.",
  steps: ["cancel-answered-notification", "cancel-nothing-answered"],
  controls: ["cancel-answered-control", "cancel-nothing-answered-control"],
});

const RACED = /^cancel-race-\d+$/;

/** A cancellation and the answer to its request crossed. */
export const cancelRaces: Fact = {
  name: "cancel_races",
  doc: "Requests that were cancelled as soon as they were sent: how many responses came for each.",
  kind: "list",
  type: "object: responses, control (outcome of the request after all of them)",
  derived: true,
  read(view) {
    const seats = seatsOf(view, [RACED]);
    if (seats.length === 0) return unseen(view, [RACED, "cancel-race"], "requests that are cancelled at once");
    const control = seatsOf(view, ["cancel-race-control"]).at(0);
    const after = control ? outcomeOf(control.exchange) : "not-asked";
    const counts = view.once(countResponses);
    return seen(
      seats.map((seat) =>
        made(placeOf(seat), {
          responses: counts.get(responseKey(seat.exchange.conversation, seat.request)) ?? 0,
          control: after,
        }),
      ),
    );
  },
};

const responseKey = (conversation: string | undefined, message: Json | undefined): string =>
  `${conversation ?? ""}\n${JSON.stringify(member(message, "id"))}`;

const countResponses = (view: View): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind, conversation, value } of heardIn(view)) {
    if (kind !== "response") continue;
    const key = responseKey(conversation, value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** A response that was on its way when the cancellation came is nobody's fault. */
const GRACE_MS = 50;

const CALLED: readonly StepName[] = [/^cancel-in-flight-\d+$/, "cancel-call"];

export const cancelledCalls: Fact = {
  name: "cancelled_calls",
  doc: "Tool calls that were cancelled while they ran, and what came for them after that.",
  kind: "list",
  type: "object: answer (none, at-once, later)",
  derived: true,
  read(view) {
    const seats = seatsOf(view, CALLED);
    if (seats.length === 0)
      return unseen(view, [...CALLED, "cancel-in-flight"], "a tool call that is cancelled while it runs");
    const items = seats.flatMap((seat) => {
      const cancelled = cancellationOf(seat, view);
      return cancelled ? [made(placeOf(seat), { answer: answerAfter(seat, cancelled, view) })] : [];
    });
    return seen(
      items,
      seats.map((seat) => placeOf(seat)),
    );
  },
};

const cancellationOf = (seat: Seat, view: View): Seat | undefined => {
  const id = JSON.stringify(member(seat.request, "id"));
  return view.seats.find(
    ({ method, request, exchange }) =>
      method === "notifications/cancelled" &&
      exchange.conversation === seat.exchange.conversation &&
      JSON.stringify(member(member(request, "params"), "requestId")) === id,
  );
};

const answerAfter = ({ exchange }: Seat, cancelled: Seat, view: View): "none" | "at-once" | "later" => {
  if (exchange.response === undefined) return "none";
  // A busy server may not have read the cancellation yet: one that has answered what was sent after it surely has.
  const proof = answeredAfter(cancelled, view);
  if (proof !== undefined && (exchange.response_seq ?? 0) < proof) return "at-once";
  const from = cancelled.exchange.timing?.end_ms;
  const at = exchange.timing?.response_ms;
  return from === undefined || at === undefined || at - from <= GRACE_MS ? "at-once" : "later";
};

/** When the first answer to a request arrived that was sent after this message. */
const answeredAfter = ({ exchange }: Seat, view: View): number | undefined => {
  const { seq, conversation } = exchange;
  if (seq === undefined) return undefined;
  const arrivals = view.seats.flatMap(({ exchange: other }) =>
    other.conversation === conversation && (other.seq ?? 0) > seq && other.response_seq !== undefined
      ? [other.response_seq]
      : [],
  );
  return arrivals.length === 0 ? undefined : Math.min(...arrivals);
};

export const cutCalls: Fact = {
  name: "cut_calls",
  doc: "Tool calls whose stream we cut, and what came of them after that.",
  kind: "list",
  type: "object: response (delivered: when the stream was resumed; missing: although it was resumed; continued: something came for it elsewhere)",
  derived: true,
  read: (view) => (view.era === "stateless" ? readClosed(view) : readResumed(view)),
};

const readResumed = (view: View): Reading => {
  const resumed = seatsOf(view, ["resume-call-get"]);
  const cut = seatsOf(view, ["resume-call"]);
  if (resumed.length === 0 && cut.length > 0)
    return inapplicable(
      "the stream of the call carried no event ids, or the call was over before it could be cut",
      cut.map((seat) => placeOf(seat)),
    );
  if (resumed.length === 0) return unseen(view, ["resume-call"], "a stream that could be resumed");
  return seen(
    resumed.flatMap((seat) => restOf(seat, view)),
    resumed.map((seat) => placeOf(seat)),
  );
};

/** That a server stopped does not show on the wire; that it goes on shows where it says so on another stream. */
const readClosed = (view: View): Reading => {
  const cut = seatsOf(view, ["cancel-call"]);
  if (cut.length === 0) return unseen(view, ["cancel-call"], "a call whose stream is closed");
  const items = cut.flatMap((seat) => {
    const token = metaOf(seat.request)?.["progressToken"];
    const later = heardIn(view).find(
      (heard) =>
        heard.seat !== seat &&
        heard.conversation === seat.exchange.conversation &&
        token !== undefined &&
        member(member(heard.value, "params"), "progressToken") === token,
    );
    return later ? [made(later, { response: "continued" })] : [];
  });
  if (items.length > 0) return seen(items);
  return inapplicable(
    "whether the server stops its work does not show on the wire",
    cut.map((seat) => placeOf(seat)),
  );
};

/** A stream that we closed shows nothing: the call may just take longer than we waited. */
const restOf = (seat: Seat, view: View): readonly Item[] => {
  const cut = view.seats.find(
    ({ step, exchange }) => step === "resume-call" && exchange.conversation === seat.exchange.conversation,
  );
  const id = JSON.stringify(member(cut?.request, "id"));
  const isRest = (heard: Heard): boolean =>
    heard.seat === seat && heard.kind === "response" && JSON.stringify(member(heard.value, "id")) === id;
  if (heardIn(view).some(isRest)) return [made(placeOf(seat), { response: "delivered" })];
  const ended = seat.exchange.http?.status === 200 && seat.exchange.http.stream?.ended_by === "server";
  return ended ? [made(placeOf(seat), { response: "missing" })] : [];
};
