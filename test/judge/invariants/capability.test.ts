import { describe, expect, test } from "vitest";
import { type CaptureBuilder, STATELESS_META, session } from "../capture-builder.ts";
import { judge, placesOf, stateOf } from "./judged.ts";

const TOOLS = { tools: [] };

describe("INV-003", () => {
  test.each<[string, CaptureBuilder, string]>([
    ["advertised and answered", session().advertises("tools").asks("tools/list", TOOLS), "pass"],
    ["answered, not advertised", session().advertises("prompts").asks("tools/list", TOOLS), "fail"],
    ["resources", session().advertises("tools").asks("resources/list", { resources: [] }), "fail"],
    ["prompts", session().advertises("tools").asks("prompts/list", { prompts: [] }), "fail"],
    ["no capabilities at all", session().asks("tools/list", TOOLS), "fail"],
    [
      "the initialize result does not count",
      session()
        .asks("initialize", { capabilities: { tools: {} } })
        .asks("tools/list", TOOLS),
      "fail",
    ],
    ["refused, not advertised", session().advertises().fails("tools/list"), "not-applicable"],
    ["a list that does not count", session().advertises().asks("resources/templates/list", {}), "not-applicable"],
    ["on purpose", session().advertises().asks("tools/list", TOOLS).onPurpose(), "not-applicable"],
    ["nothing", session(), "not-applicable"],
    [
      "in a batch",
      session()
        .advertises()
        .exchange({
          request: [
            { id: "a", method: "ping" },
            { id: "b", method: "tools/list" },
          ],
          response: [
            { id: "b", result: TOOLS },
            { id: "a", result: {} },
          ],
        }),
      "fail",
    ],
  ])("%s", (_name, capture, state) => expect(stateOf("INV-003", capture)).toBe(state));

  test("null and false advertise nothing", () => {
    for (const tools of [null, false]) {
      const capture = { ...session().asks("tools/list", TOOLS).build(), server_capabilities: { tools } };
      expect(stateOf("INV-003", capture)).toBe("fail");
    }
  });

  test("a stateless client need not have asked for the capabilities", () => {
    expect(stateOf("INV-003", session().asks("tools/list", TOOLS, STATELESS_META))).toBe("not-applicable");
    const asked = session().advertises().asks("tools/list", TOOLS, STATELESS_META);
    expect(stateOf("INV-003", asked)).toBe("fail");
    expect(stateOf("INV-003", session().advertises("tools").asks("tools/list", TOOLS, STATELESS_META))).toBe("pass");
  });

  test("points to the answer and to what was advertised", () => {
    const verdict = judge(session().advertises("logging").asks("tools/list", TOOLS).asks("prompts/list", {}))[
      "INV-003"
    ];
    expect(verdict.detail).toBe(
      '"tools/list", "prompts/list" answered, but server_capabilities has no "tools", "prompts"',
    );
    expect(placesOf(verdict)).toEqual(["0 /response/result", "1 /response/result", "null /server_capabilities"]);
  });
});

describe("INV-004", () => {
  const error = { code: -32603, message: "Internal error" };

  test.each<[string, CaptureBuilder, string]>([
    ["one works", session().advertises("tools").asks("tools/list", TOOLS).fails("tools/call"), "pass"],
    ["one works, first or last", session().advertises("tools").fails("tools/call").asks("tools/list", TOOLS), "pass"],
    ["the only one fails", session().advertises("tools").fails("tools/list", error), "fail"],
    ["all fail, lists included", session().advertises("tools").fails("tools/list", error).fails("tools/call"), "fail"],
    [
      "one of two capabilities fails",
      session().advertises("tools", "prompts").asks("tools/list", TOOLS).fails("prompts/get"),
      "fail",
    ],
    [
      "templates belong to resources",
      session().advertises("resources").fails("resources/list").asks("resources/templates/list", {}),
      "pass",
    ],
    ["completions", session().advertises("completions").fails("completion/complete"), "fail"],
    ["logging", session().advertises("logging").fails("logging/setLevel"), "fail"],
    ["tasks", session().advertises("tasks").fails("tasks/list"), "fail"],
    [
      "a result that says isError is no error",
      session().advertises("tools").asks("tools/call", { content: [], isError: true }),
      "pass",
    ],
    ["not advertised", session().advertises("prompts").fails("tools/list"), "not-applicable"],
    ["null capabilities", session().fails("tools/list"), "not-applicable"],
    ["advertised and not used", session().advertises("tools").handshake(), "not-applicable"],
    ["never answered", session().advertises("tools").waits("tools/list"), "not-applicable"],
    [
      "never answered, and failed",
      session().advertises("tools").waits("tools/list").fails("tools/call"),
      "not-applicable",
    ],
    ["fails on purpose", session().advertises("tools").fails("tools/call").onPurpose(), "not-applicable"],
    ["stateless", session().advertises("tools").fails("tools/list", error, STATELESS_META), "fail"],
    [
      "works in one conversation",
      session().advertises("tools").in("a").asks("tools/list", TOOLS).in("b").fails("tools/list"),
      "pass",
    ],
    ["works in none", session().advertises("tools").in("a").fails("tools/list").in("b").fails("tools/list"), "fail"],
  ])("%s", (_name, capture, state) => expect(stateOf("INV-004", capture)).toBe(state));

  test("shows every error, up to a bound, and counts", () => {
    const capture = session().advertises("tools");
    for (let index = 0; index < 30; index++) capture.fails("tools/call");
    const verdict = judge(capture)["INV-004"];
    expect(verdict.detail).toBe('advertised, but every request was answered with an error: "tools" (30 requests)');
    expect(verdict.evidence).toHaveLength(20);
    expect(placesOf(verdict)[19]).toBe("19 /response/error");
  });
});
