import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage, StreamRecord } from "../../../src/capture/capture.ts";
import { given, givenHttp, givenStatelessHttp, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  conversations,
  deliberate,
  hearing,
  leftOut,
  message,
  ordered,
  overHttp,
  refused,
  unanswered,
  within,
} from "../small-captures.ts";

const CANCELLED = "notifications/cancelled";

const cancel = (step: string, requestId: Json, seq: number, more: Partial<Exchange> = {}): Exchange => ({
  step,
  request: { jsonrpc: "2.0", method: CANCELLED, params: { requestId } },
  seq,
  ...more,
});
const response = (id: Json | undefined) => ({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), result: {} });

/** What holds for every cancellation that has nothing to cancel. */
const pointlessCases = (steps: readonly string[], controls: readonly string[]): readonly ReadingCase[] => {
  const [step = "", ...others] = steps;
  const [control = "", ...otherControls] = controls;
  return [
    given("nothing came of it, and the next request is answered", [
      cancel(step, 99, 1),
      ordered(answered(control, "ping", {}), 2, 3),
    ]).partly([{ outcome: "nothing", strays: [], control: "result", channel: "pipe" }], {
      at: [""],
      open: [null],
      parts: [{ strays: "", control: "", channel: "" }],
    }),
    given("every name of the plan for it, and for the request after it", {
      conversations: conversations(["main", ...otherControls]),
      exchanges: [
        ...others.map((name) => cancel(name, 99, 1)),
        ordered(refused(control, "ping", -1), 2, 3),
        ...otherControls.flatMap((name) => [
          within(name, cancel(step, 99, 1)),
          within(name, ordered(answered(name, "ping", {}), 2, 3)),
        ]),
      ],
    }).partly([...others.map(() => ({ control: "error" })), ...otherControls.map(() => ({ control: "result" }))]),
    given("responses under its id and without one until the next answer, and what is none of its business", [
      cancel(step, 99, 4, {
        meanwhile: [
          arrived(response(99), 5),
          arrived(response(null), 6),
          arrived(response(undefined), 7),
          arrived(response("99"), 8),
          arrived(response(99), 3),
          arrived(response(99), 11),
          arrived(message("notifications/message"), 6),
        ],
      }),
      ordered(answered(control, "ping", {}), 9, 10),
    ]).partly([{ strays: [response(99), response(null), response(undefined)] }]),
    givenHttp("over HTTP: an answer of its own, and no strays", [
      overHttp(cancel(step, 99, 1, { meanwhile: [arrived(response(99), 2)] }), 202),
      ordered(answered(control, "ping", {}), 2, 3),
    ]).partly([{ outcome: "accepted", status: 202, strays: [], channel: "post" }], { open: [null] }),
    given("no request after it, on this connection", [
      cancel(step, 99, 1),
      within("second", answered(control, "ping", {})),
    ]).partly([{ control: "not-asked" }], { open: ["not-probed"], except: [["channel"]] }),
    given("a request after it that got no answer, and one whose pipe was closed", [
      cancel(step, 99, 1),
      unanswered(control, "ping"),
      within("second", cancel(step, 99, 1)),
      within("second", {
        ...unanswered(control, "ping"),
        trouble: { kind: "unexpected-exit", detail: "the process ended" },
      }),
    ]).partly([{ control: "silence" }, { control: "closed" }], { open: ["timed-out", null] }),
    given("a pipe that was closed before it could be written", [
      cancel(step, 99, 1, { trouble: { kind: "closed", detail: "stdin was closed" } }),
      ordered(answered(control, "ping", {}), 2, 3),
    ]).partly([{ outcome: "closed" }], { open: ["unreachable"], except: [["channel"]] }),
    given("a cancellation that the plan left out", [leftOut(step, "prerequisite-missing")]).leftOut(),
  ];
};

