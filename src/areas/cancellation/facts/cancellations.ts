import { greatest, least } from "../../../base/extremes.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { cancellationOf, isOnePipe, timeOf } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import {
  type ExchangeRecord,
  type Fact,
  type Gap,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { type Heard, heardIn } from "../../../judge/core/messages.ts";
import { metaOf, requestHeader } from "../../../judge/core/stateless-requests.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

interface Pointless extends Pick<Fact, "name" | "doc" | "questions"> {
  /** The harmless request that followed. */
  readonly controls: readonly QuestionRef[];
}

/** How a server took a cancellation that has nothing to cancel, and whether it still answers afterwards. */
const pointless = ({ controls, ...head }: Pointless): Fact => {
  /** The first in each conversation. */
  const controlsIn = (view: View): ReadonlyMap<string | undefined, ExchangeRecord> =>
    new Map(
      recordsOf(view, controls)
        .map((record) => [record.exchange.conversation, record] as const)
        .reverse(),
    );
  return defineFact({
    ...head,
    kind: "observations",
    type: `${ANSWER_TYPE}, strays (responses that came for it), control (outcome of the request after it), channel (pipe: stdio, HTTP+SSE; post)`,
    derived: ["outcome", "strays", "control", "channel"],
    words: AFTERMATH,
    missing: "such a cancellation",
    each: (record, view) => withAftermath(record, view.once(controlsIn).get(record.exchange.conversation), view),
  });
};

const AFTERMATH = { closed: "the server ended the connection, and the next request was not answered" };

const CANNOT_TELL = ["silence", "unreachable", "stopped"];

const withAftermath = (record: ExchangeRecord, control: ExchangeRecord | undefined, view: View): Item => {
  const item = answerItem(record);
  const after = control ? outcomeOf(control.exchange) : "not-asked";
  const found = extendItem(item, {
    strays: { value: straysOf(record, control, view), at: "" },
    control: { value: after, at: "" },
    channel: { value: isOnePipe(view) ? "pipe" : "post", at: "" },
  });
  const gap = item.open ? undefined : gapAfter(record, after, view);
  return gap ? { ...found, open: { ...gap, except: ["channel"] } } : found;
};

const gapAfter = ({ exchange }: ExchangeRecord, after: string, view: View): Gap | undefined => {
  // The pipe was closed before the cancellation could be written, so it closed for another reason.
  if (isOnePipe(view) && outcomeOf(exchange) === "closed")
    return { reason: "unreachable", detail: "the server was gone before it was sent" };
  if (after === "not-asked") return { reason: "not-probed", detail: "no request followed it" };
  return CANNOT_TELL.includes(after)
    ? { reason: "timed-out", detail: "the request after it got no answer" }
    : undefined;
};

/** Responses nobody waited for, between the cancellation and the answer to the next request: without an id, or under its id. */
const straysOf = ({ exchange, request }: ExchangeRecord, control: ExchangeRecord | undefined, view: View): Json[] => {
  const named = JSON.stringify(valueAt(request, "params", "requestId"));
  const { seq: from, conversation } = exchange;
  const to = control?.exchange.response_seq ?? Number.POSITIVE_INFINITY;
  if (from === undefined || !isOnePipe(view)) return [];
  const strays = view.once(strayResponses).get(conversation) ?? [];
  view.spend(strays.length);
  return strays
    .filter((heard) => {
      if (heard.seq === undefined || heard.seq < from || heard.seq > to) return false;
      const id = member(heard.value, "id");
      return id === undefined || id === null || JSON.stringify(id) === named;
    })
    .map(({ value }) => value);
};

const strayResponses = (view: View): ReadonlyMap<string | undefined, readonly Heard[]> =>
  groupBy(
    heardIn(view).filter(({ kind, pointer }) => kind === "response" && pointer !== "/response"),
    ({ conversation }) => conversation,
  );

export const cancelUnknown = pointless({
  name: "cancel_unknown",
  doc: "How a cancellation of a request that was never sent is taken.",
  questions: ["cancel-unknown:notification", "cancel-nothing:unknown"],
  controls: ["cancel-unknown:control", "cancel-nothing:unknown-control"],
});

