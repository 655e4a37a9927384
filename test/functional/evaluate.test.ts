import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { noRegex } from "../../src/judge/rules/match.ts";
import { defaultUnmet, type OutputCheck, targetSteps, unmetBy, valuesAt } from "../../src/suite/functional/evaluate.ts";
import type { AnswerMatcher } from "../../src/suite/functional.ts";
import { type Answer, readAnswer } from "../../src/suite/session/answer.ts";

const answered = (response: Json, request: Json = { method: "tools/call", params: { name: "t" } }): Answer =>
  readAnswer([{ id: "a", request, response, timing: { start_ms: 10, response_ms: 35, end_ms: 40 } }]);

const WEATHER = answered({
  result: {
    content: [
      { type: "text", text: '{"temp": 21}' },
      { type: "text", text: "plain" },
    ],
    structuredContent: { temp: 21.5, tags: ["a", "b"], place: { city: "Paris" } },
  },
});

const meets = (target: string, matcher: AnswerMatcher, output: OutputCheck = null): boolean =>
  unmetBy(WEATHER, [{ target, matcher, path: [] }], output, noRegex).length === 0;

describe("matchers on an answer", () => {
  test.each<[string, AnswerMatcher, boolean]>([
    ["result.structuredContent.temp", { type: "number" }, true],
    ["result.structuredContent.temp", { type: "integer" }, false],
    ["result.structuredContent.temp", { range: { min: 21, max: 22 } }, true],
    ["result.structuredContent.temp", { range: { max: 21 } }, false],
    ["result.structuredContent.tags", { length: 2 }, true],
    ["result.structuredContent.tags", { length: { min: 3 } }, false],
    ["result.structuredContent.place.city", { length: { min: 5, max: 5 } }, true],
    ["result.structuredContent.place.city", { exact: "Rome" }, false],
    ["result.content[0].json.temp", { exact: 21 }, true],
    ["result.content[1].json", { not: { schema: true } }, true],
    ["result.content.*.type", { exact: "text" }, true],
    ["text", { contains: "plain" }, true],
    ["json.temp", { exact: 21.5 }, true],
    ["error", { not: { schema: true } }, true],
    ["ms", { range: { min: 25, max: 25 } }, true],
    ["result.nothing.*.name", { type: "string" }, false],
    ["result.nothing.*.name", { not: { exact: "x" } }, true],
  ])("%s %o: %s", (target, matcher, expected) => {
    expect(meets(target, matcher)).toBe(expected);
  });

  test("the output schema is asked for where it is named", () => {
    const matcher: AnswerMatcher = { "matches-output-schema": true };
    expect(meets("result", matcher, { valid: true, at: "", expected: "" })).toBe(true);
    expect(meets("result", matcher, { valid: false, at: "", expected: "" })).toBe(false);
    expect(meets("result", matcher, null)).toBe(false);
  });

  test("says where within the value it fails", () => {
    const matcher = { schema: { properties: { place: { properties: { city: { const: "Rome" } } } } } };
    const [unmet] = unmetBy(WEATHER, [{ target: "result.structuredContent", matcher, path: ["x"] }], null, noRegex);
    expect(unmet).toMatchObject({ target: "result.structuredContent.place.city", path: ["x"] });
    expect(targetSteps("/a/0/b c")).toBe('.a[0]["b c"]');
  });
});

describe("what is expected unless said", () => {
  const broken = answered({ error: { code: -32602, message: "no" } });
  const complaint = answered({ result: { content: [], isError: true } });
  test("a result without an error", () => {
    expect(defaultUnmet(WEATHER, [], [])).toEqual([]);
    expect(defaultUnmet(broken, [], [])).toMatchObject([{ target: "error" }]);
    expect(defaultUnmet(complaint, [], [])).toMatchObject([{ target: "result" }]);
  });

  test("whoever names the error expects it", () => {
    const row = (target: string) => [{ target, matcher: { schema: true } as const, path: [] }];
    expect(defaultUnmet(broken, row("error.code"), [])).toEqual([]);
    expect(defaultUnmet(complaint, row("result.isError"), [])).toEqual([]);
    expect(defaultUnmet(complaint, row("text"), [])).toHaveLength(1);
  });
});

describe("answers of several exchanges", () => {
  test("pages are one list", () => {
    const page = (name: string, nextCursor?: string): Json => ({
      result: { tools: [{ name }], ...(nextCursor === undefined ? {} : { nextCursor }) },
    });
    const answer = readAnswer([
      { id: "1", request: { method: "tools/list" }, response: page("a", "x") },
      { id: "2", request: { method: "tools/list", params: { cursor: "x" } }, response: page("b") },
    ]);
    expect(answer.result).toEqual({ tools: [{ name: "a" }, { name: "b" }] });
    expect(answer.exchanges).toEqual(["1", "2"]);
    expect(valuesAt(answer, "result.tools.*.name").map(({ value }) => value)).toEqual(["a", "b"]);
  });

  test("of rounds the last counts, and what was asked meanwhile is kept", () => {
    const answer = readAnswer([
      {
        id: "1",
        request: { method: "tools/call" },
        response: { result: { resultType: "input_required", inputRequests: { q: { method: "elicitation/create" } } } },
      },
      {
        id: "2",
        request: { method: "tools/call" },
        response: { result: { content: [] } },
        meanwhile: [{ seq: 1, at_ms: 1, message: { method: "notifications/progress" } }],
      },
    ]);
    expect(answer.result).toEqual({ content: [] });
    expect(answer.requests).toEqual([{ method: "elicitation/create" }]);
    expect(answer.notifications).toEqual([{ method: "notifications/progress" }]);
  });

  test("no response is trouble", () => {
    const answer = readAnswer([{ id: "1", request: {}, trouble: { kind: "timed-out", detail: "late" } }]);
    expect(answer).toMatchObject({ outcome: "trouble", trouble: { kind: "timed-out" } });
  });
});
