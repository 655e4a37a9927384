// What a failure says it found: words, wherever a bare value would tell a reader nothing.

import { expect, test } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import type { Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import { describeActual, type Shortfall } from "../../../src/judge/rules/describe-actual.ts";

const answers: Shortfall["fact"] = { kind: "observations", derived: ["outcome"] };
const list: Shortfall["fact"] = { kind: "list", words: { "not-shown": "the request did not have that defect" } };

const shortfall = (fact: Shortfall["fact"], path: string[], value: Json | undefined, at = ""): Shortfall => ({
  fact,
  path,
  at,
  spot: { exchange: "c/1", pointer: "", value },
});

const http = (status: number): HttpRecord => ({ method: "POST", request_headers: [], status });
const request = { jsonrpc: "2.0", id: 1, method: "ping" };
const error: Exchange = { request, response: { id: 1, error: { code: -32603, message: "Cannot read x" } } };

const OUTCOMES: readonly (readonly [string, Exchange, string])[] = [
  ["result", { request, response: { id: 1, result: { a: 1 } } }, 'the result {"a":1}'],
  ["error", error, 'error -32603 ("Cannot read x")'],
  ["error", { ...error, http: http(400) }, 'error -32603 with HTTP 400 ("Cannot read x")'],
  ["error", { request, response: { id: 1, error: "no" } }, "an error without a code"],
  ["other", { request, response: [] }, "a message that is neither a result nor an error: []"],
  ["accepted", { request, http: http(202) }, "HTTP 202 without a message"],
  ["refused", { request, http: http(404) }, "HTTP 404 without a JSON-RPC message"],
  ["nothing", { request }, "nothing was answered"],
  [
    "silence",
    { request, trouble: { kind: "timed-out", detail: "no response within 9 ms" } },
    "no response within 9 ms",
  ],
  [
    "closed",
    { request, trouble: { kind: "unexpected-exit", detail: "the server exited by itself with code 1" } },
    "the server exited by itself with code 1 after this message",
  ],
  ["closed", { request, trouble: { kind: "closed", detail: "the event stream ended" } }, "the event stream ended"],
];

test.each(OUTCOMES)("an outcome: %s", (outcome, exchange, words) => {
  expect(describeActual(shortfall(answers, ["outcome"], outcome), exchange)).toBe(words);
});

test("a member of the result or the error, where the server answered otherwise or not at all", () => {
  expect(describeActual(shortfall(answers, ["result", "tools"], undefined), error)).toBe(
    'error -32603 ("Cannot read x")',
  );
  expect(describeActual(shortfall(answers, ["error", "code"], undefined), { request })).toBe("nothing was answered");
});

test("a member that is missing from an answer of the right kind is named", () => {
  expect(describeActual(shortfall(answers, ["error", "data", "supported"], undefined), error)).toBe(
    "no error.data.supported",
  );
});

test("what we asked is never told as what the server did", () => {
  const asked = shortfall(answers, [], { asked: { method: "tools/call" } }, "/asked/method");
  expect(describeActual(asked, error)).toBe('error -32603 ("Cannot read x")');
});

test("a number says what it counts", () => {
  const counts = { ...list, derived: ["responses"] };
  expect(describeActual(shortfall(counts, ["responses"], 2), error)).toBe("responses: 2");
  expect(describeActual(shortfall(counts, [], { title: 1 }, "/title"), error)).toBe("1");
});

test("where a row fails at several members, the one that has words is told", () => {
  const strays = { ...list, derived: ["stray", "is"], words: { repeated: "a second response to the same request" } };
  const stray = shortfall(strays, [], { stray: "repeated", is: "result", id: 7 }, "/is");
  expect(describeActual(stray, error)).toBe("a second response to the same request");
});

test("a code and a status say what they are", () => {
  expect(describeActual(shortfall(answers, ["error", "code"], -32603), error)).toBe('error -32603 ("Cannot read x")');
  expect(describeActual(shortfall(answers, ["status"], 500), error)).toBe("HTTP 500");
  expect(describeActual(shortfall(list, ["code"], -32002), error)).toBe("error -32002");
});

test("a word of ours is said as a clause, anything else as it stands", () => {
  expect(describeActual(shortfall(list, ["defect"], "not-shown"), error)).toBe("the request did not have that defect");
  expect(describeActual(shortfall(list, ["defect"], "odd"), error)).toBe('"odd"');
  expect(describeActual(shortfall(list, [], { a: { b: true } }, "/a/b"), error)).toBe("true");
  expect(describeActual(shortfall(list, [], []), undefined)).toBe("nothing");
  expect(describeActual(shortfall(list, ["a", "*", "b"], undefined), undefined)).toBe("no a.b");
});

test("an item that is made here is told by its fact", () => {
  const told: Shortfall["fact"] = { kind: "list", derived: true, tell: ({ text }) => `the text ${text}` };
  expect(describeActual(shortfall(told, [], { is: "text", text: "hello" }), undefined)).toBe("the text hello");
});

test("in a list of answers, an item is told like an answer", () => {
  const several: Shortfall["fact"] = { kind: "list", derived: ["outcome", "entries"] };
  expect(describeActual(shortfall(several, [], { outcome: "result", entries: 0 }), OUTCOMES[0]?.[1])).toBe(
    'the result {"a":1}',
  );
});

test("of a list of words, those that say something", () => {
  expect(describeActual(shortfall(list, ["belongs"], ["unclear", "not-shown"]), undefined)).toBe(
    "the request did not have that defect",
  );
});

test("the responses to a batch", () => {
  const batch = shortfall(
    answers,
    ["answered"],
    [{ is: "error", id: null, code: -32700 }, { is: "result", id: "b2" }, { is: "result" }],
  );
  expect(describeActual(batch, { request, response: [] })).toBe(
    'error -32700 with id null, a result with id "b2", a result without an id',
  );
});
