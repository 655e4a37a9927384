import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { RawText, ReadingNote } from "../../../src/base/reading.ts";
import type { ConversationRecord, Exchange } from "../../../src/capture/capture.ts";
import type { ProcessRecord } from "../../../src/wire/stdio/process-record.ts";
import { answerCases, given, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import { answered, conversations, heard, hearing, leftOut, message, unasked, within } from "../small-captures.ts";

let arrivals = 0;
const line = (data: string, ...kinds: ReadingNote["kind"][]) => ({
  seq: ++arrivals,
  at_ms: 1,
  raw: { encoding: "utf8", data } satisfies RawText,
  notes: kinds.map((kind) => ({ kind })),
});

readingTable("stdout_defects", [
  given("a message over several lines, two in one line, and one without an end", [
    hearing(answered("ping", "ping", {}), [
      ...["{", '  "a": [', '    "b"', "  ]", "}"].map((text) => line(text, "not-json")),
      line('{"a":{"b":1}}{"c":2}', "not-json"),
    ]),
    unasked(line('{"a":0}', "incomplete-line")),
  ]).values([
    ...["{", '  "a": [', '    "b"', "  ]", "}"].map((text) => ({
      defect: "part of a message that is spread over several lines",
      line: text,
    })),
    { defect: "no newline between a message and what follows it", line: '{"a":{"b":1}}{"c":2}' },
    { defect: "no newline at its end", line: '{"a":0}' },
  ]),
  given(
    "a line that our own signal cut off, one that the process ended in the midst of, and whole ones without an end",
    {
      conversations: conversations(["main", "alone"]).map((conversation, index) => ({
        ...conversation,
        process: {
          exit_code: null,
          signal: null,
          ended_by: index === 0 ? "sigterm" : "itself",
          stdout_bytes: 5,
          stderr_bytes: 0,
        },
      })),
      unsolicited: [
        { conversation: "main", ...line('{"a":1}', "incomplete-line") },
        { conversation: "alone", ...line('{"b":{"c":2}', "incomplete-line") },
        { conversation: "alone", ...line('{"d":3}', "incomplete-line") },
        { conversation: "alone", ...line('{"e":4}{"f":', "incomplete-line") },
      ],
    },
  ).values([
    { defect: "no newline at its end", line: '{"d":3}' },
    { defect: "no newline at its end", line: '{"e":4}{"f":' },
  ]),
  given("text that is no message at all, which has nothing to do with framing", [
    hearing(answered("ping", "ping", {}), [
      heard({ method: "x" }),
      line("starting up", "not-json"),
      line("starting up", "not-json"),
    ]),
    {
      ...answered("ping", "ping", {}),
      response_raw: { encoding: "utf8", data: "x".repeat(300) },
      response_notes: [{ kind: "not-json" }],
    },
    { conversation: "elsewhere", ...line("not ours", "not-json") },
    { conversation: "main", ...line("{ this is no JSON }", "not-json") },
  ]).values([]),
  given("blank lines, carriage returns, and messages with other notes", [
    {
      ...answered("ping", "ping", {}),
      response_notes: [{ kind: "duplicate-key" }],
      meanwhile: [
        line("", "empty-line"),
        line(" \t"),
        heard({ method: "x" }, { notes: [{ kind: "carriage-return" }] }),
      ],
    },
  ]).values([], { lookedAt: ["/response"] }),
  given("a message that was read although its line is not one JSON value", [
    { ...answered("ping", "ping", {}), response_notes: [{ kind: "not-json" }] },
  ]).values([]),
  given("a process that was not asked", [leftOut("initialize", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const record = (more: Partial<ProcessRecord>, probes = "2025-11-25"): ConversationRecord => ({
  id: "main",
  purpose: "",
  transport: "stdio",
  probes,
  opened_ms: 0,
  process: { exit_code: 0, signal: null, ended_by: "stdin-close", stdout_bytes: 0, stderr_bytes: 0, ...more },
});

const ran = (...processes: ConversationRecord[]) => ({ exchanges: [], conversations: processes });

readingTable("process_ends", [
  given(
    "each end once, of this revision's processes",
    ran(
      record({}, "2025-06-18"),
      record({ ended_by: "not-started" }),
      record({}),
      record({}),
      record({ ended_by: "itself" }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "itself" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }], {
    at: [2, 4, 5, 6].map((index) => `/conversations/${index}/process`),
    exchanges: [null, null, null, null],
    open: [null, null, null, null],
  }),
  given(
    "a process that was killed although others leave by themselves, slowly",
    ran(
      record({ shutdown_ms: 501 }),
      record({ ended_by: "sigterm" }),
      record({ ended_by: "sigkill" }),
      record({ ended_by: "itself" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }, { ended_by: "sigkill" }, { ended_by: "itself" }], {
    open: [null, "timed-out", "timed-out", null],
    except: [[], [], [], []],
  }),
  given(
    "a process that was killed where others leave at once",
    ran(record({ shutdown_ms: 500 }), record({ ended_by: "sigterm", shutdown_ms: 2_000 })),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], { open: [null, null] }),
  given(
    "nothing of a process that was told by a signal while a tool ran, unless there is no other",
    ran(record({}), record({ ended_by: "sigterm", busy: true })),
  ).values([{ ended_by: "stdin-close" }], { open: [null] }),
  given("the only process, told by a signal while a tool ran", ran(record({ ended_by: "sigkill", busy: true }))).values(
    [{ ended_by: "sigkill" }],
    { open: ["timed-out"] },
  ),
  given(
    "nothing of a launcher that had to be told by a signal where its program was started without it",
    ran(
      record({ started: "launcher", ended_by: "sigkill" }),
      record({ started: "direct" }),
      record({ started: "launcher", ended_by: "itself" }),
    ),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "itself" }], { open: [null, null] }),
  given(
    "a program that has to be told by a signal without its launcher",
    ran(record({ started: "launcher" }), record({ started: "direct", ended_by: "sigterm" })),
  ).values([{ ended_by: "stdin-close" }, { ended_by: "sigterm" }], { open: [null, null] }),
  given(
    "a launcher that had to be told by a signal where nothing else was started",
    ran(record({ started: "launcher", ended_by: "sigterm" })),
  ).values([{ ended_by: "sigterm" }], { open: [null] }),
  given("processes that never started", ran(record({ ended_by: "not-started" }))).unseen("not-probed"),
  NOTHING,
]);

readingTable("stderr_text", [
  given(
    "nothing, text, and other bytes",
    ran(
      record({}),
      record({ stderr: { encoding: "utf8", data: "log" } }),
      record({ stderr: { encoding: "utf8", data: "more" } }),
      record({ stderr: { encoding: "base64", data: "/w==" } }),
    ),
  ).values([{ bytes: "none" }, { bytes: "utf8" }, { bytes: "other" }], {
    at: [0, 1, 3].map((index) => `/conversations/${index}/process`),
  }),
  NOTHING,
]);

readingTable("split_writes", [
  ...answerCases([
    "split-write-head",
    "split-write-tail",
    "joint-write-first",
    "joint-write-second",
    "split-message-other-half",
  ]),
  given("half a message that wanted no answer, as earlier recordings have it", [
    { step: "split-write-head", request_raw: { encoding: "utf8", data: '{"jsonrpc":"2.0' } },
    answered("split-write-tail", "ping", {}),
  ]).partly([{ outcome: "result" }]),
]);

const revision = "2026-07-28";
const log = message("notifications/message", { data: 1 });
const changed = (subscription?: Json): JsonObject =>
  message(
    "notifications/tools/list_changed",
    subscription === undefined ? undefined : { _meta: { "io.modelcontextprotocol/subscriptionId": subscription } },
  );
const listen = (id: Json): Exchange => ({
  step: "listen-all",
  request: message("subscriptions/listen", {}, id),
  seq: 1,
});
const ping = (seq: number, responseSeq?: number): Exchange => ({
  ...answered("ping", "ping", {}),
  seq,
  ...(responseSeq === undefined ? {} : { response_seq: responseSeq }),
});
const said = (one: Json, seq: number, conversation = "main") => ({ conversation, ...heard(one, { seq }) });

readingTable("unasked_notifications", [
  givenStateless("notifications while nothing runs, and changes that nobody subscribed to", [
    ping(2, 4),
    said(log, 3),
    said(message("notifications/progress"), 5),
    said(changed(), 3),
    said(log, 1),
  ]).values(
    [
      { method: "notifications/progress", why: "idle" },
      { method: "notifications/tools/list_changed", why: "no subscription" },
      { method: "notifications/message", why: "idle" },
    ],
    {
      at: [1, 2, 3].map((index) => `/unsolicited/${index}/message`),
      names: ["notifications/progress", "notifications/tools/list_changed", "notifications/message"],
    },
  ),
  givenStateless("what was subscribed to, what is still unanswered, and what has no order", [
    listen("s"),
    ping(2),
    said(changed("s"), 9),
    said(log, 9),
  ]).values([], { lookedAt: ["/response"] }),
  givenStateless("a subscription of another id, of another type, and of another process", {
    conversations: conversations(["main", "second"], { probes: revision }),
    unsolicited: [
      said(changed("1"), 9),
      said(message("notifications/resources/updated", changed("t")["params"] as JsonObject), 9),
      said(changed("t"), 9, "second"),
    ],
    exchanges: [listen(1), within("second", listen("t"))],
  }).values([
    { method: "notifications/tools/list_changed", why: "no subscription" },
    { method: "notifications/resources/updated", why: "no subscription" },
  ]),
  givenStateless("requests of the server's, and a notification filed under an exchange", [
    hearing(ping(2, 4), [heard(log, { seq: 3 }), heard(log, { seq: 5, late: true })]),
    said(message("roots/list", undefined, 1), 9),
  ]).values([{ method: "notifications/message", why: "idle" }], { at: ["/meanwhile/1/message"] }),
  givenStateless("a wait that was left out", [leftOut("idle", "unsafe-to-probe")]).leftOut(),
]);

readingTable("stale_subscriptions", [
  givenStateless("a subscription that was never opened, or in another process", {
    conversations: conversations(["main", "second"], { probes: revision }),
    unsolicited: [said(changed("s"), 2), said(changed("t"), 3), said(changed(7), 4), said(changed(), 5)],
    exchanges: [listen("s"), within("second", listen("t"))],
  }).values(
    [
      { method: "notifications/tools/list_changed", subscription: "t" },
      { method: "notifications/tools/list_changed", subscription: 7 },
    ],
    { at: ["/unsolicited/1/message", "/unsolicited/2/message"], lookedAt: ["", ""] },
  ),
  givenStateless("no subscription at all", [
    ping(1),
    leftOut("listen-all", "not-offered"),
    said(changed("s"), 2),
  ]).leftOut(),
  { ...NOTHING, revision },
]);
