import type { Capture, Exchange } from "../../../src/model/capture.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, page, refused } from "../small-captures.ts";

const target = (...header_names: string[]): Pick<Capture, "transport" | "target"> => ({
  transport: "streamable-http",
  target: { kind: "http", url: "https://example.com/mcp", header_names },
});

const anonymous = (method: string, status: number): Exchange => {
  const step = `no-token-methods-${method.replace("/", "-")}`;
  return overHttp(status === 200 ? answered(step, method, {}) : { step, request: { method } }, status);
};

readingTable("anonymous_methods", [
  given("a method that is served beside one that is refused", {
    ...target(),
    exchanges: [anonymous("tools/list", 401), anonymous("prompts/list", 200)],
  }).partly(
    [
      { outcome: "refused", status: 401 },
      { outcome: "result", status: 200 },
    ],
    { names: ["tools/list", "prompts/list"], open: [null, null] },
  ),
  given("no refusal at all", {
    ...target(),
    exchanges: [anonymous("tools/list", 200), anonymous("prompts/list", 403)],
  }).inapplicable("precondition-absent"),
  given("nobody gave credentials and everything was served", {
    ...target(),
    exchanges: [refused("x", "x", -1), overHttp(answered("ping", "ping", {}), 200)],
  }).inapplicable("precondition-absent"),
  given("credentials were given, and nobody asked without them", {
    ...target("authorization"),
    exchanges: [overHttp(answered("ping", "ping", {}), 200)],
    not_probed: [leftOut("no-token-methods", "unsafe-to-probe")],
  }).leftOut(),
  given("nothing was served", { ...target(), exchanges: [refused("ping", "ping", -1)] }).unseen("not-probed"),
  NOTHING,
]);

const tools = (...names: string[]) => names.map((name) => ({ name }));

readingTable("tools_for_spoofed_client", [
  given("tools that others do not see", [
    page("tools/list", tools("a"), { next: "2" }),
    page("tools/list", tools("b"), { cursor: "2" }),
    deliberate(page("tools/list", tools("admin"), { step: "spoofed-client" })),
    deliberate(page("tools/list", [...tools("b", "root", "a"), { title: "no name" }], { step: "spoofed-client" })),
    page("tools/list", tools("b", "a"), { step: "tools/list-again" }),
  ]).values(["admin", "root"], {
    at: ["/response/result/tools/0/name", "/response/result/tools/1/name"],
    names: ["admin", "root"],
    exchanges: ["main/3", "main/4"],
    open: [null, null],
  }),
  given("a list that went on changing", [
    page("tools/list", tools("a")),
    deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
    page("tools/list", tools("a", "c"), { step: "tools/list-again" }),
  ]).values(["b"], { open: ["prerequisite-missing"] }),
  given("a list that was not read afterwards", [
    page("tools/list", tools("a")),
    deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
  ]).values(["b"], { open: ["prerequisite-missing"] }),
  given("the same tools for everybody", [
    page("tools/list", tools("a", "b")),
    deliberate(page("tools/list", tools("b"), { step: "spoofed-client" })),
  ]).values([], { lookedAt: ["/response/result/tools"] }),
  given("a refusal to the client, and nothing to compare with", [
    page("tools/list", tools("a")),
    refused("spoofed-client", "tools/list", -32600),
    leftOut("spoofed-client", "prerequisite-missing"),
  ]).leftOut(),
  given("a usual list without any tool", [
    page("tools/list", []),
    deliberate(page("tools/list", tools("a"), { step: "spoofed-client" })),
  ]).unseen("not-probed"),
  NOTHING,
]);
