import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { digestOf } from "../../../src/capture/digest.ts";
import { STATELESS_META, session } from "../capture-builder.ts";
import { judge, placesOf, stateOf } from "./judged.ts";

describe("INV-005", () => {
  const TEXT = { content: [{ type: "text", text: "x" }] };

  test.each<[string, Json, string, string]>([
    ["content", TEXT, "pass", "pass"],
    ["empty content", { content: [] }, "pass", "pass"],
    ["structuredContent alone", { structuredContent: { a: 1 } }, "pass", "pass"],
    ["isError true", { ...TEXT, isError: true }, "pass", "pass"],
    ["isError as text", { ...TEXT, isError: "true" }, "fail", "fail"],
    ["isError null", { ...TEXT, isError: null }, "fail", "fail"],
    ["neither", {}, "fail", "fail"],
    ["content that is no array", { content: "x" }, "fail", "fail"],
    ["content that is no array beside structuredContent", { content: {}, structuredContent: {} }, "pass", "pass"],
    ["structuredContent that is an array", { structuredContent: [1] }, "fail", "pass"],
    ["structuredContent that is null", { structuredContent: null }, "fail", "pass"],
    ["a result that is text", "x", "fail", "fail"],
    ["a result that is null", null, "fail", "fail"],
    ["input is wanted first", { resultType: "input_required", inputRequests: {} }, "not-applicable", "not-applicable"],
    ["complete", { resultType: "complete", ...TEXT }, "pass", "pass"],
    ["complete without anything", { resultType: "complete" }, "fail", "fail"],
    ["a task that will have it", { task: { taskId: "1" } }, "not-applicable", "not-applicable"],
  ])("%s", (_name, result, stateful, stateless) => {
    expect(stateOf("INV-005", session().asks("tools/call", result))).toBe(stateful);
    expect(stateOf("INV-005", session().asks("tools/call", result, STATELESS_META))).toBe(stateless);
  });

  test("nothing to look at", () => {
    expect(stateOf("INV-005", session())).toBe("not-applicable");
    expect(stateOf("INV-005", session().fails("tools/call"))).toBe("not-applicable");
    expect(stateOf("INV-005", session().waits("tools/call"))).toBe("not-applicable");
    expect(stateOf("INV-005", session().asks("tools/call", {}).onPurpose())).toBe("not-applicable");
    expect(stateOf("INV-005", session().asks("prompts/get", {}))).toBe("not-applicable");
  });

  test("names the first that is wrong, whatever the order of reading, and the place in it", () => {
    const verdict = judge(
      session()
        .asks("tools/call", TEXT)
        .asks("tools/call", { ...TEXT, isError: 1 })
        .asks("tools/call", {}),
    )["INV-005"];
    expect(verdict.detail).toBe("2 tool results without the shape: isError is not a boolean");
    expect(placesOf(verdict)).toEqual(["1 /response/result/isError", "2 /response/result"]);
    expect(verdict.evidence[0]?.sha256).toBe(digestOf(1));
  });
});