export const cancelMalformed = pointless({
  name: "cancel_malformed",
  doc: "How a cancellation without a requestId, or with an object as requestId, is taken.",
  questions: ["cancel-malformed:empty", "cancel-malformed:object", "cancel-nothing:no-params"],
  controls: ["cancel-malformed:control", "cancel-nothing:control"],
});

export const cancelAnswered = pointless({
  name: "cancel_answered",
  doc: "How a cancellation of a request that was answered before is taken.",
  questions: ["cancel-answered:notification", "cancel-nothing:answered"],
  controls: ["cancel-answered:control", "cancel-nothing:answered-control"],
});

/** A cancellation and the answer to its request crossed. */
export const cancelRaces = defineFact({
  name: "cancel_races",
  doc: "Requests that were cancelled as soon as they were sent: how many responses came for each.",
  type: "object: responses, control (outcome of the request after all of them)",
  derived: true,
  words: AFTERMATH,
  questions: ["cancel-race:#"],
  missing: "requests that are cancelled at once",
  each: (record, view) => {
    const [control] = recordsOf(view, ["cancel-race:control"]);
    return derivedItem(placeOf(record), {
      responses: view.once(countResponses).get(responseKey(record.exchange.conversation, record.request)) ?? 0,
      control: control ? outcomeOf(control.exchange) : "not-asked",
    });
  },
});

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

/** What was on its way when the server read the cancellation is nobody's fault. */
const GRACE_MS = 50;

const CALLED: readonly QuestionRef[] = ["cancel-in-flight:#", "cancel-call"];

export const cancelledCalls = defineFact({
  name: "cancelled_calls",
  doc: "Tool calls that were cancelled while they ran, and what came for them after that.",
  type: "object: answer (none, later, confirmed: an error that says so), further (none, progress: after the server had read the cancellation)",
  derived: true,
  words: {
    later: "a response came long after the cancellation",
    confirmed: "the cancellation was confirmed with an error under the id of the request",
    progress: "progress went on after the cancellation",
  },
  questions: [...CALLED, "cancel-in-flight"],
  among: (view) => recordsOf(view, CALLED),
  missing: "a tool call that is cancelled while it runs",
  each: (record, view) => {
    const cancelled = cancellationOf(record, view);
    if (!cancelled) return wasTooLate(record, view) ? openCall(record, OVER_BEFORE) : undefined;
    const found = afterCancellation(record, cancelled, view);
    if (found.answer === "later" && !canBeAttributed(cancelled, view)) return undefined;
    if (found.answer !== "at-once") return derivedItem(placeOf(record), { ...found });
    // The answer and the cancellation crossed, which shows nothing, unless another call shows more.
    return isShownElsewhere(view) ? undefined : openCall(record, CROSSED);
  },
  looked: placesOf,
});

interface AfterCancellation {
  readonly answer: "none" | "at-once" | "later" | "confirmed";
  readonly further: "none" | "progress";
}

const afterCancellation = (record: ExchangeRecord, cancelled: ExchangeRecord, view: View): AfterCancellation => {
  const { conversation } = record.exchange;
  const said = heardIn(view).filter((heard) => heard.conversation === conversation);
  const id = JSON.stringify(member(record.request, "id"));
  const response = said.find(({ kind, value }) => kind === "response" && JSON.stringify(member(value, "id")) === id);
  const token = metaOf(record.request)?.["progressToken"];
  const isProgress = ({ value }: Heard): boolean =>
    token !== undefined && valueAt(value, "params", "progressToken") === token;
  const further = said.some((heard) => isProgress(heard) && isTooLate(heard, cancelled, view));
  return {
    answer: response ? answerAfter(response, cancelled, view) : "none",
    further: further ? "progress" : "none",
  };
};

const isShownElsewhere = (view: View): boolean =>
  recordsOf(view, CALLED).some((call) => {
    const cancelled = cancellationOf(call, view);
    return cancelled !== undefined && afterCancellation(call, cancelled, view).answer !== "at-once";
  });