readingTable(
  "cancel_unknown",
  pointlessCases(
    ["cancel-unknown-notification", "cancel-nothing-unknown"],
    ["cancel-unknown-control", "cancel-nothing-unknown-control"],
  ),
);
readingTable(
  "cancel_malformed",
  pointlessCases(
    ["cancel-malformed-empty", "cancel-malformed-object", "cancel-nothing-no-params"],
    ["cancel-malformed-control", "cancel-nothing-control"],
  ),
);
readingTable(
  "cancel_answered",
  pointlessCases(
    ["cancel-answered-notification", "cancel-nothing-answered"],
    ["cancel-answered-control", "cancel-nothing-answered-control"],
  ),
);

const raced = (step: string, id: number, ...late: Json[]): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id, method: "tools/list" },
  meanwhile: late.map((sent) => arrived(sent)),
});

readingTable("cancel_races", [
  given("none, one and two responses, and what the request after them got", [
    raced("cancel-race-1", 11),
    { ...raced("cancel-race-2", 12), response: response(12) },
    { ...raced("cancel-race-3", 13, response(13), response("13")), response: response(13) },
    within("second", raced("other", 11, response(11))),
    answered("cancel-race-control", "ping", {}),
  ]).values(
    [0, 1, 2].map((responses) => ({ responses, control: "result" })),
    { at: ["", "", ""], exchanges: ["main/1", "main/2", "main/3"] },
  ),
  given("no request after them", [raced("cancel-race-1", 11)]).values([{ responses: 0, control: "not-asked" }]),
  given("a race that the plan left out", [leftOut("cancel-race", "unsafe-to-probe")]).leftOut(),
]);

const call = (step: string, more: Partial<Exchange> = {}): Exchange => ({
  step,
  request: { jsonrpc: "2.0", id: 7, method: "tools/call" },
  ...more,
});
const times = (startMs: number, endMs: number) => ({
  timing: { start_ms: startMs, response_ms: endMs, end_ms: endMs },
});

const sorry = (text: string): Json => ({ jsonrpc: "2.0", id: 7, error: { code: 0, message: text } });
const named = (name: string) => ({ request: { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name } } });
const tokened = { request: { jsonrpc: "2.0", id: 7, method: "tools/call", params: { _meta: { progressToken: "t" } } } };
const progressAt = (seq: number, ms: number) => ({
  ...arrived(message("notifications/progress", { progressToken: "t", progress: 1 }), seq),
  at_ms: ms,
});

const inSession = (more: Partial<Exchange>): Partial<Exchange> => ({
  ...more,
  http: { method: "POST", request_headers: [["mcp-session-id", "s"]] },
});

