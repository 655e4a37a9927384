// The matchers for answers, on answers as connect() gives them.

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { readAnswer } from "../../src/suite/session/answer.ts";
import "../../src/library/vitest.ts";

const answered = (response: Json, outputProblem: string | null = null) => ({
  ...readAnswer([{ id: "a", request: { method: "tools/call", params: { name: "t" } }, response }]),
  ok: true,
  isError: false,
  content: [],
  outputProblem,
});

const fine = answered({ result: { content: [], structuredContent: { id: 7, at: "2026-01-02T03:04:05Z" } } });
const complaint = answered({ result: { content: [{ type: "text", text: "no" }], isError: true } });
const refused = answered({ error: { code: -32602, message: "unknown tool" } });

describe("answers", () => {
  test("toSucceed", () => {
    expect(fine).toSucceed();
    expect(complaint).not.toSucceed();
    expect(() => expect(refused).toSucceed()).toThrow(/tools\/call .* to succeed, and it failed with .*-32602/);
  });

  test("toFailWith", () => {
    expect(refused).toFailWith(-32602);
    expect(complaint).toFailWith("isError");
    expect(() => expect(fine).toFailWith(-32601)).toThrow(/to fail with -32601, and it answered/);
  });

  test("toMatchOutputSchema", () => {
    expect(fine).toMatchOutputSchema();
    expect(() => expect(answered({ result: {} }, "structuredContent.x: expected y")).toMatchOutputSchema()).toThrow(
      /structuredContent\.x/,
    );
    expect(() => expect(readAnswer([])).toMatchOutputSchema()).toThrow(TypeError);
  });

  test("toMatchToolSnapshot masks what changes", () => {
    expect(fine).toMatchToolSnapshot();
    expect(refused).toMatchToolSnapshot({ paths: [["error", "message"]] }, "refused");
  });

  test("anything else is a mistake of the caller's", () => {
    expect(() => expect({}).toSucceed()).toThrow(/expects an answer of connect/);
  });
});