const openCall = (record: ExchangeRecord, gap: Gap): Item => ({
  ...derivedItem(placeOf(record), { answer: "none" }),
  open: { ...gap, except: [] },
});

const CROSSED: Gap = { reason: "timed-out", detail: "the call was answered just as its cancellation was sent" };
const OVER_BEFORE: Gap = { reason: "timed-out", detail: "the call was over before it could be cancelled" };

/**
 * The one call that ran long enough to be cancelled was not: the machine was too busy for us to say so in time. A call that
 * was quick elsewhere took its time for the same reason, and there is nothing to cancel in it.
 */
const wasTooLate = ({ request }: ExchangeRecord, view: View): boolean => {
  // Over HTTP the stateless era has no message that cancels.
  if (view.era === "stateless" && !isOnePipe(view)) return false;
  const took = durationsOf(request, view);
  const isLong = took.length > 0 && least(took) > (view.capture.limits?.quietMs ?? 150);
  return isLong && !recordsOf(view, CALLED).some((other) => cancellationOf(other, view) !== undefined);
};

/** How long the same call took, each time it was answered. */
const durationsOf = (call: Json | undefined, view: View): readonly number[] => {
  const durations: number[] = [];
  const method = member(call, "method");
  let params: string | undefined;
  for (const { request, exchange } of view.records) {
    const { timing } = exchange;
    // Most requests are of another method; only those that are not have to be written down to be compared.
    if (timing?.response_ms === undefined || !isSameMethod(member(request, "method"), method)) continue;
    params ??= sameCall(member(call, "params"));
    if (sameCall(member(request, "params")) === params) durations.push(timing.response_ms - timing.start_ms);
  }
  return durations;
};

const answerAfter = (response: Heard, cancelled: ExchangeRecord, view: View): "at-once" | "later" | "confirmed" => {
  const isLater = (response.seq ?? 0) >= (cancelled.exchange.seq ?? 0);
  const error = stringMember(member(response.value, "error"), "message");
  if (isLater && error !== undefined && /cancel/i.test(error)) return "confirmed";
  return isTooLate(response, cancelled, view) ? "later" : "at-once";
};

/** Whether something came although the server had read the cancellation, and not just then. */
const isTooLate = (heard: Heard, cancelled: ExchangeRecord, view: View): boolean => {
  const { seq, timing } = cancelled.exchange;
  if (heard.seq !== undefined && seq !== undefined && heard.seq < seq) return false;
  const at = timeOf(heard, view);
  // A busy server may not have read the cancellation yet: one that has answered what was sent after it surely has. Over
  // HTTP the order in which we read two connections says nothing either, unless a whole round trip lies between.
  const proof = answeredAfter(cancelled, view)?.exchange;
  if (proof === undefined || (heard.seq ?? 0) < (proof.response_seq ?? 0)) return false;
  const from = isOnePipe(view) ? proof.timing?.response_ms : timing?.end_ms;
  if (at === undefined || from === undefined || timing === undefined) return false;
  // A machine that takes its time to take the cancellation in takes its time for everything else too.
  return at - from > Math.max(GRACE_MS, from - timing.start_ms);
};

/** Without a session a server has no way to tell whose request an id means, and an unknown one may be ignored. */
const canBeAttributed = (cancelled: ExchangeRecord, view: View): boolean =>
  view.era === "stateless" || isOnePipe(view) || requestHeader(cancelled, HEADER_KEY.sessionId) !== undefined;

/** The first answered request that was sent after this message; over HTTP after it was taken, too. */
const answeredAfter = ({ exchange }: ExchangeRecord, view: View): ExchangeRecord | undefined => {
  const { seq, conversation, timing } = exchange;
  if (seq === undefined) return undefined;
  const isSentAfter = ({ exchange: other }: ExchangeRecord): boolean =>
    other.conversation === conversation &&
    (other.seq ?? 0) > seq &&
    other.response_seq !== undefined &&
    (isOnePipe(view) || (other.timing?.start_ms ?? 0) >= (timing?.end_ms ?? Number.POSITIVE_INFINITY));
  const later = view.records.filter(isSentAfter);
  return later.sort((left, right) => (left.exchange.response_seq ?? 0) - (right.exchange.response_seq ?? 0))[0];
};