readingTable("cancelled_calls", [
  given("no answer any more", [call("cancel-in-flight-1"), cancel("x", 7, 2)]).values(
    [{ answer: "none", further: "none" }],
    { at: [""], exchanges: ["main/1"], lookedAt: [""] },
  ),
  given("an error that confirms the cancellation, also when it came after we had stopped listening", [
    call("cancel-in-flight-1", { response: sorry("Request cancelled"), response_seq: 3 }),
    cancel("x", 7, 2),
    within("second", call("cancel-call", { meanwhile: [{ ...arrived(sorry("Cancelled"), 9), late: true }] })),
    within("second", cancel("x", 7, 2)),
  ]).partly([{ answer: "confirmed" }, { answer: "confirmed" }]),
  given("an error that came before the cancellation, and one that says something else", [
    call("cancel-in-flight-1", { response: sorry("Request cancelled"), response_seq: 1 }),
    cancel("x", 7, 2),
    within("second", call("cancel-call", { response: sorry("No such file"), response_seq: 3 })),
    within("second", cancel("x", 7, 2)),
  ]).values([{ answer: "none" }, { answer: "none" }], { open: ["timed-out", "timed-out"] }),
  given("progress that goes on after the server had answered what was sent behind the cancellation", [
    call("cancel-call", hearing(tokened, [progressAt(5, 120), progressAt(8, 400)])),
    cancel("x", 7, 2, times(90, 100)),
    { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) },
  ]).values([{ answer: "none", further: "progress" }]),
  given("progress that was on its way, and progress that came no later than a busy machine explains", [
    call("cancel-call", hearing(tokened, [progressAt(5, 120), progressAt(7, 165)])),
    cancel("x", 7, 2, times(90, 100)),
    { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) },
  ]).values([{ answer: "none", further: "none" }]),
  givenHttp("over HTTP, an answer that was on its way, and one that was not: a later request was answered before it", [
    call("cancel-in-flight-1", { response: response(7), response_seq: 7, ...times(0, 150) }),
    cancel("x", 7, 2, inSession(times(90, 100))),
    { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) },
    within("second", call("cancel-call", { response: response(7), response_seq: 7, ...times(0, 151) })),
    within("second", cancel("x", 7, 2, inSession(times(90, 100)))),
    within("second", { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) }),
    // The same on a machine that took as long for the cancellation itself.
    within("third", call("cancel-call", { response: response(7), response_seq: 7, ...times(0, 151) })),
    within("third", cancel("x", 7, 2, inSession(times(40, 100)))),
    within("third", { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) }),
    // And where we read it before the answer to what was sent after the cancellation.
    within("fourth", call("cancel-call", { response: response(7), response_seq: 5, ...times(0, 900) })),
    within("fourth", cancel("x", 7, 2, inSession(times(90, 100)))),
    within("fourth", { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 930) }),
  ]).partly([{ answer: "later" }], { exchanges: ["main/4"] }),
  givenHttp("nothing of a late answer where no session says whose request is meant, but a confirmation of it", [
    call("cancel-in-flight-1", { response: response(7), response_seq: 7, ...times(0, 900) }),
    cancel("x", 7, 2, times(90, 100)),
    { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) },
    within("second", call("cancel-call", { response: sorry("Request cancelled"), response_seq: 7, ...times(0, 900) })),
    within("second", cancel("x", 7, 2, times(90, 100))),
  ]).partly([{ answer: "confirmed" }], { exchanges: ["main/4"] }),
  given("a quick call that was over before, and a long one that was not cancelled in time", [
    call("cancel-in-flight-1", { response: response(7), ...times(0, 40) }),
    within("second", call("cancel-call", { ...named("slow"), response: response(7), ...times(0, 400) })),
  ]).values([{ answer: "none" }], { open: ["timed-out"], exchanges: ["main/2"] }),
  givenStatelessHttp("no message that could have come in time over HTTP in the stateless era", [
    call("cancel-call", { ...named("slow"), response: response(7), ...times(0, 400) }),
  ]).values([]),
  given("nothing to cancel in a call that took long once and was quick elsewhere", [
    call("cancel-in-flight-1", { ...named("quick"), response: response(7), ...times(0, 400) }),
    call("call-1", { ...named("quick"), response: response(7), ...times(500, 540) }),
  ]).values([]),
  given("a long call that was not cancelled beside one that was", [
    call("cancel-in-flight-1"),
    cancel("x", 7, 2),
    call("cancel-in-flight-2", {
      response: response(8),
      request: { jsonrpc: "2.0", id: 8, method: "tools/call" },
      ...times(0, 400),
    }),
  ]).values([{ answer: "none", further: "none" }], { exchanges: ["main/1"] }),
  given("a late answer of a server that had answered nothing sent after the cancellation", [
    call("cancel-in-flight-1", { response: response(7), response_seq: 5, ...times(0, 900) }),
    cancel("x", 7, 2, times(90, 100)),
    ordered(answered("ping", "ping", {}), 3, 6),
  ]).values([{ answer: "none" }], { open: ["timed-out"] }),
  given("a late answer of a server that had read the cancellation", [
    ordered(answered("ping", "ping", {}), 1, 9),
    call("cancel-in-flight-1", { response: response(7), response_seq: 7, ...times(0, 900) }),
    cancel("x", 7, 2, times(90, 100)),
    { ...ordered(answered("ping", "ping", {}), 3, 6), ...times(100, 130) },
    ordered(answered("ping", "ping", {}), 4, 8),
  ]).partly([{ answer: "later" }]),
  given("a call that nobody cancelled: the id is another one, or of another connection", [
    call("cancel-call"),
    cancel("x", "7", 2),
    within("second", cancel("x", 7, 2)),
  ]).values([], { lookedAt: [""] }),
  given("a call that the plan left out", [leftOut("cancel-in-flight", "unsafe-to-probe")]).leftOut(),
]);