describe("INV-006", () => {
  const GOOD = { code: -32602, message: "no" };

  test.each<[string, Json, string]>([
    ["code and message", GOOD, "pass"],
    ["with data", { ...GOOD, data: null }, "pass"],
    ["a code of ours", { code: 7, message: "" }, "pass"],
    ["null", null, "fail"],
    ["text", "no", "fail"],
    ["an array", [], "fail"],
    ["no code", { message: "no" }, "fail"],
    ["a code with a fraction", { code: 1.5, message: "no" }, "fail"],
    ["a code as text", { code: "-32602", message: "no" }, "fail"],
    ["no message", { code: -32602 }, "fail"],
    ["a message that is null", { code: -32602, message: null }, "fail"],
  ])("%s", (_name, error, state) => {
    expect(stateOf("INV-006", session().fails("ping", error))).toBe(state);
    // Deliberate misbehaviour of ours does not excuse the answer.
    expect(stateOf("INV-006", session().fails("ping", error).onPurpose())).toBe(state);
    expect(stateOf("INV-006", session().asks("ping", {}).meanwhile({ id: 1, error }))).toBe(state);
    expect(stateOf("INV-006", session().unsolicited({ id: null, error }))).toBe(state);
    const batch = {
      request: [{ id: 1, method: "ping" }],
      response: [
        { id: 1, result: {} },
        { id: 2, error },
      ],
    };
    expect(stateOf("INV-006", session().exchange(batch))).toBe(state);
  });

  test("a client's own errors count, unless they are wrong on purpose", () => {
    const answer = { request: { id: 3, error: { code: "no" } } };
    expect(stateOf("INV-006", session().exchange(answer))).toBe("fail");
    expect(stateOf("INV-006", session().exchange({ ...answer, deliberate: true }))).toBe("not-applicable");
  });

  test("an error inside a result is none", () => {
    expect(stateOf("INV-006", session().asks("ping", { error: null }))).toBe("not-applicable");
    expect(stateOf("INV-006", session().exchange({ request: { id: 1, method: "x" }, response: "error" }))).toBe(
      "not-applicable",
    );
  });

  test("points to every place", () => {
    const capture = session()
      .fails("ping", null)
      .meanwhile({ method: "notifications/message" }, { error: 1 })
      .unsolicited({ method: "x" })
      .unsolicited({ error: 2 });
    const verdict = judge(capture)["INV-006"];
    expect(verdict.detail).toBe("3 of 3 errors without an integer code or a string message");
    expect(placesOf(verdict)).toEqual([
      "0 /response/error",
      "0 /meanwhile/1/message/error",
      "null /unsolicited/1/message/error",
    ]);
    expect(verdict.evidence.map(({ sha256 }) => sha256)).toEqual([null, 1, 2].map(digestOf));
  });

  test("a value that has no canonical form has no digest", () => {
    const [evidence] = judge(session().fails("ping", { code: "\u{d800}" }))["INV-006"].evidence;
    expect(evidence).toEqual({ exchange: 0, pointer: "/response/error", sha256: null });
  });
});

describe("INV-007", () => {
  const error = (code: Json, message = "x"): JsonObject => ({ code, message });

  test.each<[string, string, JsonObject, string]>([
    ["a method nobody defines, right code", "no/such", error(-32601), "pass"],
    ["a method nobody defines, other code", "no/such", error(-32603), "fail"],
    ["a method nobody defines, no code", "no/such", { message: "x" }, "fail"],
    ["the message says so, right code", "tools/list", error(-32601, "Method not found"), "pass"],
    ["the message says so, other code", "tools/list", error(-32000, "Method not found"), "fail"],
    ["in other words", "tools/list", error(-32603, "Unknown method: tools/list"), "fail"],
    ["with the name between", "tools/list", error(-32603, "method 'tools/list' is not found"), "fail"],
    ["the code alone", "tools/list", error(-32601, "not offered"), "pass"],
    ["another error", "tools/call", error(-32602, "Unknown tool: method not there"), "not-applicable"],
    ["a method of HTTP", "tools/list", error(-32000, "Method not allowed."), "not-applicable"],
    ["a payment method", "tools/call", error(-32602, "Unknown payment method"), "not-applicable"],
    ["a notification with an id", "notifications/x", error(-32600), "not-applicable"],
    ["an older era's method", "logging/setLevel", error(-32602), "not-applicable"],
  ])("%s", (_name, method, seen, state) => expect(stateOf("INV-007", session().fails(method, seen))).toBe(state));

  test("a request that was turned away at the door was never looked up", () => {
    const turnedAway = session()
      .fails("no/such", error(-32001))
      .with({ http: { method: "POST", request_headers: [], status: 401 } });
    expect(stateOf("INV-007", turnedAway)).toBe("not-applicable");
  });

  test("on purpose, meanwhile and unsolicited count too", () => {
    expect(stateOf("INV-007", session().fails("no/such", error(-32603)).onPurpose())).toBe("fail");
    const message = { id: 9, error: error(-32603, "Method not found") };
    expect(stateOf("INV-007", session().asks("ping", {}).meanwhile(message))).toBe("fail");
    expect(stateOf("INV-007", session().unsolicited(message))).toBe("fail");
  });

  test("an unknown method that is answered is no error", () => {
    expect(stateOf("INV-007", session().asks("no/such", {}))).toBe("not-applicable");
    expect(stateOf("INV-007", session().fails("no/such", null))).toBe("not-applicable");
  });

  test("points to the code, or to the error that has none", () => {
    const verdict = judge(session().fails("no/such", error(-32603)).fails("no/such", { message: "x" }))["INV-007"];
    expect(verdict.detail).toBe("2 of 2 method-not-found errors without code -32601");
    expect(placesOf(verdict)).toEqual(["0 /response/error/code", "1 /response/error"]);
  });
});
