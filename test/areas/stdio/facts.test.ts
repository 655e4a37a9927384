import type { RawText, ReadingNote } from "../../../src/model/capture.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, conversations, heard, hearing, leftOut, unasked } from "../small-captures.ts";

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