export const cutCalls = defineFact({
  name: "cut_calls",
  doc: "Tool calls whose stream we cut, and what came of them after that.",
  type: "object: response (delivered: when the stream was resumed; missing: although it was resumed; continued: something came for it elsewhere)",
  derived: true,
  questions: ["resume-call", "resume-call:get-#", "cancel-call"],
  read: (view) => (view.era === "stateless" ? readClosed(view) : readResumed(view)),
});

const readResumed = (view: View): Reading => {
  const resumed = recordsOf(view, ["resume-call:get-#"]);
  const cut = recordsOf(view, ["resume-call"]);
  if (resumed.length === 0 && cut.length > 0)
    return inapplicable(
      "the stream of the call carried no event ids, or the call was over before it could be cut",
      placesOf(cut),
    );
  if (resumed.length === 0) return unseen(view, ["resume-call"], "a stream that could be resumed");
  return seen(
    cut.flatMap((call) =>
      restOf(
        call,
        resumed.filter(({ exchange }) => exchange.conversation === call.exchange.conversation),
        view,
      ),
    ),
    placesOf(resumed),
  );
};

/** That a server stopped does not show on the wire; that it goes on shows where it says so on another stream. */
const readClosed = (view: View): Reading => {
  const cut = recordsOf(view, ["cancel-call"]);
  if (cut.length === 0) return unseen(view, ["cancel-call"], "a call whose stream is closed");
  const items = cut.flatMap((record) => {
    const token = metaOf(record.request)?.["progressToken"];
    const later = heardIn(view).find(
      (heard) =>
        heard.record !== record &&
        heard.conversation === record.exchange.conversation &&
        token !== undefined &&
        valueAt(heard.value, "params", "progressToken") === token,
    );
    return later ? [derivedItem(later, { response: "continued" })] : [];
  });
  if (items.length > 0) return seen(items);
  return inapplicable("whether the server stops its work does not show on the wire", placesOf(cut));
};

/** A call that was cut may take so many times as long as one that was not, before its silence counts. */
const MARGIN = 3;

/**
 * A stream that we closed shows nothing: the call may just take longer than we waited. Replaying is optional, so a stream
 * without anything of the call shows nothing either, and a server may end a connection to be polled. What counts is a
 * server that goes on with the call, ends the connection without its response, and still has none when the same call has
 * long been over elsewhere.
 */
const restOf = (cut: ExchangeRecord, resumed: readonly ExchangeRecord[], view: View): readonly Item[] => {
  const said = heardIn(view).filter(({ record }) => record !== undefined && resumed.includes(record));
  const id = JSON.stringify(member(cut.request, "id"));
  const rest = said.find(({ kind, value }) => kind === "response" && JSON.stringify(member(value, "id")) === id);
  if (rest?.record) return [derivedItem(placeOf(rest.record), { response: "delivered" })];
  const last = resumed.at(-1);
  if (last?.exchange.http?.status !== 200 || last.exchange.http.stream?.ended_by !== "server") return [];
  const token = metaOf(cut.request)?.["progressToken"];
  const goesOn = token !== undefined && said.some(({ value }) => valueAt(value, "params", "progressToken") === token);
  return goesOn && isLongOver(cut, last, view) ? [derivedItem(placeOf(last), { response: "missing" })] : [];
};

const isLongOver = (cut: ExchangeRecord, last: ExchangeRecord, view: View): boolean => {
  const from = cut.exchange.timing?.start_ms;
  const to = last.exchange.timing?.end_ms;
  const usual = durationsOf(cut.request, view);
  return (
    from !== undefined && to !== undefined && usual.length > 0 && to - from > MARGIN * greatest([GRACE_MS, ...usual])
  );
};

const isSameMethod = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (typeof one !== "string" && typeof other !== "string" && sameCall(one) === sameCall(other));

/** What is asked, without what is said about the asking. */
const sameCall = (value: Json | undefined): string =>
  isJsonObject(value) ? JSON.stringify({ ...value, _meta: null }) : JSON.stringify(value ?? null);