const resumed = (ended_by: StreamRecord["ended_by"], status: number, ...heard: Json[]): Exchange => {
  const stream: StreamRecord = { events: 0, comments: 0, line_endings: ["lf"], ended_by };
  return {
    step: "resume-call-get",
    http: { method: "GET", request_headers: [], status, stream },
    meanwhile: heard.map((sent) => arrived(sent)),
  };
};

const token = (value: Json | undefined, method: string, step: string): Exchange =>
  unanswered(step, method, value === undefined ? {} : { _meta: { progressToken: value } });
const moving = (value: Json) => arrived(message("notifications/progress", { progressToken: value, progress: 1 }));

const progressed = message("notifications/progress", { progressToken: "t", progress: 1 });
/** The same call elsewhere, which took 200 ms; then one that was cut, and the rest of it up to the end of the connection. */
const cutAndResumed: Exchange[] = [
  {
    step: "call",
    request: { jsonrpc: "2.0", id: 3, method: "tools/call", params: {} },
    response: response(3),
    ...times(0, 200),
  },
  { ...call("resume-call", tokened), timing: { start_ms: 200, end_ms: 250 } },
  { ...resumed("server", 200, progressed), ...times(250, 300) },
];
const resumedAgain: Exchange = { ...resumed("server", 200), step: "resume-call-get-2" };

readingTable("cut_calls", [
  givenHttp("the response on the resumed stream", [call("resume-call"), resumed("client", 200, response(7))]).values(
    [{ response: "delivered" }],
    { exchanges: ["main/2"], at: [""] },
  ),
  givenHttp("a call that goes on and has no response long after the same call was over elsewhere", [
    ...cutAndResumed,
    { ...resumedAgain, ...times(800, 900) },
  ]).values([{ response: "missing" }], { exchanges: ["main/4"] }),
  givenHttp("the same, before that much time was over: the server may want to be polled", [
    ...cutAndResumed,
    { ...resumedAgain, ...times(400, 500) },
  ]).values([], { lookedAt: ["", ""] }),
  givenHttp("the response on the second connection", [
    ...cutAndResumed,
    hearing(resumedAgain, [arrived(response(7))]),
  ]).values([{ response: "delivered" }], { exchanges: ["main/4"] }),
  givenHttp("a call that goes on, where nobody knows how long it usually takes", [
    ...cutAndResumed.slice(1),
    { ...resumedAgain, ...times(8000, 9000) },
  ]).values([], { lookedAt: ["", ""] }),
  givenHttp("a resumed stream that brings nothing of the call: a server need not replay", [
    call("resume-call", tokened),
    resumed("server", 200, response(8)),
  ]).values([], { lookedAt: [""] }),
  givenHttp("a stream that we ended, and one that was refused", [
    call("resume-call"),
    resumed("client", 200),
    resumed("server", 404),
  ]).values([], { lookedAt: ["", ""] }),
  givenHttp("a call that could not be resumed", [call("resume-call")]).inapplicable("precondition-absent"),
  givenHttp("a call that the plan left out", [leftOut("resume-call", "unsafe-to-probe")]).leftOut(),
  givenStatelessHttp("stateless: progress of the call on another stream", [
    token("t", "tools/call", "cancel-call"),
    hearing(answered("listen", "subscriptions/listen", {}), [moving("u"), moving("t")]),
  ]).values([{ response: "continued" }], { exchanges: ["main/2"], at: ["/meanwhile/1/message"] }),
  givenStatelessHttp("stateless: progress before its stream was cut, of another connection, and without a token", [
    hearing(token("t", "tools/call", "cancel-call"), [moving("t")]),
    token(undefined, "tools/call", "cancel-call"),
    within("second", hearing(answered("ping", "ping", {}), [moving("t")])),
  ]).inapplicable("precondition-absent"),
  { ...NOTHING, revision: "2026-07-28" },
]);

