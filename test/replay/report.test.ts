// A replay report in every format: as the schema says, and nothing a server said reaches the output unescaped.

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { ReplayedAnswer, ReplayReport } from "../../src/probe/replay/replay-report.ts";
import { render } from "../../src/report/render.ts";
import { REPORT_FORMATS } from "../../src/report/report-format.ts";
import { replayPlanView, replayView } from "../../src/report/views/replay/view.ts";

const EVIL = "\u001b[2J<script>alert(1)</script>\u202e";

const list = (exchange: string): ReplayedAnswer => ({
  exchange,
  asked: "tools/list",
  state: "differs",
  differences: [
    { kind: "changed", path: "result.tools[0]{a}.title", before: "A", after: EVIL },
    { kind: "added", path: "result.tools[1]{b}", after: { name: "b" } },
  ],
});

const report: ReplayReport = {
  format: "mcptest-replay/1",
  tool: { name: "mcptest", version: "0.1.0" },
  target: "http://127.0.0.1:1/mcp",
  recorded: { target: "stdio:old", started_at: "2026-01-01T00:00:00Z" },
  ok: false,
  fail_on: ["differs"],
  counts: { same: 1, differs: 2, gone: 1, new: 1, left_out: 1 },
  answers: [
    list("main/tools/list"),
    list("main/tools/list.2"),
    { exchange: "main/ping", asked: "ping", state: "same", differences: [] },
    {
      exchange: "main/call-1",
      asked: "tools/call",
      subject: EVIL,
      state: "gone",
      differences: [],
      reason: "no response within 30 s",
    },
    {
      exchange: "main/x",
      asked: "ping",
      state: "new",
      differences: [{ kind: "added", path: "", after: { result: {} } }],
      reason: "there was no answer",
    },
  ],
  left_out: [{ exchange: "main/erase", asked: "tools/call", subject: "erase", why: "it declares itself destructive" }],
  exchanges: [],
  notes: [],
};

test("json is as the published schema says, which refuses what is none", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../schemas/replay.schema.json", import.meta.url), "utf8"),
  ) as JsonObject;
  const isReplay = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const json = JSON.parse(render(replayView, report, "json")) as ReplayReport;
  expect([isReplay(json), isReplay.errors]).toEqual([true, null]);
  expect(isReplay({ ...json, ok: "yes" })).toBe(false);
  expect(isReplay({ ...json, answers: [{ ...json.answers[0], state: "fine" }] })).toBe(false);
});

test("the terminal shows one change once, with every place, and what was left out", () => {
  const text = render(replayView, report, "pretty");
  expect(text.match(/result\.tools\[0\]/g)).toHaveLength(1);
  expect(text).toContain("another answer (main/tools/list, main/tools/list.2)");
  expect(text).toContain('+ result.tools[1]{b}: {"name":"b"}');
  expect(text).toContain("no answer today: no response within 30 s");
  expect(text).toContain("left out: tools/call erase: it declares itself destructive");
  expect(text).toMatch(/changed: 1 the same, 2 differ, 1 gone, 1 new, 1 left out\n$/);
  expect(
    render(
      replayView,
      { ...report, ok: true, answers: [], counts: { same: 9, differs: 0, gone: 0, new: 0, left_out: 0 } },
      "pretty",
    ),
  ).toMatch(/as recorded: 9 the same\n$/);
});

describe.each(REPORT_FORMATS)("%s", (format) => {
  test("escapes what the server said", () => {
    const text = render(replayView, report, format);
    expect(text.length).toBeGreaterThan(20);
    expect(text).not.toContain("\u001b[2J");
    if (format !== "json") expect(text).not.toContain("\u202e");
    if (format === "html" || format === "markdown" || format === "junit") expect(text).not.toContain("<script>");
  });
});

test("the plan says what would be sent and what not", () => {
  const words = {
    target: "stdio:x",
    conversations: [{ id: "main", asked: ["ping", "ping", "tools/list"] }],
    leftOut: report.left_out,
  };
  const text = render(replayPlanView, words, "pretty");
  expect(text).toContain("→ ping 2 times");
  expect(text).toMatch(/3 requests in 1 conversation, 1 left out\n$/);
});
