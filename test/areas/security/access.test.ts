import type { Capture, Exchange } from "../../../src/model/capture.ts";
import { answered, leftOut, overHttp, readingTable, refused } from "../reading-table.ts";
import { deliberate, NOTHING, page } from "../small-captures.ts";

const target = (...header_names: string[]): Pick<Capture, "transport" | "target"> => ({
  transport: "streamable-http",
  target: { kind: "http", url: "https://example.com/mcp", header_names },
});

const anonymous = (method: string, status: number): Exchange => {
  const step = `no-token-methods-${method.replace("/", "-")}`;
  return overHttp(status === 200 ? answered(step, method, {}) : { step, request: { method } }, status);
};

readingTable("anonymous_methods", [
  {
    shows: "a method that is served beside one that is refused",
    capture: { ...target(), exchanges: [anonymous("tools/list", 401), anonymous("prompts/list", 200)] },
    reads: {
      partly: [
        { outcome: "refused", status: 401 },
        { outcome: "result", status: 200 },
      ],
      names: ["tools/list", "prompts/list"],
      open: [null, null],
    },
  },
  {
    shows: "no refusal at all",
    capture: { ...target(), exchanges: [anonymous("tools/list", 200), anonymous("prompts/list", 403)] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "nobody gave credentials and everything was served",
    capture: { ...target(), exchanges: [refused("x", "x", -1), overHttp(answered("ping", "ping", {}), 200)] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "credentials were given, and nobody asked without them",
    capture: {
      ...target("authorization"),
      exchanges: [overHttp(answered("ping", "ping", {}), 200)],
      not_probed: [leftOut("no-token-methods", "unsafe-to-probe")],
    },
    reads: { unseen: "unsafe-to-probe" },
  },
  {
    shows: "nothing was served",
    capture: { ...target(), exchanges: [refused("ping", "ping", -1)] },
    reads: { unseen: "not-probed" },
  },
  NOTHING,
]);

const tools = (...names: string[]) => names.map((name) => ({ name }));

readingTable("tools_for_spoofed_client", [
  {
    shows: "tools that others do not see",
    capture: {
      exchanges: [
        page("tools/list", tools("a"), { next: "2" }),
        page("tools/list", tools("b"), { cursor: "2" }),
        deliberate(page("tools/list", tools("admin"), { step: "spoofed-client" })),
        deliberate(page("tools/list", [...tools("b", "root", "a"), { title: "no name" }], { step: "spoofed-client" })),
        page("tools/list", tools("b", "a"), { step: "tools/list-again" }),
      ],
    },
    reads: {
      values: ["admin", "root"],
      at: ["/response/result/tools/0/name", "/response/result/tools/1/name"],
      names: ["admin", "root"],
      exchanges: ["main/3", "main/4"],
      open: [null, null],
    },
  },
  {
    shows: "a list that went on changing",
    capture: {
      exchanges: [
        page("tools/list", tools("a")),
        deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
        page("tools/list", tools("a", "c"), { step: "tools/list-again" }),
      ],
    },
    reads: { values: ["b"], open: ["prerequisite-missing"] },
  },
  {
    shows: "a list that was not read afterwards",
    capture: {
      exchanges: [
        page("tools/list", tools("a")),
        deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
      ],
    },
    reads: { values: ["b"], open: ["prerequisite-missing"] },
  },
  {
    shows: "the same tools for everybody",
    capture: {
      exchanges: [
        page("tools/list", tools("a", "b")),
        deliberate(page("tools/list", tools("b"), { step: "spoofed-client" })),
      ],
    },
    reads: { values: [], lookedAt: ["/response/result/tools"] },
  },
  {
    shows: "a refusal to the client, and nothing to compare with",
    capture: {
      exchanges: [page("tools/list", tools("a")), refused("spoofed-client", "tools/list", -32600)],
      not_probed: [leftOut("spoofed-client", "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a usual list without any tool",
    capture: {
      exchanges: [page("tools/list", []), deliberate(page("tools/list", tools("a"), { step: "spoofed-client" }))],
    },
    reads: { unseen: "not-probed" },
  },
  NOTHING,
]);
