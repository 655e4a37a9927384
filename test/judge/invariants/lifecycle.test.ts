import { describe, expect, test } from "vitest";
import { type CaptureBuilder, STATELESS_META, session, VERSION } from "../capture-builder.ts";
import { judge, placesOf, stateOf } from "./judged.ts";

/** The sample of the format's description, which lacks notifications/initialized. */
const SAMPLE = session("stdio://my-server")
  .advertises("tools")
  .asks("initialize", {})
  .asks("tools/list", { tools: [] });

describe("INV-001", () => {
  test.each<[string, CaptureBuilder, string]>([
    ["initialize comes first", session().handshake().asks("tools/list", { tools: [] }), "pass"],
    ["the sample", SAMPLE, "pass"],
    ["notifications are no requests", session().tells("notifications/cancelled").initialize(), "pass"],
    ["initialize is refused", session().fails("initialize"), "pass"],
    ["initialize comes again", session().handshake().handshake(), "pass"],
    ["initialize comes second", session().asks("tools/list", {}).handshake(), "fail"],
    ["a ping comes first", session().asks("ping", {}).handshake(), "fail"],
    ["initialize never comes", session().asks("tools/list", {}), "fail"],
    ["one conversation of two lacks it", session().in("a").handshake().in("b").asks("ping", {}), "fail"],
    [
      "a batch has it first",
      session().exchange({ request: [{ id: 1, method: "initialize" }], response: [{ id: 1, result: {} }] }),
      "pass",
    ],
    ["nothing is asked", session().tells("notifications/initialized"), "not-applicable"],
    ["nothing at all", session(), "not-applicable"],
    [
      "a GET and an answer of the client's",
      session()
        .exchange({})
        .exchange({ request: { id: 1, result: {} } }),
      "not-applicable",
    ],
    ["on purpose", session().asks("tools/list", {}).onPurpose().handshake(), "pass"],
    ["all on purpose", session().asks("tools/list", {}).onPurpose(), "not-applicable"],
    [
      "a request without an id that was answered",
      session().exchange({ request: { method: "x" }, response: {} }),
      "fail",
    ],
  ])("%s", (_name, capture, state) => expect(stateOf("INV-001", capture)).toBe(state));

  test("goes by seq where there is one: lists are in the order of the plan", () => {
    const capture = session().asks("tools/list", {}).with({ seq: 3 }).initialize().with({ seq: 1 });
    expect(stateOf("INV-001", capture)).toBe("pass");
    const early = session().initialize().with({ seq: 3 }).asks("tools/list", {}).with({ seq: 1 });
    expect(stateOf("INV-001", early)).toBe("fail");
  });

  test("says where", () => {
    const verdict = judge(session().asks("tools/list", {}).handshake())["INV-001"];
    expect(verdict.detail).toBe('"tools/list" is sent before initialize');
    expect(placesOf(verdict)).toEqual(["0 /request/method", "1 /request/method"]);
    const named = judge(session().in("b").handshake().in("a").asks("ping", {}).with({ id: "a/ping" }))["INV-001"];
    expect(named.detail).toBe('in conversation "a": the first request is "ping", and initialize is never sent');
    expect(placesOf(named)).toEqual(["a/ping /request/method"]);
  });
});

describe("INV-001, stateless", () => {
  const modern = (): CaptureBuilder => session().asks("server/discover", {}, STATELESS_META);

  test.each<[string, CaptureBuilder, string]>([
    ["every request carries its version", modern().asks("tools/list", {}, STATELESS_META), "pass"],
    ["without server/discover, which nobody has to ask", session().asks("tools/list", {}, STATELESS_META), "pass"],
    ["a request without a version", modern().asks("tools/list", {}), "fail"],
    ["server/discover without a version", session().asks("server/discover", {}), "fail"],
    ["subscriptions/listen without a version", modern().waits("subscriptions/listen", {}), "fail"],
    ["a version that is no text", session().asks("tools/list", {}, { _meta: { [VERSION]: 20260728 } }), "fail"],
    ["a version that is missing on purpose", modern().fails("tools/list").onPurpose(), "pass"],
    ["a client that falls back", modern().handshake().asks("tools/list", {}), "pass"],
    ["a client that falls back too late", modern().asks("tools/list", {}).handshake(), "fail"],
    ["both eras side by side", modern().in("old").handshake().asks("ping", {}), "pass"],
  ])("%s", (_name, capture, state) => expect(stateOf("INV-001", capture)).toBe(state));

  test("says what is missing", () => {
    expect(judge(modern().asks("tools/list", {}))["INV-001"].detail).toBe(
      '"tools/list" carries no protocol version in its _meta, and no initialize came before it',
    );
    expect(placesOf(judge(modern())["INV-001"])).toEqual([
      "0 /request/params/_meta/io.modelcontextprotocol~1protocolVersion",
    ]);
  });
});

describe("INV-002", () => {
  test.each<[string, CaptureBuilder, string]>([
    ["it follows", session().handshake(), "pass"],
    ["it follows later", session().initialize().asks("ping", {}).tells("notifications/initialized"), "pass"],
    ["the sample", SAMPLE, "fail"],
    ["only initialize", session().initialize(), "fail"],
    ["it came before", session().tells("notifications/initialized").initialize(), "fail"],
    [
      "it came in another conversation",
      session().in("a").initialize().in("b").tells("notifications/initialized"),
      "fail",
    ],
    ["it follows on purpose only", session().initialize().tells("notifications/initialized").onPurpose(), "fail"],
    ["a second handshake is not looked at", session().handshake().initialize(), "pass"],
    ["initialize was refused", session().fails("initialize"), "not-applicable"],
    ["initialize was never answered", session().waits("initialize"), "not-applicable"],
    ["initialize was wrong on purpose", session().initialize().onPurpose(), "not-applicable"],
    ["stateless", session().asks("tools/list", {}, STATELESS_META), "not-applicable"],
    ["nothing", session(), "not-applicable"],
  ])("%s", (_name, capture, state) => expect(stateOf("INV-002", capture)).toBe(state));

  test("goes by the order of arrival where it is known", () => {
    const early = session()
      .initialize()
      .with({ seq: 1, response_seq: 3 })
      .tells("notifications/initialized")
      .with({ seq: 2 });
    expect(judge(early)["INV-002"].detail).toBe("notifications/initialized is sent before initialize is answered");
    const late = session()
      .tells("notifications/initialized")
      .with({ seq: 3 })
      .initialize()
      .with({ seq: 1, response_seq: 2 });
    expect(stateOf("INV-002", late)).toBe("pass");
  });

  test("points to the answer that nothing follows", () => {
    expect(placesOf(judge(SAMPLE)["INV-002"])).toEqual(["0 /response"]);
  });
});