const cancelled = (params: JsonObject | undefined, atMs = 0): ReceivedMessage =>
  arrived(message("notifications/cancelled", params), 5, atMs);
const asked = (id: Json): ReceivedMessage => arrived(message("sampling/createMessage", {}, id), 2);
const heard = (...messages: ReceivedMessage[]): Exchange => hearing(answered("call", "tools/call", {}), messages);
/** Our answer to a request of the server's. */
const reply = (id: Json, seq: number, endMs = 0): Exchange => ({
  request: { jsonrpc: "2.0", id, result: {} },
  seq,
  timing: { start_ms: 0, end_ms: endMs },
});

readingTable("server_cancellations", [
  given("a request of its own that is open, and one whose answer crossed", [
    heard(asked("s1"), cancelled({ requestId: "s1", reason: "late" })),
    within("second", heard(asked("s2"), cancelled({ requestId: "s2" }, 300))),
    within("second", reply("s2", 3, 200)),
  ]).values(
    [
      { params: { requestId: "s1", reason: "late" }, names: "own-open" },
      { params: { requestId: "s2" }, names: "own-open" },
    ],
    {
      at: ["/meanwhile/1/message", "/meanwhile/1/message"],
      parts: [{ params: "/meanwhile/1/message/params", names: "/meanwhile/1/message" }, {}],
    },
  ),
  given("a request of its own that was answered long before", [
    heard(asked("s1"), cancelled({ requestId: "s1" }, 301)),
    reply("s1", 3, 200),
  ]).partly([{ names: "own-answered" }]),
  given("a subscription, a request of the client's, an id of another type, and no id", [
    { ...answered("listen", "subscriptions/listen", {}), request: message("subscriptions/listen", {}, 8) },
    heard(
      cancelled({ requestId: 8 }),
      cancelled({ requestId: 1 }),
      cancelled({ requestId: "1" }),
      cancelled({}),
      cancelled(undefined),
    ),
  ]).values([
    { params: { requestId: 8 }, names: "listen" },
    { params: { requestId: 1 }, names: "client-request" },
    { params: { requestId: "1" }, names: "unknown" },
    { params: {}, names: "nothing" },
    { params: null, names: "nothing" },
  ]),
  given("a request of another connection", [
    heard(asked("s1")),
    within("second", heard(cancelled({ requestId: "s1" }))),
  ]).partly([{ names: "unknown" }]),
  given("none", [heard(asked("s1"))]).values([]),
  NOTHING,
]);

const next = (exchange: Exchange, seq = 9): Exchange => ({ ...exchange, seq });
const stray = (id: Json) => arrived({ jsonrpc: "2.0", id, error: { code: -32600, message: "no" } }, 6);

readingTable("late_answers", [
  given("an answer that does no harm", [
    heard(asked("s1"), cancelled({ requestId: "s1" })),
    reply("s1", 6),
    deliberate(next(refused("x", "x", -1), 7)),
    next({ request: message("notifications/initialized") }, 8),
    next(answered("ping", "ping", {})),
  ]).values([{ strays: [], next: "result" }], { at: [""], exchanges: ["main/2"] }),
  givenHttp("over HTTP: a refusal, responses under its id, and an error for the next request", [
    heard(asked("s1"), cancelled({ requestId: "s1" }), ...[1, 2, 3, 4].map(() => stray("s1")), stray("s2")),
    overHttp(reply("s1", 6), 400),
    next(refused("ping", "ping", -32600)),
  ]).values([{ status: 400, strays: ["response", "response", "response"], next: "error" }]),
  given("no answer of ours, none after which anything was asked, and a request that was not withdrawn in time", [
    heard(asked("s1"), cancelled({ requestId: "s1" })),
    next(answered("ping", "ping", {})),
    within("second", heard(asked("s1"), cancelled({ requestId: "s1" }))),
    within("second", next(answered("ping", "ping", {}), 2)),
    within("second", reply("s1", 6)),
    within("third", heard(asked("s1"), cancelled({ requestId: "s1" }, 900))),
    within("third", reply("s1", 6, 100)),
    within("third", next(answered("ping", "ping", {}))),
  ]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
